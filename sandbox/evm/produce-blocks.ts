import type { Address, Hex } from 'viem';
import { createMutex } from '../chains/create-mutex.ts';
import { isUnreachable } from '../chains/is-unreachable.ts';
import { produceAtIntervals } from '../chains/produce-at-intervals.ts';
import type {
  Reorganization,
  ReorganizeOptions,
  ReplaceableBlocks,
} from '../chains/reorganization.ts';
import type { ChainClient, EngineClient } from './chain-client.ts';
import { reorganize } from './reorganize.ts';
import { createReplacedCode } from './replaced-code.ts';
import { outbidBy, putBack, readPool, withdraw } from './transaction-pool.ts';

/** Makes a chain's blocks, and the chain's misfortunes; one at a time. */
export interface BlockProduction {
  /** Switches blocks off and on. Off, there is no further block once this has resolved. */
  setMining(on: boolean): Promise<void>;
  /**
   * From now on all blocks have this base fee, in wei, and nothing that bids less gets in; it waits
   * in the pool.
   */
  stall(baseFeePerGas: bigint | undefined): Promise<void>;
  /** The base fee goes back to where it was. */
  endStall(): Promise<void>;
  /** @throws {SandboxError} `bad-request` */
  reorganize(options: ReorganizeOptions & ReplaceableBlocks): Promise<Reorganization>;
  /**
   * Another contract at an address, from now on, also where blocks are taken back that were made
   * before.
   */
  setCode(address: Address, bytecode: Hex): Promise<void>;
  /** Resolves when the signal has aborted and nothing more is mined. */
  readonly stopped: Promise<void>;
}

interface Stall {
  readonly baseFeePerGas: bigint;
  /** The base fee that the next block would have had. */
  readonly before: bigint;
}

/** 1,000 gwei, in wei. */
const STALLING_BASE_FEE = 1_000_000_000_000n;

/**
 * Makes the engine mine a block at each interval, until the signal aborts. The engine could do this
 * itself, but then it keeps the state of the last 1,500 blocks, whatever it is told to: hundreds of
 * megabytes after a few minutes.
 */
export function produceBlocks(
  client: ChainClient,
  engine: EngineClient,
  intervalMs: number,
  signal: AbortSignal,
): BlockProduction {
  let isMining = true;
  let stalled: Stall | undefined;
  const inTurn = createMutex();
  const replacedCode = createReplacedCode(engine);

  const mine = async (): Promise<void> => {
    if (!isMining) return;
    if (stalled === undefined) await engine.mine({ blocks: 1 });
    else await mineStalled(engine, stalled.baseFeePerGas);
  };

  const produce = async (): Promise<void> => {
    try {
      await inTurn(mine);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
    }
  };

  return {
    setMining: (on) =>
      inTurn(async () => {
        isMining = on;
      }),
    stall: (baseFeePerGas = STALLING_BASE_FEE) =>
      inTurn(async () => {
        stalled = { baseFeePerGas, before: stalled?.before ?? (await nextBaseFee(client)) };
        await engine.setNextBlockBaseFeePerGas({ baseFeePerGas });
      }),
    endStall: () =>
      inTurn(async () => {
        if (stalled === undefined) return;
        await engine.setNextBlockBaseFeePerGas({ baseFeePerGas: stalled.before });
        stalled = undefined;
      }),
    reorganize: (options) =>
      inTurn(async () => {
        const reorganization = await reorganize(client, engine, options);
        await replacedCode.putBack();
        if (stalled !== undefined) await engine.setNextBlockBaseFeePerGas(stalled);
        return reorganization;
      }),
    setCode: (address, bytecode) => inTurn(() => replacedCode.set(address, bytecode)),
    stopped: produceAtIntervals({ intervalMs, signal, produce }),
  };
}

async function nextBaseFee(client: ChainClient): Promise<bigint> {
  const { baseFeePerGas } = await client.getBlock({ blockTag: 'pending' });
  return baseFeePerGas ?? 1n;
}

/**
 * The engine throws away what cannot be in the block that it mines. Nodes keep it, so it is kept
 * for the engine meanwhile.
 */
async function mineStalled(engine: EngineClient, baseFeePerGas: bigint): Promise<void> {
  const outbid = outbidBy(baseFeePerGas, await readPool(engine));
  await withdraw(engine, outbid);
  await engine.setNextBlockBaseFeePerGas({ baseFeePerGas });
  await engine.mine({ blocks: 1 });
  await putBack(engine, outbid, baseFeePerGas);
}
