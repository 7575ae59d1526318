import { lessBps } from '../amounts/amounts.ts';
import { assertNever } from '../assert-never.ts';
import type { ChainName, TokenAddress } from '../swap/chains.ts';
import type { SwapId } from '../swap/ids.ts';
import { type Leg, type SettlementLevel, settlementLevels } from '../swap/swap.ts';

/*
 * When a payout counts as arrived. The executor reads candidates from the chain where the money
 * should arrive: successful transfers to the job's receiver in the job's token (`findSettlement`).
 *
 * On a chain that is not configured the router's report counts (`attribute-promised.ts`). On all
 * others the candidate must be `final` (at least `proof_depth` blocks on top of it), and the
 * payment must have landed, or the deposit address have been shown (`react-to-finding.ts`).
 * Besides:
 *
 * - Our own transaction brought it: its transfers sum to at least `minOut` (`attributeOwn`).
 * - The router names its transaction: its block comes after `destinationAnchor`, its amount is at
 *   least `minOut`, no other swap owns it, and no open competing swap could own it. If only the
 *   router's report rules a competitor out, the level is `inferred` (`attributeReported`).
 * - The router names none: exactly one such candidate fits, whatever amount a competing swap
 *   expects, and the level is `inferred` (`attributeUnreported`).
 * - The router names a payout in another token: the swap ends as `refunded`, funds `moved`
 *   (`attributeOtherToken`). A refund follows `attributeRefund`.
 */

/** What the chain shows of the money that a swap waits for. */
export type SettlementFinding =
  | { kind: 'found'; legs: readonly Leg[]; level: Leg['level']; basis?: AttributionRequest }
  /** The router reports, and the chain shows, a payout in another token than the job's. */
  | { kind: 'paid_in_other_token'; legs: readonly Leg[]; basis?: AttributionRequest }
  /** A matching payout that a reorg could still remove. */
  | { kind: 'not_final' }
  /** The named transaction, or the chain since our payment, shows no matching transfer. */
  | { kind: 'nothing' }
  /** Ferryman cannot read the chain, and the router's report is not sufficient. */
  | { kind: 'unseen'; chain: ChainName }
  | { kind: 'below_minimum'; amount: bigint; minOut: bigint }
  /** Another open swap could own this transfer too. */
  | { kind: 'ambiguous' }
  | { kind: 'attributed'; bySwap: SwapId };

/** A transfer that could be this swap's payout or refund. */
export interface PayoutCandidate extends Omit<Leg, 'role' | 'level'> {
  block: bigint;
  /** At least `proof_depth` blocks are on top of `block`. */
  final: boolean;
  /** The other swap that this transfer settled. */
  attributedTo?: SwapId;
  /** A time at which the chain already showed it, in milliseconds of the journal's clock. */
  observedAt?: number;
}

/**
 * Transfers that a chain showed, and the rule to attribute them by. Competing swaps are not part of
 * it: they are read whenever it is judged.
 */
export type AttributionRequest = { candidates: readonly PayoutCandidate[] } & (
  | { rule: 'reported'; expectation: ReportedExpectation }
  | { rule: 'unreported'; expectation: Expectation }
  | { rule: 'other_token'; expectation: Pick<Expectation, 'destinationAnchor' | 'dropBps'> }
  | { rule: 'refund'; paid: PaidAmount }
);

interface Expected {
  minOut: bigint;
  expectedOut: bigint;
  /** The destination head before the payment was signed: the payout comes in later blocks. */
  destinationAnchor: bigint;
}

interface Expectation extends Expected {
  /** How much less than the payment a competitor's refund may be, in basis points. */
  dropBps: number;
}

/** A swap for which the router names a transaction. */
export interface ReportedExpectation extends Expectation {
  /** The name by which the candidates were read. */
  reportedTxId?: string;
  /**
   * If a transaction has several names: the transfers behind each name that a competing swap has.
   * Absent: a transaction has one name, the id of its transfers.
   */
  names?: readonly TransactionName[];
}

export interface TransactionName {
  reportedTxId: string;
  transfers: readonly Pick<Leg, 'txId' | 'index'>[];
}

