import {
  type Reorganization,
  type ReorganizeOptions,
  type ReplaceableBlocks,
  requireReplaceable,
} from '../chains/reorganization.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { ChainClient, EngineClient } from './chain-client.ts';
import { type PoolTransaction, putBack, readPool, withdraw } from './transaction-pool.ts';

/**
 * Replaces the newest blocks by as many empty ones. Nothing else may mine meanwhile.
 * @throws {SandboxError} `bad-request` if the depth reaches final blocks or the chain's first ones
 */
export async function reorganize(
  client: ChainClient,
  engine: EngineClient,
  { depth, drop, ...replaceable }: ReorganizeOptions & ReplaceableBlocks,
): Promise<Reorganization> {
  const latest = await client.getBlock({ blockTag: 'latest' });
  const from = requireReplaceable(latest.number, depth, replaceable);
  const removed = await readTransactions(client, engine, from, latest.number);
  const waiting = await readPool(engine);

  await engine.request({ method: 'anvil_reorg', params: [depth, []] });
  // The engine has reset its clock to the last remaining block.
  const seconds = Math.max(Math.floor(Date.now() / 1_000), Number(latest.timestamp));
  await engine.request({ method: 'evm_setTime', params: [seconds] });

  // In the pool the engine would treat them as ready, and drop them when it finds that they are
  // not.
  await withdraw(engine, waiting);
  const { baseFeePerGas } = await client.getBlock({ blockTag: 'pending' });
  const back = drop ? waiting : [...removed, ...waiting];
  const taken = new Set(await putBack(engine, back, baseFeePerGas ?? 1n));
  const hashes = removed.map(({ hash }) => hash);
  return { from, removed: hashes, returned: drop ? [] : hashes.filter((hash) => taken.has(hash)) };
}

async function readTransactions(
  client: ChainClient,
  engine: EngineClient,
  from: bigint,
  to: bigint,
): Promise<PoolTransaction[]> {
  const read: PoolTransaction[] = [];
  for (let blockNumber = from; blockNumber <= to; blockNumber++) {
    const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true });
    for (const { hash, maxFeePerGas, gasPrice } of transactions) {
      const bytes = await engine.request({ method: 'eth_getRawTransactionByHash', params: [hash] });
      if (bytes === null)
        throw new SandboxError('engine-failed', `The engine does not return the bytes of ${hash}.`);
      read.push({ hash, bytes, maxFeePerGas: maxFeePerGas ?? gasPrice ?? 0n });
    }
  }
  return read;
}
