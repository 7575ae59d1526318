import type { Mempool } from './mempool.ts';
import { brokenRule, inBitcoins, type Refusal } from './refusal.ts';
import { outpointsOf, type ResolvedTransaction } from './resolved-transaction.ts';

export type Replacement =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** `evicted`: the conflicting transactions with their descendants; empty without a conflict. */
  | { readonly kind: 'allowed'; readonly evicted: readonly ResolvedTransaction[] };

/** An input with a sequence up to this one signals replaceability (BIP 125). */
const MOST_REPLACEABLE_SEQUENCE = 0xfffffffd;
/** Rule 5 of BIP 125. */
const MOST_EVICTED = 100;
/** Bitcoin Core's `incrementalrelayfee`, in satoshis per virtual byte. */
const INCREMENTAL_FEE_RATE = 1n;

/**
 * Whether a transaction may replace its conflicts: the five rules of BIP 125, and Bitcoin Core's
 * rule that the fee rate must rise (src/policy/rbf.cpp).
 */
export function checkReplacement(transaction: ResolvedTransaction, mempool: Mempool): Replacement {
  const outpoints = outpointsOf(transaction.wire);
  const conflicts = new Set(outpoints.flatMap((outpoint) => mempool.spenderOf(outpoint) ?? []));
  if (conflicts.size === 0) return { kind: 'allowed', evicted: [] };
  const refuse = (message: string): Replacement => ({
    kind: 'refused',
    refusal: brokenRule(message),
  });
  const refuseFee = (why: string) =>
    refuse(`insufficient fee, rejecting replacement ${transaction.txid}${why}`);

  const evicted = new Set(
    [...conflicts].flatMap((conflict) => [conflict, ...mempool.descendantsOf(conflict)]),
  );
  const parents = outpoints.flatMap(({ txid }) => mempool.get(txid) ?? []);
  if (mempool.ancestorsOf(transaction).some((ancestor) => conflicts.has(ancestor))) {
    return refuse(
      `bad-txns-spends-conflicting-tx, ${transaction.txid} spends conflicting transaction`,
    );
  }
  // Rule 1.
  if (![...conflicts].every((conflict) => signalsReplacement(conflict, mempool)))
    return refuse('txn-mempool-conflict');
  for (const conflict of conflicts) {
    if (isHigherRate(transaction, conflict)) continue;
    const [rate, oldRate] = [renderFeeRate(transaction), renderFeeRate(conflict)];
    return refuseFee(`; new feerate ${rate} <= old feerate ${oldRate}`);
  }
  // Rule 5.
  if (evicted.size > MOST_EVICTED) {
    const count = `too many potential replacements (${evicted.size} > ${MOST_EVICTED})`;
    return refuse(
      `too many potential replacements, rejecting replacement ${transaction.txid}; ${count}`,
    );
  }
  // Rule 2.
  const known = new Set(
    [...conflicts].flatMap((conflict) => outpointsOf(conflict.wire).map(({ txid }) => txid)),
  );
  const added = parents.find(({ txid }) => !known.has(txid));
  if (added !== undefined) {
    const place = outpoints.findIndex(({ txid }) => txid === added.txid);
    return refuse(
      `replacement-adds-unconfirmed, replacement ${transaction.txid} adds unconfirmed input, idx ${place}`,
    );
  }
  // Rules 3 and 4.
  const oldFees = [...evicted].reduce((sum, { fee }) => sum + fee, 0n);
  if (transaction.fee < oldFees) {
    const fees = `${inBitcoins(transaction.fee)} < ${inBitcoins(oldFees)}`;
    return refuseFee(`, less fees than conflicting txs; ${fees}`);
  }
  const additional = transaction.fee - oldFees;
  const needed = INCREMENTAL_FEE_RATE * BigInt(transaction.virtualSize);
  if (additional < needed) {
    return refuseFee(
      `, not enough additional fees to relay; ${inBitcoins(additional)} < ${inBitcoins(needed)}`,
    );
  }
  return { kind: 'allowed', evicted: [...evicted] };
}

/** A transaction signals replaceability itself or through an unconfirmed ancestor. */
function signalsReplacement(transaction: ResolvedTransaction, mempool: Mempool): boolean {
  return [transaction, ...mempool.ancestorsOf(transaction)].some(({ wire }) =>
    wire.ins.some(({ sequence }) => sequence <= MOST_REPLACEABLE_SEQUENCE),
  );
}

/** A fee rate as bitcoind writes it. */
function renderFeeRate({ fee, virtualSize }: ResolvedTransaction): string {
  const [whole, fraction = ''] = inBitcoins((fee * 1_000n) / BigInt(virtualSize)).split('.');
  return `${whole}.${fraction.padEnd(8, '0')} BTC/kvB`;
}

function isHigherRate(one: ResolvedTransaction, other: ResolvedTransaction): boolean {
  return one.fee * BigInt(other.virtualSize) > other.fee * BigInt(one.virtualSize);
}
