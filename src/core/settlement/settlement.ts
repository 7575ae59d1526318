import { lessBps } from '../amounts/amounts.ts';
import { assertNever } from '../assert-never.ts';
import type { ChainName, TokenAddress } from '../swap/chains.ts';
import type { SwapId } from '../swap/ids.ts';
import { type Leg, type SettlementLevel, settlementLevels } from '../swap/swap.ts';

/*
 * When the money has arrived. The executor reads candidates from the chain where it should arrive:
 * successful transfers to the job's receiver in the job's token (`findSettlement`). A candidate
 * settles the swap when all of this holds:
 *
 * - Its block comes after `destinationAnchor`.
 * - Its amount is at least `minOut`; of our own transaction, the sum of what it brought.
 * - No other swap owns it, and no open competing swap could own it just as well.
 * - It is `final`: the chain's `proof_depth` lies above its block.
 * - The payment has landed, or a person may have paid by hand (`react-to-finding.ts`).
 *
 * Where the router names no transaction, exactly one candidate must fit, and the level is
 * `inferred`. A refund follows `attributeRefund`. On a chain that is not configured the router's
 * report counts (`attribute-promised.ts`).
 */

/** What the chain where a swap's money should arrive shows of it. */
export type SettlementFinding =
  | { kind: 'found'; legs: readonly Leg[]; level: Leg['level']; basis?: AttributionRequest }
  /**
   * The router says, and the chain shows, that the receiver was paid in a token that the job did
   * not ask for.
   */
  | { kind: 'paid_in_other_token'; legs: readonly Leg[]; basis?: AttributionRequest }
  /** A fitting payout is there, but a reorg could still take it. */
  | { kind: 'not_final' }
  /**
   * The transaction named, or the chain since our payment, shows no fitting transfer to whoever
   * should get it.
   */
  | { kind: 'nothing' }
  /** The chain cannot be looked at, and what the routing service says is not enough to go by. */
  | { kind: 'unseen'; chain: ChainName }
  | { kind: 'below_minimum'; amount: bigint; minOut: bigint }
  /** Another open swap could own this transfer just as well. */
  | { kind: 'ambiguous' }
  | { kind: 'attributed'; bySwap: SwapId };

/** A transfer that could be this swap's payout or refund. */
export interface PayoutCandidate extends Omit<Leg, 'role' | 'level'> {
  block: bigint;
  /** The chain's `proof_depth` lies above the block. */
  final: boolean;
  /** The other swap that this transfer settled. */
  attributedTo?: SwapId;
  /** A moment at which the chain showed it already, in milliseconds of the journal's clock. */
  observedAt?: number;
}

/**
 * What a chain has shown, and the rule by which it may be attributed to a swap. It says nothing
 * about competing swaps: they are read after it, whenever it is judged.
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
  /** The destination's head before the payment was signed: its payout comes later. */
  destinationAnchor: bigint;
}

interface Expectation extends Expected {
  /** By how much less than what was paid a competitor's refund may be. */
  dropBps: number;
}

/** A swap for which the router names a transaction. */
export interface ReportedExpectation extends Expectation {
  /** The name by which the candidates were read. */
  reportedTxId?: string;
  /**
   * Where one transaction has several names: the transfers that each name of a competing swap
   * stands for. Absent: a transaction has one name, the id of its transfers.
   */
  names?: readonly TransactionName[];
}

export interface TransactionName {
  reportedTxId: string;
  transfers: readonly Pick<Leg, 'txId' | 'index'>[];
}

interface MaybeUnpaid {
  /**
   * The swap waits for a manual deposit, and its address had received nothing at this moment, in
   * milliseconds of the journal's clock; 0: nobody has looked yet. A payout and a refund come after
   * the deposit, so that a transfer that was observed before is not its. Absent: it may be paid.
   */
  noDepositUntil?: number;
}

/** Another swap whose payout goes to the same receiver. */
export interface ExpectedPayout extends Expected, MaybeUnpaid {
  kind: 'payout';
  /** The destination transaction that the router names for the competitor. */
  reportedTxId?: string;
  /** The router says that the competitor is not paid out: it failed, or its money goes back. */
  isReportedUnpaid?: boolean;
}