interface MaybeUnpaid {
  /**
   * The swap waits for a manual deposit, and its address had received nothing by this time, in
   * milliseconds of the journal's clock (0: not read yet). A transfer observed earlier is not its
   * payout or refund, since these come after the deposit. Absent: it may be paid.
   */
  noDepositUntil?: number;
}

/** A competing swap whose payout goes to the same receiver. */
export interface ExpectedPayout extends Expected, MaybeUnpaid {
  kind: 'payout';
  /** The destination transaction that the router names for the competitor. */
  reportedTxId?: string;
  /** The router reports that the competitor gets no payout: it failed, or is refunded. */
  isReportedUnpaid?: boolean;
}

/** A competing swap that paid from this chain, and whose refund would go to the same receiver. */
export interface ExpectedRefund extends MaybeUnpaid {
  kind: 'refund';
  token: TokenAddress;
  /** The amount it paid. */
  amount: bigint;
  /** The block of its payment: a refund comes later. Absent: not final yet. */
  paidIn?: bigint;
  /** The transaction that the router names for the competitor, a payout or a refund. */
  reportedTxId?: string;
  /** The router reports that the competitor is paid out or can be claimed, so not refunded. */
  isReportedPaid?: boolean;
}

export type CompetingExpectation = ExpectedPayout | ExpectedRefund;

/** Our own transaction brought the money: every transfer in it is ours. */
export function attributeOwn(
  candidates: readonly PayoutCandidate[],
  minOut: bigint,
  role: Leg['role'] = 'payout',
): SettlementFinding {
  if (candidates.length === 0) return { kind: 'nothing' };
  const amount = candidates.reduce((sum, candidate) => sum + candidate.amount, 0n);
  if (amount < minOut) return { kind: 'below_minimum', amount, minOut };
  return candidates.every((candidate) => candidate.final)
    ? found(candidates, 'verified', role)
    : { kind: 'not_final' };
}

/**
 * Decides whether a payout in a transaction that the router names belongs to this swap. A router
 * may name another swap's payout or refund. So a transfer that a competing swap could own counts
 * only if the competitor is reported to be paid elsewhere, or the amount is exactly the expected
 * one here and not there.
 */
export function attributeReported(
  candidates: readonly PayoutCandidate[],
  expectation: ReportedExpectation,
  competitors: readonly CompetingExpectation[],
): SettlementFinding {
  const later = candidates.filter((candidate) => candidate.block > expectation.destinationAnchor);
  const enough = later.filter((candidate) => candidate.amount >= expectation.minOut);
  const payout = closest(enough.filter(isFree), expectation.expectedOut);
  if (!payout) {
    const [owner] = enough.flatMap(({ attributedTo }) => attributedTo ?? []);
    if (owner !== undefined) return { kind: 'attributed', bySwap: owner };
    const best = closest(later.filter(isFree), expectation.expectedOut);
    return best
      ? { kind: 'below_minimum', amount: best.amount, minOut: expectation.minOut }
      : { kind: 'nothing' };
  }
  const claims = competitors.map((competitor) => claimOf(competitor, payout, expectation));
  if (claims.includes('open')) return { kind: 'ambiguous' };
  if (!payout.final) return { kind: 'not_final' };
  // Only the router reports that a competitor is paid elsewhere, or not at all.
  return found([payout], claims.includes('reported_elsewhere') ? 'inferred' : 'verified');
}

/**
 * The same without a named transaction: infers a payout only if exactly one fits, no other open
 * swap pays the same receiver, and it could be no other swap's refund.
 */
export function attributeUnreported(
  candidates: readonly PayoutCandidate[],
  expectation: Expectation,
  competitors: readonly CompetingExpectation[],
): SettlementFinding {
  const fitting = candidates.filter(
    (candidate) =>
      isFree(candidate) &&
      candidate.block > expectation.destinationAnchor &&
      candidate.amount >= expectation.minOut,
  );
  const [payout, ...others] = fitting;
  if (!payout) return { kind: 'nothing' };
  if (others.length > 0 || isContested([payout], expectation, competitors))
    return { kind: 'ambiguous' };
  if (!payout.final) return { kind: 'not_final' };
  return found([payout], 'inferred');
}

/**
 * Whether a competitor could own one of the transfers. The amount of a payout does not matter,
 * since providers may pay less than promised.
 */
