import { lessBps } from '../amounts/amounts.ts';
import { assertNever } from '../assert-never.ts';
import type { ChainName, TokenAddress } from '../swap/chains.ts';
import type { SwapId } from '../swap/ids.ts';
import { type Leg, type SettlementLevel, settlementLevels } from '../swap/swap.ts';

/** What a look at the chain where a swap's money should arrive says about it. */
export type SettlementFinding =
  | { kind: 'found'; legs: readonly Leg[]; level: Leg['level']; basis?: AttributionRequest }
  /** The router says, and the chain shows, that the receiver was paid in a token that the job did not ask for. */
  | { kind: 'paid_in_other_token'; legs: readonly Leg[]; basis?: AttributionRequest }
  /** A fitting payout is there, but a reorg could still take it. */
  | { kind: 'not_final' }
  /** The transaction named, or the chain since our payment, shows no fitting transfer to whoever should get it. */
  | { kind: 'nothing' }
  /** The chain can not be looked at, and what the routing service says is not enough to go by. */
  | { kind: 'unseen'; chain: ChainName }
  | { kind: 'below_minimum'; amount: bigint; minOut: bigint }
  /** Another open swap could own this transfer just as well. */
  | { kind: 'ambiguous' }
  | { kind: 'claimed'; bySwap: SwapId };

/** A transfer that could be this swap's payout or refund. */
export interface PayoutCandidate extends Omit<Leg, 'role' | 'level'> {
  block: bigint;
  final: boolean;
  /** The other swap that this transfer settled. */
  claimedBy?: SwapId;
  /** A moment at which the chain showed it already, in milliseconds of the journal's clock. */
  observedAt?: number;
}

/**
 * What a chain has shown, and the rule by which it may be attributed to a swap. It says nothing about
 * competing swaps: they are read after it, whenever it is judged.
 */
export type AttributionRequest = { candidates: readonly PayoutCandidate[] } & (
  | { rule: 'reported'; claimant: ReportedClaimant }
  | { rule: 'unreported'; claimant: Claimant }
  | { rule: 'other_token'; claimant: Pick<Claimant, 'destinationAnchor' | 'dropBps'> }
  | { rule: 'refund'; paid: PaidAmount }
);

interface Expected {
  minOut: bigint;
  expectedOut: bigint;
  /** Destination head when the payment was made: a payout comes later. */
  destinationAnchor: bigint;
}

interface Claimant extends Expected {
  /** By how much less than what was paid a rival's refund may be. */
  dropBps: number;
}

/** A swap for which the router names a transaction. */
export interface ReportedClaimant extends Claimant {
  /** The name by which the candidates were read. */
  reportedTxId?: string;
  /**
   * Where one transaction has several names: the transfers that each name of a competing swap stands
   * for. Absent: a transaction has one name, the id of its transfers.
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
export interface PayoutClaimant extends Expected, MaybeUnpaid {
  kind: 'payout';
  /** The destination transaction that the router names for the rival. */
  reportedTxId?: string;
  /** The router says that the rival is not paid out: it failed, or its money goes back. */
  isReportedUnpaid?: boolean;
}

/** Another swap that paid from the chain where the payout is awaited, and whose refund would come to the same receiver. */
export interface RefundClaimant extends MaybeUnpaid {
  kind: 'refund';
  token: TokenAddress;
  /** What it paid. */
  amount: bigint;
  /** The block of its payment: a refund comes later. Absent: not final yet. */
  paidIn?: bigint;
  /** The transaction that the router names for the rival, be it of a payout or of a refund. */
  reportedTxId?: string;
  /** The router says that the money has gone over: it is paid out, or waits to be claimed. */
  isReportedPaid?: boolean;
}

export type RivalClaimant = PayoutClaimant | RefundClaimant;

/** Our own transaction brought the money: everything in it counts, and nobody else can claim it. */
export function attributeOwn(
  candidates: readonly PayoutCandidate[],
  minOut: bigint,
  role: Leg['role'] = 'payout',
): SettlementFinding {
  if (candidates.length === 0) return { kind: 'nothing' };
  const amount = candidates.reduce((sum, candidate) => sum + candidate.amount, 0n);
  if (amount < minOut) return { kind: 'below_minimum', amount, minOut };
  return candidates.every((candidate) => candidate.final) ? found(candidates, 'verified', role) : { kind: 'not_final' };
}

/**
 * Decides whether a payout in a transaction that the router named belongs to this swap. A router may name another swap's
 * payout, or its refund, so a transfer that an open rival could claim too is taken only where something tells the two apart: the rival is
 * known to be paid elsewhere, or the amount is exactly what was expected here and not there.
 */
