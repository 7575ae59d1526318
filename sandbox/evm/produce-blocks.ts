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
import { type MinedBlock, mineBlock } from './mine-block.ts';
import { reorganize } from './reorganize.ts';
import { createReplacedCode } from './replaced-code.ts';
import { outbidBy, putBack, readPool, withdraw } from './transaction-pool.ts';
import type { WatchedHeads } from './watch-heads.ts';

/** Produces the blocks of a chain and its faults, one operation at a time. */
export interface BlockProduction {
  /** Stops or resumes block production. After a stop has resolved, no further block comes. */
  setMining(on: boolean): Promise<void>;
  /** Sets the base fee of all blocks, in wei. Transactions with a lower bid wait in the mempool. */
  stall(baseFeePerGas: bigint | undefined): Promise<void>;
  /** Restores the base fee from before the stall. */
  endStall(): Promise<void>;
  /** @throws {SandboxError} `bad-request` */
  reorganize(options: ReorganizeOptions & ReplaceableBlocks): Promise<Reorganization>;
  /** Replaces the contract at an address. Reorganizations do not undo it. */
  setCode(address: Address, bytecode: Hex): Promise<void>;
  /** Resolves when the signal has aborted and mining has stopped. */
  readonly stopped: Promise<void>;
}

interface Stall {
  readonly baseFeePerGas: bigint;
  /** The base fee of the next block without the stall. */
  readonly before: bigint;
}

/** How long an engine may be silent before the sandbox tells of it. Nothing happens on its chain. */
const SILENCE_MS = 30_000;
/** 1,000 gwei, in wei. */
const STALLING_BASE_FEE = 1_000_000_000_000n;

/**
 * Makes the engine mine a block at each interval, until the signal aborts. If the engine mines by
 * itself, it stores the state of the last 1,500 blocks whatever its options say: hundreds of
 * megabytes after a few minutes.
 */
export function produceBlocks({
  client,
  engine,
  heads,
  intervalMs,
  beforeBlock,
  signal,
}: {
  readonly client: ChainClient;
  readonly engine: EngineClient;
  readonly heads: Pick<WatchedHeads, 'announce'>;
  readonly intervalMs: number;
  /** Default: nothing. */
  readonly beforeBlock?: () => Promise<void>;
  readonly signal: AbortSignal;
}): BlockProduction {
  let isMining = true;
  let stalled: Stall | undefined;
  const inTurn = createMutex();
  const replacedCode = createReplacedCode(engine);

  const mine = async (): Promise<void> => {
    if (!isMining) return;
    await beforeBlock?.();
    const block =
      stalled === undefined
        ? await mineBlock(engine)
        : await mineStalled(engine, stalled.baseFeePerGas);
    heads.announce(block);
  };

  let silentSince: number | undefined;
  const produce = async (): Promise<void> => {
    try {
      await inTurn(mine);
      silentSince = undefined;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      silentSince ??= Date.now();
      if (Date.now() - silentSince < SILENCE_MS) return;
      process.emitWarning(`The engine of chain ${client.chain.id} does not answer: ${error}`);
      silentSince = undefined;
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
 * The engine drops transactions that do not fit the block it mines. Real nodes keep them, so this
 * withdraws them before and puts them back after.
 */
async function mineStalled(engine: EngineClient, baseFeePerGas: bigint): Promise<MinedBlock> {
  const outbid = outbidBy(baseFeePerGas, await readPool(engine));
  await withdraw(engine, outbid);
  await engine.setNextBlockBaseFeePerGas({ baseFeePerGas });
  const block = await mineBlock(engine);
  await putBack(engine, outbid, baseFeePerGas);
  return block;
}