function isContested(
  transfers: readonly PayoutCandidate[],
  expectation: Pick<Expectation, 'dropBps'>,
  competitors: readonly CompetingExpectation[],
): boolean {
  return competitors.some((competitor) =>
    transfers.some((transfer) =>
      competitor.kind === 'payout'
        ? couldBePayoutOf(competitor, transfer)
        : couldBeRefundOf(competitor, transfer, expectation),
    ),
  );
}

/**
 * How likely it is that a competitor owns the payout. `none`: the chain or the amounts rule it out.
 * `reported_elsewhere`: only the router rules it out.
 */
function claimOf(
  competitor: CompetingExpectation,
  payout: PayoutCandidate,
  expectation: ReportedExpectation,
): 'none' | 'reported_elsewhere' | 'open' {
  if (!couldOwn(competitor, payout, expectation)) return 'none';
  const theirs = competitor.kind === 'payout' ? competitor.expectedOut : competitor.amount;
  const exactlyOurs = payout.amount === expectation.expectedOut && payout.amount !== theirs;
  if (exactlyOurs) return 'none';
  const exactlyTheirs = payout.amount === theirs && payout.amount !== expectation.expectedOut;
  const isRuledOut =
    competitor.kind === 'payout' ? competitor.isReportedUnpaid : competitor.isReportedPaid;
  const isElsewhere =
    isRuledOut === true || namesAnother(competitor.reportedTxId, payout, expectation);
  return isElsewhere && !exactlyTheirs ? 'reported_elsewhere' : 'open';
}

/** A name whose transfers are unknown may be a name of this one. */
function namesAnother(
  named: string | undefined,
  { txId, index }: PayoutCandidate,
  { reportedTxId, names }: ReportedExpectation,
): boolean {
  if (named === undefined || named === txId || named === reportedTxId) return false;
  if (!names) return true;
  const { transfers = [] } = names.find((one) => one.reportedTxId === named) ?? {};
  return (
    transfers.length > 0 &&
    !transfers.some((transfer) => transfer.txId === txId && transfer.index === index)
  );
}

function couldOwn(
  competitor: CompetingExpectation,
  payout: PayoutCandidate,
  expectation: Expectation,
): boolean {
  switch (competitor.kind) {
    case 'payout':
      return couldBePayoutOf(competitor, payout) && payout.amount >= competitor.minOut;
    case 'refund':
      return couldBeRefundOf(competitor, payout, expectation);
    default:
      return assertNever(competitor, 'competitor');
  }
}

function couldBePayoutOf(competitor: ExpectedPayout, transfer: PayoutCandidate): boolean {
  return transfer.block > competitor.destinationAnchor && !isBeforeDeposit(competitor, transfer);
}

function isBeforeDeposit(
  { noDepositUntil }: MaybeUnpaid,
  { observedAt }: PayoutCandidate,
): boolean {
  return noDepositUntil !== undefined && observedAt !== undefined && observedAt < noDepositUntil;
}

/** Ignores the case of addresses: it is safer to find one competitor too many. */
function couldBeRefundOf(
  competitor: ExpectedRefund,
  transfer: PayoutCandidate,
  { dropBps }: Pick<Expectation, 'dropBps'>,
): boolean {
  const { token, amount, paidIn } = competitor;
  if (isBeforeDeposit(competitor, transfer)) return false;
  if (paidIn !== undefined && transfer.block <= paidIn) return false;
  return (
    transfer.token.toLowerCase() === token.toLowerCase() &&
    isRefundSized(transfer.amount, amount, dropBps)
  );
}

function isRefundSized(received: bigint, paid: bigint, dropBps: number): boolean {
  return received <= paid && received >= lessBps(paid, dropBps);
}

function isFree({ attributedTo }: PayoutCandidate): boolean {
  return attributedTo === undefined;
}

/** The candidate whose amount is nearest to `expected`, in base units. */
export function closest(
  candidates: readonly PayoutCandidate[],
  expected: bigint,
): PayoutCandidate | undefined {
  const distance = (candidate: PayoutCandidate): bigint =>
    candidate.amount > expected ? candidate.amount - expected : expected - candidate.amount;
  return candidates.reduce<PayoutCandidate | undefined>(
    (best, candidate) =>
      best === undefined || distance(candidate) < distance(best) ? candidate : best,
    undefined,
  );
}

