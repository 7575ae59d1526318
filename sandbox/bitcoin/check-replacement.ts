import type { Mempool } from './mempool.ts';
import { brokenRule, inBitcoins, type Refusal } from './refusal.ts';
import { outpointsOf, type ResolvedTransaction } from './resolved-transaction.ts';

export type Replacement =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** `evicted`: what has to make room, with its descendants. None: there is no conflict. */
  | { readonly kind: 'allowed'; readonly evicted: readonly ResolvedTransaction[] };

/** An input with a number up to this one says that its transaction may be replaced (BIP 125). */
const MOST_REPLACEABLE_SEQUENCE = 0xfffffffd;
/** Rule 5 of BIP 125. */
const MOST_EVICTED = 100;
/** In satoshis for each virtual byte: Bitcoin Core's `incrementalrelayfee`. */
const INCREMENTAL_FEE_RATE = 1n;

/**
 * Whether a transaction may take the place of those that spend what it spends: the five rules of
 * BIP 125, and Bitcoin Core's own that the bid for each byte must rise (src/policy/rbf.cpp).
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

/**
 * A transaction may be replaced where it says so itself, or where one does that it needs and that
 * waits too.
 */
function signalsReplacement(transaction: ResolvedTransaction, mempool: Mempool): boolean {
  return [transaction, ...mempool.ancestorsOf(transaction)].some(({ wire }) =>
    wire.ins.some(({ sequence }) => sequence <= MOST_REPLACEABLE_SEQUENCE),
  );
}

/** As bitcoind writes it. */
function renderFeeRate({ fee, virtualSize }: ResolvedTransaction): string {
  const [whole, fraction = ''] = inBitcoins((fee * 1_000n) / BigInt(virtualSize)).split('.');
  return `${whole}.${fraction.padEnd(8, '0')} BTC/kvB`;
}

function isHigherRate(one: ResolvedTransaction, other: ResolvedTransaction): boolean {
  return one.fee * BigInt(other.virtualSize) > other.fee * BigInt(one.virtualSize);
}