export function attributeReported(
  candidates: readonly PayoutCandidate[],
  claimant: ReportedClaimant,
  rivals: readonly RivalClaimant[],
): SettlementFinding {
  const later = candidates.filter((candidate) => candidate.block > claimant.destinationAnchor);
  const enough = later.filter((candidate) => candidate.amount >= claimant.minOut);
  const payout = closest(enough.filter(isFree), claimant.expectedOut);
  if (!payout) {
    const [owner] = enough.flatMap(({ claimedBy }) => claimedBy ?? []);
    if (owner !== undefined) return { kind: 'claimed', bySwap: owner };
    const best = closest(later.filter(isFree), claimant.expectedOut);
    return best ? { kind: 'below_minimum', amount: best.amount, minOut: claimant.minOut } : { kind: 'nothing' };
  }
  const claims = rivals.map((rival) => claimOf(rival, payout, claimant));
  if (claims.includes('open')) return { kind: 'ambiguous' };
  if (!payout.final) return { kind: 'not_final' };
  // That a rival is paid elsewhere, or not at all, only the router says.
  return found([payout], claims.includes('said_to_be_elsewhere') ? 'inferred' : 'verified');
}

/**
 * Decides the same where no transaction was named: only a single fitting payout, with no other open swap to the same receiver
 * and none whose refund it could be, is inferred to be ours.
 */
export function attributeUnreported(
  candidates: readonly PayoutCandidate[],
  claimant: Claimant,
  rivals: readonly RivalClaimant[],
): SettlementFinding {
  const fitting = candidates.filter(
    (candidate) =>
      isFree(candidate) && candidate.block > claimant.destinationAnchor && candidate.amount >= claimant.minOut,
  );
  const [payout, ...others] = fitting;
  if (!payout) return { kind: 'nothing' };
  if (others.length > 0 || isContested([payout], claimant, rivals)) return { kind: 'ambiguous' };
  if (!payout.final) return { kind: 'not_final' };
  return found([payout], 'inferred');
}

/** Whether a rival could own one of the transfers; a payout whatever its amount, since providers do not always keep to it. */
function isContested(
  transfers: readonly PayoutCandidate[],
  claimant: Pick<Claimant, 'dropBps'>,
  rivals: readonly RivalClaimant[],
): boolean {
  return rivals.some((rival) =>
    transfers.some((transfer) =>
      rival.kind === 'payout' ? couldBePayoutOf(rival, transfer) : couldBeRefundOf(rival, transfer, claimant),
    ),
  );
}

/** What speaks for a rival's owning the payout; `none` where the chain or the amounts rule it out. */
function claimOf(
  rival: RivalClaimant,
  payout: PayoutCandidate,
  claimant: ReportedClaimant,
): 'none' | 'said_to_be_elsewhere' | 'open' {
  if (!couldOwn(rival, payout, claimant)) return 'none';
  const theirs = rival.kind === 'payout' ? rival.expectedOut : rival.amount;
  const exactlyOurs = payout.amount === claimant.expectedOut && payout.amount !== theirs;
  if (exactlyOurs) return 'none';
  const exactlyTheirs = payout.amount === theirs && payout.amount !== claimant.expectedOut;
  const isRuledOut = rival.kind === 'payout' ? rival.isReportedUnpaid : rival.isReportedPaid;
  const isElsewhere = isRuledOut === true || namesAnother(rival.reportedTxId, payout, claimant);
  return isElsewhere && !exactlyTheirs ? 'said_to_be_elsewhere' : 'open';
}

/** A name that stands for no transfer that was seen may stand for this one. */
function namesAnother(
  named: string | undefined,
  { txId, index }: PayoutCandidate,
  { reportedTxId, names }: ReportedClaimant,
): boolean {
  if (named === undefined || named === txId || named === reportedTxId) return false;
  if (!names) return true;
  const { transfers = [] } = names.find((one) => one.reportedTxId === named) ?? {};
  return transfers.length > 0 && !transfers.some((transfer) => transfer.txId === txId && transfer.index === index);
}

function couldOwn(rival: RivalClaimant, payout: PayoutCandidate, claimant: Claimant): boolean {
  switch (rival.kind) {
    case 'payout':
      return couldBePayoutOf(rival, payout) && payout.amount >= rival.minOut;
    case 'refund':
      return couldBeRefundOf(rival, payout, claimant);
    default:
      return assertNever(rival, 'rival');
  }
}

function couldBePayoutOf(rival: PayoutClaimant, transfer: PayoutCandidate): boolean {
  return transfer.block > rival.destinationAnchor && !isBeforeDeposit(rival, transfer);
}

function isBeforeDeposit({ noDepositUntil }: MaybeUnpaid, { observedAt }: PayoutCandidate): boolean {
  return noDepositUntil !== undefined && observedAt !== undefined && observedAt < noDepositUntil;
}