/**
 * Another swap that paid from the chain where the payout is awaited, and whose refund would come to
 * the same receiver.
 */
export interface ExpectedRefund extends MaybeUnpaid {
  kind: 'refund';
  token: TokenAddress;
  /** What it paid. */
  amount: bigint;
  /** The block of its payment: a refund comes later. Absent: not final yet. */
  paidIn?: bigint;
  /** The transaction that the router names for the competitor, be it of a payout or of a refund. */
  reportedTxId?: string;
  /** The router says that the money has gone over: it is paid out, or waits to be claimed. */
  isReportedPaid?: boolean;
}

export type CompetingExpectation = ExpectedPayout | ExpectedRefund;

/** Our own transaction brought the money: everything in it counts, and nobody else can claim it. */
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
 * Decides whether a payout in a transaction that the router named belongs to this swap. A router
 * may name another swap's payout, or its refund, so a transfer that an open competitor could claim
 * too is taken only where something tells the two apart: the competitor is known to be paid
 * elsewhere, or the amount is exactly what was expected here and not there.
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
  // That a competitor is paid elsewhere, or not at all, only the router says.
  return found([payout], claims.includes('reported_elsewhere') ? 'inferred' : 'verified');
}

/**
 * Decides the same where no transaction was named: only a single fitting payout, with no other open
 * swap to the same receiver and none whose refund it could be, is inferred to be ours.
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
 * Whether a competitor could own one of the transfers; a payout whatever its amount, since
 * providers do not always keep to it.
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
 * What speaks for a competitor's owning the payout; `none` where the chain or the amounts rule it
 * out.
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

/** A name that stands for no transfer that was seen may stand for this one. */
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

/** Addresses are compared in any case: rather one too many. */
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
    isAbout(transfer.amount, amount, dropBps)
  );
}

function isAbout(received: bigint, paid: bigint, dropBps: number): boolean {
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
 * What the router says a swap was paid out with instead, in whatever token; never more than
 * reported, since nobody knows its worth. Any other open swap to the same receiver could own it
 * just as well, and one whose refund it could be.
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
 * Another open swap, or a payment that the journal has lost, to which a transfer back to the payer
 * could belong: as its refund, or as its payout.
 */
export type RefundCompetitor = MaybeUnpaid &
  ({ kind: 'refund'; amount: bigint } | { kind: 'payout'; minOut: bigint });

/** What a swap was paid with, and when. */
interface PaidAmount {
  amount: bigint;
  block: bigint;
  /** By how much less than that its refund may be. */
  dropBps: number;
}

/**
 * Decides whether a transfer back to the payer is the refund of this swap: the only one since the
 * payment that is about the amount paid, with no other open swap that it would fit.
 */
export function attributeRefund(
  candidates: readonly PayoutCandidate[],
  paid: PaidAmount,
  competitors: readonly RefundCompetitor[],
): SettlementFinding {
  const fits = (transfer: PayoutCandidate, competitor: RefundCompetitor): boolean =>
    !isBeforeDeposit(competitor, transfer) &&
    (competitor.kind === 'refund'
      ? isAbout(transfer.amount, competitor.amount, paid.dropBps)
      : transfer.amount >= competitor.minOut);
  const [refund, ...others] = candidates.filter(
    (candidate) =>
      isFree(candidate) &&
      candidate.block > paid.block &&
      isAbout(candidate.amount, paid.amount, paid.dropBps),
  );
  if (!refund) return { kind: 'nothing' };
  if (others.length > 0 || competitors.some((competitor) => fits(refund, competitor)))
    return { kind: 'ambiguous' };
  if (!refund.final) return { kind: 'not_final' };
  return found([refund], 'inferred', 'refund');
}

/** Those that are large enough and late enough to be what the swap waits for. */
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
          block > request.paid.block && isAbout(amount, request.paid.amount, request.paid.dropBps)
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

/** A settlement is as well proven as its weakest leg; `undefined` without any. */
export function weakestLevel(legs: readonly Leg[]): SettlementLevel | undefined {
  return settlementLevels.findLast((level) => legs.some((leg) => leg.level === level));
}