/**
 * Attributes a payout in another token, which the router reports. The level is never above
 * `router-reported`, since the token's worth is unknown. Ambiguous if it could be the payout or
 * refund of another open swap.
 */
export function attributeOtherToken(
  candidates: readonly PayoutCandidate[],
  expectation: Pick<Expectation, 'destinationAnchor' | 'dropBps'>,
  competitors: readonly CompetingExpectation[],
): SettlementFinding {
  const later = candidates.filter((candidate) => candidate.block > expectation.destinationAnchor);
  const free = later.filter(isFree);
  const [owner] = later.flatMap(({ attributedTo }) => attributedTo ?? []);
  if (free.length === 0)
    return owner === undefined ? { kind: 'nothing' } : { kind: 'attributed', bySwap: owner };
  if (isContested(free, expectation, competitors)) return { kind: 'ambiguous' };
  if (free.some(({ final }) => !final)) return { kind: 'not_final' };
  return { kind: 'paid_in_other_token', legs: legsOf(free, 'router-reported', 'payout') };
}

/**
 * A competing swap or lost payment that could own a transfer back to the payer, as its refund or
 * its payout.
 */
export type RefundCompetitor = MaybeUnpaid &
  ({ kind: 'refund'; amount: bigint } | { kind: 'payout'; minOut: bigint });

/** What a swap paid, and in which block. */
interface PaidAmount {
  amount: bigint;
  block: bigint;
  /** How much less than `amount` its refund may be, in basis points. */
  dropBps: number;
}

/**
 * Decides whether a transfer back to the payer is this swap's refund: the only one since the
 * payment of about the amount paid, and no other open swap could own it.
 */
export function attributeRefund(
  candidates: readonly PayoutCandidate[],
  paid: PaidAmount,
  competitors: readonly RefundCompetitor[],
): SettlementFinding {
  const fits = (transfer: PayoutCandidate, competitor: RefundCompetitor): boolean =>
    !isBeforeDeposit(competitor, transfer) &&
    (competitor.kind === 'refund'
      ? isRefundSized(transfer.amount, competitor.amount, paid.dropBps)
      : transfer.amount >= competitor.minOut);
  const [refund, ...others] = candidates.filter(
    (candidate) =>
      isFree(candidate) &&
      candidate.block > paid.block &&
      isRefundSized(candidate.amount, paid.amount, paid.dropBps),
  );
  if (!refund) return { kind: 'nothing' };
  if (others.length > 0 || competitors.some((competitor) => fits(refund, competitor)))
    return { kind: 'ambiguous' };
  if (!refund.final) return { kind: 'not_final' };
  return found([refund], 'inferred', 'refund');
}

/** The candidates that are large and late enough for the swap. */
export function fittingOf(request: AttributionRequest): PayoutCandidate[] {
  return request.candidates.filter(({ amount, block }) => {
    switch (request.rule) {
      case 'reported':
      case 'unreported':
        return (
          block > request.expectation.destinationAnchor && amount >= request.expectation.minOut
        );
      case 'other_token':
        return block > request.expectation.destinationAnchor;
      case 'refund':
        return (
          block > request.paid.block &&
          isRefundSized(amount, request.paid.amount, request.paid.dropBps)
        );
      default:
        return assertNever(request, 'attribution');
    }
  });
}

function found(
  payouts: readonly PayoutCandidate[],
  level: Leg['level'],
  role: Leg['role'] = 'payout',
): SettlementFinding {
  return { kind: 'found', legs: legsOf(payouts, level, role), level };
}

export function legsOf(
  payouts: readonly PayoutCandidate[],
  level: Leg['level'],
  role: Leg['role'],
): Leg[] {
  return payouts.map(({ chain, txId, index, token, amount }) => ({
    chain,
    txId,
    index,
    token,
    amount,
    role,
    level,
  }));
}

/**
 * The weakest level of the legs: a settlement is only as well proven as that. `undefined` without
 * legs.
 */
export function weakestLevel(legs: readonly Leg[]): SettlementLevel | undefined {
  return settlementLevels.findLast((level) => legs.some((leg) => leg.level === level));
}