/** Addresses are compared in any case: rather one too many. */
function couldBeRefundOf(
  rival: RefundClaimant,
  transfer: PayoutCandidate,
  { dropBps }: Pick<Claimant, 'dropBps'>,
): boolean {
  const { token, amount, paidIn } = rival;
  if (isBeforeDeposit(rival, transfer)) return false;
  if (paidIn !== undefined && transfer.block <= paidIn) return false;
  return transfer.token.toLowerCase() === token.toLowerCase() && isAbout(transfer.amount, amount, dropBps);
}

function isAbout(received: bigint, paid: bigint, dropBps: number): boolean {
  return received <= paid && received >= lessBps(paid, dropBps);
}

function isFree({ claimedBy }: PayoutCandidate): boolean {
  return claimedBy === undefined;
}

/** The candidate whose amount is nearest to `expected`, in base units. */
export function closest(candidates: readonly PayoutCandidate[], expected: bigint): PayoutCandidate | undefined {
  const distance = (candidate: PayoutCandidate): bigint =>
    candidate.amount > expected ? candidate.amount - expected : expected - candidate.amount;
  return candidates.reduce<PayoutCandidate | undefined>(
    (best, candidate) => (best === undefined || distance(candidate) < distance(best) ? candidate : best),
    undefined,
  );
}

/**
 * What the router says a swap was paid out with instead, in whatever token; never more than reported, since nobody knows its worth. Any
 * other open swap to the same receiver could own it just as well, and one whose refund it could be.
 */
export function attributeOtherToken(
  candidates: readonly PayoutCandidate[],
  claimant: Pick<Claimant, 'destinationAnchor' | 'dropBps'>,
  rivals: readonly RivalClaimant[],
): SettlementFinding {
  const later = candidates.filter((candidate) => candidate.block > claimant.destinationAnchor);
  const free = later.filter(isFree);
  const [owner] = later.flatMap(({ claimedBy }) => claimedBy ?? []);
  if (free.length === 0) return owner === undefined ? { kind: 'nothing' } : { kind: 'claimed', bySwap: owner };
  if (isContested(free, claimant, rivals)) return { kind: 'ambiguous' };
  if (free.some(({ final }) => !final)) return { kind: 'not_final' };
  return { kind: 'paid_in_other_token', legs: legsOf(free, 'router-reported', 'payout') };
}

/** Another open swap, or a payment that the journal has lost, to which a transfer back to the payer could belong: as its refund, or as its payout. */
export type RefundRival = MaybeUnpaid & ({ kind: 'refund'; amount: bigint } | { kind: 'payout'; minOut: bigint });

/** What a swap was paid with, and when. */
interface PaidAmount {
  amount: bigint;
  block: bigint;
  /** By how much less than that its refund may be. */
  dropBps: number;
}

/**
 * Decides whether a transfer back to the payer is the refund of this swap: the only one since the payment that is about the amount paid,
 * with no other open swap that it would fit.
 */
export function attributeRefund(
  candidates: readonly PayoutCandidate[],
  paid: PaidAmount,
  rivals: readonly RefundRival[],
): SettlementFinding {
  const fits = (transfer: PayoutCandidate, rival: RefundRival): boolean =>
    !isBeforeDeposit(rival, transfer) &&
    (rival.kind === 'refund' ? isAbout(transfer.amount, rival.amount, paid.dropBps) : transfer.amount >= rival.minOut);
  const [refund, ...others] = candidates.filter(
    (candidate) =>
      isFree(candidate) && candidate.block > paid.block && isAbout(candidate.amount, paid.amount, paid.dropBps),
  );
  if (!refund) return { kind: 'nothing' };
  if (others.length > 0 || rivals.some((rival) => fits(refund, rival))) return { kind: 'ambiguous' };
  if (!refund.final) return { kind: 'not_final' };
  return found([refund], 'inferred', 'refund');
}

/** Those that are large enough and late enough to be what the swap waits for. */
export function fittingOf(request: AttributionRequest): PayoutCandidate[] {
  return request.candidates.filter(({ amount, block }) => {
    switch (request.rule) {
      case 'reported':
      case 'unreported':
        return block > request.claimant.destinationAnchor && amount >= request.claimant.minOut;
      case 'other_token':
        return block > request.claimant.destinationAnchor;
      case 'refund':
        return block > request.paid.block && isAbout(amount, request.paid.amount, request.paid.dropBps);
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

export function legsOf(payouts: readonly PayoutCandidate[], level: Leg['level'], role: Leg['role']): Leg[] {
  return payouts.map(({ chain, txId, index, token, amount }) => ({ chain, txId, index, token, amount, role, level }));
}

/** A settlement is as well proven as its weakest leg; `undefined` without any. */
export function weakestLevel(legs: readonly Leg[]): SettlementLevel | undefined {
  return settlementLevels.findLast((level) => legs.some((leg) => leg.level === level));
}
