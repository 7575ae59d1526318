import { type Address, type Hash, type Hex, hexToBigInt } from 'viem';
import type { EngineClient } from './chain-client.ts';

/** What it takes to put a transaction into the engine's pool. */
export interface PoolTransaction {
  readonly hash: Hash;
  readonly bytes: Hex;
  /** In wei; of a legacy transaction its price. */
  readonly maxFeePerGas: bigint;
}

/** A transaction that waits in the pool and has its turn. */
export interface WaitingTransaction extends PoolTransaction {
  readonly from: Address;
}

/** All of them, each account's in the order of their nonces. */
export async function readPool(engine: EngineClient): Promise<WaitingTransaction[]> {
  const { pending } = await engine.getTxpoolContent();
  const waiting = Object.values(pending).flatMap((ofAccount) =>
    Object.entries(ofAccount)
      .sort(([one], [other]) => Number(one) - Number(other))
      .map(([, transaction]) => transaction),
  );
  const read = waiting.map(async ({ hash, from, maxFeePerGas, gasPrice }) => {
    const bytes = await engine.request({ method: 'eth_getRawTransactionByHash', params: [hash] });
    const bid = maxFeePerGas ?? gasPrice;
    // It may have been replaced meanwhile.
    return bytes === null || bid === undefined
      ? []
      : [{ hash, bytes, from, maxFeePerGas: hexToBigInt(bid) }];
  });
  return (await Promise.all(read)).flat();
}

/** Whatever bids less than a base fee, and whatever of the same account waits behind that. */
export function outbidBy(
  baseFeePerGas: bigint,
  pool: readonly WaitingTransaction[],
): WaitingTransaction[] {
  const stuck = new Set<Address>();
  return pool.filter(({ from, maxFeePerGas }) => {
    if (maxFeePerGas < baseFeePerGas) stuck.add(from);
    return stuck.has(from);
  });
}

/** Takes transactions out of the pool. With one go those that wait behind it. */
export async function withdraw(
  engine: EngineClient,
  transactions: readonly WaitingTransaction[],
): Promise<void> {
  for (const { hash } of transactions) await engine.dropTransaction({ hash });
}

/**
 * Puts transactions into the pool, whatever they bid: the engine by itself takes none that bid less
 * than the next base fee, which therefore is the lowest bid meanwhile.
 * @param nextBaseFee what the next base fee is to be afterwards, in wei
 * @returns the hashes of those that the engine has now
 */
export async function putBack(
  engine: EngineClient,
  transactions: readonly PoolTransaction[],
  nextBaseFee: bigint,
): Promise<Hash[]> {
  let lowest = nextBaseFee;
  for (const { maxFeePerGas: bid } of transactions) if (bid < lowest) lowest = bid;
  if (lowest < nextBaseFee) await engine.setNextBlockBaseFeePerGas({ baseFeePerGas: lowest });
  const taken: Hash[] = [];
  for (const { hash, bytes } of transactions)
    if (await isTaken(engine, hash, bytes)) taken.push(hash);
  if (lowest < nextBaseFee) await engine.setNextBlockBaseFeePerGas({ baseFeePerGas: nextBaseFee });
  return taken;
}

async function isTaken(engine: EngineClient, hash: Hash, bytes: Hex): Promise<boolean> {
  try {
    await engine.request({ method: 'eth_sendRawTransaction', params: [bytes] });
    return true;
  } catch {
    // Somebody may have sent it again already. Otherwise the engine does not want it, and the
    // caller is told.
    return (
      (await engine.request({ method: 'eth_getRawTransactionByHash', params: [hash] })) !== null
    );
  }
}
