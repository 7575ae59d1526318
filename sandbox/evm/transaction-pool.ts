import { type Address, type Hash, type Hex, hexToBigInt } from 'viem';
import type { EngineClient } from './chain-client.ts';

/** The data to put a transaction into the engine's pool. */
export interface PoolTransaction {
  readonly hash: Hash;
  readonly bytes: Hex;
  /** In wei; for a legacy transaction its gas price. */
  readonly maxFeePerGas: bigint;
}

/** An executable transaction of the pool: no earlier nonce is missing. */
export interface WaitingTransaction extends PoolTransaction {
  readonly from: Address;
}

/** All executable transactions, in nonce order per account. */
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

/** The transactions that bid less than a base fee, and later ones of the same accounts. */
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

/** Removes transactions from the pool, with those that wait behind them. */
export async function withdraw(
  engine: EngineClient,
  transactions: readonly WaitingTransaction[],
): Promise<void> {
  for (const { hash } of transactions) await engine.dropTransaction({ hash });
}

/**
 * Puts transactions into the pool whatever they bid. The engine refuses bids below the next base
 * fee, so this sets it to the lowest bid meanwhile.
 * @param nextBaseFee the next base fee afterwards, in wei
 * @returns the hashes that the engine has now
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
    // Its sender may have sent it again already. Otherwise the engine refuses it, and the caller
    // sees that.
    return (
      (await engine.request({ method: 'eth_getRawTransactionByHash', params: [hash] })) !== null
    );
  }
}
