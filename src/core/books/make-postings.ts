import type { ChainName, Family, TokenAddress } from '../swap/chains.ts';
import { isNativeAsset } from '../swap/is-native-asset.ts';
import type { Job } from '../swap/job.ts';
import { sameAccount } from '../swap/same-account.ts';
import { isPayment, type StepKind, type StepOutcome } from '../swap/swap.ts';
import type { BookedToken, Posting } from './posting.ts';

/** A transaction of the swap, signed here, that is final or was so when it was booked. */
export interface OwnTransaction {
  /** Names attempt and step: a transaction may serve steps of several swaps. */
  source: string;
  kind: StepKind;
  outcome: StepOutcome;
  family: Family;
  chain: ChainName;
  txId: string;
  account: string;
  wallet: string;
  /** The swap's part of the fee, in the chain's coin. */
  fee: bigint;
  /** Whether a later proof found that it is not on the chain. */
  isGone: boolean;
  booked: BookedOfTransaction;
}

/** What earlier entries have of a transaction for the swap. */
export interface BookedOfTransaction {
  /** How many postings. */
  count: number;
  /** Their sums, in base units. */
  payment: bigint;
  fee: bigint;
}

/** What arrived for the swap, as it is attributed; or an attribution that a person has withdrawn. */
export interface BookedLeg extends BookedToken {
  source: string;
  role: 'payout' | 'refund';
  txId: string;
  amount: bigint;
  isWithdrawn: boolean;
}

/** What a person paid to the deposit target of a swap. */
interface ManualPayment {
  source: string;
  txId: string;
  payer?: string;
  amount: bigint;
}

/** By how much a transaction changed the coins of an account, and what of that is booked so far. */
export interface CoinChange {
  chain: ChainName;
  txId: string;
  account: string;
  change: bigint;
  /** How many postings, and their sum. */
  booked: { count: number; amount: bigint };
}

export interface BookFacts {
  job: Pick<Job, 'from' | 'to' | 'amount' | 'receiver' | 'refundAddress'>;
  own: readonly { name: string; family: Family; address: string }[];
  /** Those that are not booked yet, or otherwise than the newest proof says. */
  transactions: readonly OwnTransaction[];
  legs: readonly BookedLeg[];
  manualPayments: readonly ManualPayment[];
}

/** What of a swap is to be booked now, without the coins that only the chain shows. */
export function makePostings(
  facts: BookFacts,
  coinOf: (chain: ChainName) => BookedToken,
): Posting[] {
  const { job, transactions, legs, manualPayments } = facts;
  return [
    ...transactions.flatMap((one) => ofTransaction(one, job, coinOf(one.chain))),
    ...manualPayments.map(({ source, txId, payer = '', amount }) => ({
      ...assetOf(job.from),
      ...{ source, txId, kind: 'payment' as const, amount: -amount },
      ...accountIn(facts, job.from.family, payer),
    })),
    ...legs.map(({ role, isWithdrawn, amount, ...leg }) => ({
      ...leg,
      kind: role,
      amount: isWithdrawn ? -amount : amount,
      ...accountIn(facts, leg.family, role === 'refund' ? job.refundAddress : job.receiver),
    })),
  ].filter(({ amount }) => amount !== 0n);
}

/** What a transaction took of its account for the swap, by the newest proof. */
export function takenBy(
  { kind, outcome, fee, isGone }: Omit<OwnTransaction, 'source' | 'booked'>,
  { amount }: Pick<Job, 'amount'>,
): Omit<BookedOfTransaction, 'count'> {
  if (isGone) return { payment: 0n, fee: 0n };
  const pays = isPayment(kind) && outcome === 'landed';
  return { payment: pays ? -amount : 0n, fee: -fee };
}

/** What is booked never changes: if a later proof says otherwise, the difference is booked. */
function ofTransaction(
  transaction: OwnTransaction,
  job: BookFacts['job'],
  coin: BookedToken,
): Posting[] {
  const { family, chain, txId, account, wallet, booked } = transaction;
  const common = { family, chain, txId, account, wallet };
  const taken = takenBy(transaction, job);
  const source = `${transaction.source}${booked.count === 0 ? '' : ` after ${booked.count}`}`;
  return [
    {
      ...{ ...assetOf(job.from), ...common, source, kind: 'payment' },
      amount: taken.payment - booked.payment,
    },
    {
      ...{ ...coin, ...common, source: `${source} fee`, kind: 'network-fee' },
      amount: taken.fee - booked.fee,
    },
  ];
}

/**
 * What a transaction did to the coins of an account beside what is booked: a bridge's fee, rent, gas
 * that came back. With it the postings add up to what the chain shows.
 */
export function coinPostings(
  postings: readonly Posting[],
  changes: readonly CoinChange[],
  coinOf: (chain: ChainName) => BookedToken,
  facts: Pick<BookFacts, 'own'>,
): Posting[] {
  return changes.flatMap(({ chain, txId, account, change, booked }) => {
    const coin = coinOf(chain);
    const known = postings
      .filter((one) => isOf(one, { ...coin, txId, account }))
      .reduce((sum, { amount }) => sum + amount, booked.amount);
    const amount = change - known;
    if (amount === 0n || coin.family === 'other') return [];
    return [
      {
        ...coin,
        ...{ txId, amount, kind: amount < 0n ? ('charge' as const) : ('return' as const) },
        // It tells it from an earlier one of the same transaction.
        source: `coins ${chain} ${txId} ${account} after ${booked.count} postings`,
        ...accountIn(facts, coin.family, account),
      },
    ];
  });
}

function isOf(
  posting: Posting,
  { family, chain, token, txId, account }: BookedToken & { txId: string; account: string },
): boolean {
  return (
    posting.chain === chain &&
    posting.txId === txId &&
    sameAccount(family, posting.token, token) &&
    sameAccount(family, posting.account, account)
  );
}

function assetOf({
  family,
  chain,
  token,
  symbol,
  decimals,
  listed,
}: Job['from' | 'to']): BookedToken {
  const isListed = listed === true || isNativeAsset(family, chain, token);
  return { family, chain, token, symbol, decimals, listed: isListed };
}

/** Which of the wallets an address is, if it is one. */
export function accountIn(
  { own }: Pick<BookFacts, 'own'>,
  family: Family | 'other',
  account: string,
): Pick<Posting, 'account' | 'wallet'> {
  const found = own.find(
    (wallet) => wallet.family === family && sameAccount(family, wallet.address, account),
  );
  return { account, ...(found ? { wallet: found.name } : {}) };
}

/** The token of a leg: one of the job's, or another one that is known by its address only. */
export function tokenOfLeg(
  { from, to }: Pick<Job, 'from' | 'to'>,
  { chain, token }: { chain: ChainName; token: TokenAddress },
): BookedToken {
  const known = [to, from].find(
    (asset) => asset.chain === chain && sameAccount(asset.family, asset.token, token),
  );
  if (known) return assetOf(known);
  const family = to.chain === chain ? to.family : from.family;
  return { family, chain, token, listed: false };
}
