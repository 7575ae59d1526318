import { parseUnits } from 'viem';
import { forPayers } from '../chains/bridge-ids.ts';
import type { ChainDefinition } from '../chains/chain-catalogue.ts';
import type { ResolvedSandboxOptions } from '../sandbox-options.ts';
import { createAccountSender } from './account-sender.ts';
import { createChainClient, createEngineClient, disconnect } from './chain-client.ts';
import { evmFace } from './chain-face.ts';
import { deployContracts } from './deploy-contracts.ts';
import type { EvmChain } from './evm-chain.ts';
import { evmNotation } from './evm-notation.ts';
import { evmOperations, type OperatedChain } from './evm-operations.ts';
import { produceBlocks } from './produce-blocks.ts';
import { createRelay } from './relay.ts';
import { sandboxAccount } from './sandbox-account.ts';
import { startAnvil } from './start-anvil.ts';
import { POLL_INTERVAL_MS, watchHeads } from './watch-heads.ts';

export interface RunningChain extends EvmChain {
  close(): Promise<void>;
}

export interface StartChainOptions
  extends Pick<ResolvedSandboxOptions, 'blockIntervalMs' | 'finalityDepth' | 'storedBlocks'> {
  readonly definition: ChainDefinition;
  /** Default: a free one. */
  readonly port?: number;
  /** Aborts everything that waits for blocks of this chain. */
  readonly signal: AbortSignal;
}

/** Initial balance of each sandbox account in whole native coins: more than it can spend. */
export const OWN_BALANCE = '1000000000000';

/** Starts one EVM chain and deploys everything on it. @throws {SandboxError} */
export async function startChain(options: StartChainOptions): Promise<RunningChain> {
  const { definition, blockIntervalMs, finalityDepth, storedBlocks, port } = options;
  const anvil = await startAnvil({
    chainId: definition.chainId,
    finalityDepth,
    storedBlocks,
    signal: options.signal,
    ...(port === undefined ? {} : { port }),
  });
  const client = createChainClient(definition, anvil.url);
  const engine = createEngineClient(client);
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, options.signal]);
  const heads = watchHeads(client, POLL_INTERVAL_MS, signal);
  const relay = createRelay(engine);
  const blocks = produceBlocks({
    client,
    engine,
    heads,
    intervalMs: blockIntervalMs,
    beforeBlock: relay.handOver,
    signal,
  });
  const end = async (): Promise<void> => {
    closing.abort();
    await Promise.all([blocks.stopped, heads.stopped]);
    await disconnect(client);
    await anvil.close();
  };
  let ended: Promise<void> | undefined;
  const close = (): Promise<void> => {
    ended ??= end();
    return ended;
  };

  try {
    const sender = (role: string) =>
      createAccountSender(client, heads, sandboxAccount(role, definition.name));
    const treasury = sender('treasury');
    const payers = forPayers(sender);
    const own = [treasury, ...Object.values(payers)].map(({ address }) => address);
    const value = parseUnits(OWN_BALANCE, definition.native.decimals);
    await Promise.all(own.map((address) => engine.setBalance({ address, value })));
    const deployment = await deployContracts({ definition, treasury, payers });
    const firstBlock = (await client.getBlockNumber()) + 1n;
    const chain = {
      family: 'evm',
      definition,
      url: anvil.url,
      genesis: (await client.getBlock({ blockNumber: 0n })).hash,
      notation: evmNotation,
      face: evmFace(client),
      client,
      heads,
      blocks: {
        ...blocks,
        reorganize: (options) => blocks.reorganize({ ...options, finalityDepth, firstBlock }),
      },
      deployment,
      relay,
      treasury,
      payers,
    } as const satisfies OperatedChain;
    return { ...chain, operations: evmOperations(chain), close };
  } catch (error) {
    await close();
    throw error;
  }
}
