import { formatAmount, lessBps } from '../core/amounts/amounts.ts';
import { type EvidenceFinding, judgeEvidence } from '../core/operator/judge-evidence.ts';
import type { Resolution } from '../core/operator/judge-resolve.ts';
import { isStillToLand } from '../core/settlement/judge-proof-after-end.ts';
import { reportedTransaction } from '../core/settlement/reported-transaction.ts';
import { landedAttempt } from '../core/swap/attempts.ts';
import type { ChainName } from '../core/swap/chains.ts';
import type { Job } from '../core/swap/job.ts';
import { minimumOut, paysOutElsewhere } from '../core/swap/job.ts';
import { paymentOutcome } from '../core/swap/payment-outcome.ts';
import { sameAccount } from '../core/swap/same-account.ts';
import { isPayment, isRecovery, type Leg, type Snapshot, type Step } from '../core/swap/swap.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { ReceivedTransfer } from '../ports/payments.ts';
import type { AttributionStore } from '../ports/stores/attribution-store.ts';
import type { OrderAnchors } from '../ports/stores/deposit-store.ts';
import type { ExecutorContext } from './context.ts';
import { withAttributions } from './with-attributions.ts';

/**
 * The transaction that a person named, in its chain's canonical form, and the transfers it shows.
 */
export interface Evidence {
  txId?: string;
  legs: readonly Leg[];
  remark?: string;
}

interface Reader extends Pick<ExecutorContext<AttributionStore>, 'journal' | 'chains' | 'policy'> {
  /**
   * Transactions that paid an order's deposit. What they return to the payer, such as change, is no
   * payout or refund.
   */
  deposits: readonly string[];
  anchors: OrderAnchors;
}

/**
 * Reads the transaction that a person names as evidence. On a chain that is not configured, the
 * person's statement counts, marked `operator-reported`. Throws `INVALID_REQUEST`,
 * `EVIDENCE_NOT_SHOWN`, `EVIDENCE_NOT_FINAL`, `EVIDENCE_OF_ANOTHER_SWAP`, `EVIDENCE_CONTRADICTS`,
 * `RPC_*`.
 * @param leastOut the least, in base units, that an order of the swap promised; absent: no order
 */
export async function readEvidence(
  context: Reader,
  snapshot: Snapshot,
  as: Resolution,
  named: string | undefined,
  leastOut: bigint | undefined,
): Promise<Evidence> {
  if (as === 'unpaid')
    return named === undefined ? { legs: [] } : assertShowsNothing(context, snapshot, named);
  if (named === undefined)
    throw malformed(`is missing: name the transaction by which the swap was ${as}`);
  return as === 'paid'
    ? readPayout(context, snapshot, named, leastOut)
    : readRefund(context, snapshot, named);
}

async function readPayout(
  context: Reader,
  snapshot: Snapshot,
  named: string,
  leastOut: bigint | undefined,
): Promise<Evidence> {
  const { job } = snapshot.swap;
  const adapter = destinationOf(context, job);
  if (!adapter) return promised(snapshot, 'payout', named, leastOut ?? leastOf(job));
  const txId = parse(adapter, named);
  const finding = await findPayout(context, adapter, snapshot, txId);
  const { symbol, decimals } = job.to;
  const legs = requireLegs(
    finding,
    txId,
    `a transfer of ${symbol} to ${job.receiver} on ${job.to.chain}`,
  );
  const [{ amount } = { amount: 0n }] = legs;
  const floor = job.bound.kind === 'min_out' || snapshot.order ? floorOf(snapshot) : undefined;
  const isShort = floor !== undefined && amount < floor;
  const [received, wanted] = [amount, floor ?? 0n].map(
    (units) => `${formatAmount(units, decimals)} ${symbol}`,
  );
  return {
    ...{ txId, legs },
    ...remarked(
      isShort ? `${received} arrived, below the job's minimum of ${wanted}` : undefined,
      payoutAfter(context, snapshot) === undefined ? unbound : undefined,
    ),
  };
}

const unbound =
  'the age of the transaction was not checked: the journal has no block to compare it with';

function remarked(...remarks: readonly (string | undefined)[]): { remark?: string } {
  const remark = remarks.filter((text) => text !== undefined).join('; ');
  return remark === '' ? {} : { remark };
}

/** Payouts of the swap are in blocks after this one. */
function payoutAfter({ anchors }: Pick<Reader, 'anchors'>, snapshot: Snapshot): bigint | undefined {
  if (!isKnownHistory(snapshot)) return undefined;
  const anchor = snapshot.order?.destinationAnchor ?? anchors.destination;
  // On one chain, our own payment may be in the block at which the order was made.
  return anchor === undefined || paysOutElsewhere(snapshot.swap.job) ? anchor : anchor - 1n;
}

/** The paid amount, and, if known, the block after which a refund may come. */
function paidBy(
  { anchors }: Pick<Reader, 'anchors'>,
  snapshot: Snapshot,
): { amount: bigint; block: bigint | undefined } {
  const { amount, from, to } = snapshot.swap.job;
  const outcome = paymentOutcome(snapshot);
  if (outcome.kind === 'manual_deposit_paid')
    return { amount: outcome.payment.amount, block: outcome.payment.block.number };
  const landed =
    outcome.kind === 'landed' || outcome.kind === 'may_land'
      ? landedAttempt(outcome.payment)
      : undefined;
  if (landed && 'block' in landed.inclusion)
    return { amount, block: landed.inclusion.block.number };
  if (!isKnownHistory(snapshot)) return { amount, block: undefined };
  return {
    amount,
    block:
      anchors.deposit ?? (from.chain === to.chain ? payoutAfter({ anchors }, snapshot) : undefined),
  };
}

function floorOf({ swap: { job }, order }: Snapshot): bigint {
  return minimumOut(job, { expectedOut: order?.expectedOut ?? 0n });
}

async function findPayout(
  context: Reader,
  adapter: ChainAdapter,
  snapshot: Snapshot,
  txId: string,
): Promise<EvidenceFinding> {
  const { journal, deposits } = context;
  const { swap, order } = snapshot;
  const { to, receiver } = swap.job;
  const isOurs = async (id: string): Promise<boolean> => {
    const [other] = await journal.othersTransactions(swap.id, to.chain, [id]);
    // Change that a payment returns to its own wallet is no payout.
    const isPaymentItself =
      paysOutElsewhere(swap.job) && isSignedFor(snapshot.steps, to.chain, id, isPaymentStep);
    return other !== undefined || isPaymentItself || deposits.includes(id);
  };
  if (await isOurs(txId)) return notShown;
  const after = payoutAfter(context, snapshot);
  const transfers = await without(
    isOurs,
    await adapter.receivedIn(txId, receiver, to.token, after),
  );
  const candidates = await withAttributions(journal, to.chain, transfers);
  return judgeEvidence(candidates, { role: 'payout', after, expected: order?.expectedOut ?? 0n });
}

async function readRefund(context: Reader, snapshot: Snapshot, named: string): Promise<Evidence> {
  const { job } = snapshot.swap;
  const adapter = context.chains.get(job.from.chain);
  if (!adapter) return promised(snapshot, 'refund', named, job.amount);
  const elsewhere = destinationOf(context, job);
  const txId = adapter.parseTxId(named);
  const other = elsewhere === adapter ? undefined : elsewhere?.parseTxId(named);
  if (txId === undefined && other === undefined)
    throw malformed(`is not a transaction id of ${job.from.chain}`);
  if (isStillToLand(snapshot)) throw new FerrymanError('EVIDENCE_NOT_SHOWN', nothingToReturn);
  const back = txId === undefined ? notShown : await findRefund(context, adapter, snapshot, txId);
  if (back.kind !== 'not_shown' || !elsewhere || (other ?? txId) === undefined) {
    const legs = requireLegs(back, txId ?? named, soughtRefund(job));
    return { txId: txId ?? named, legs, ...refundRemark(context, snapshot, legs) };
  }
  // Some providers pay the receiver in another token instead of sending a refund.
  const paidOther = await findOtherToken(context, elsewhere, snapshot, other ?? txId ?? named);
  const sought = `${soughtRefund(job)}, or one of a token other than ${job.to.symbol} to ${job.receiver} on ${job.to.chain}`;
  const isElsewhere = paidOther.kind !== 'not_shown';
  const where = (isElsewhere ? other : txId) ?? txId ?? named;
  return {
    txId: where,
    legs: requireLegs(paidOther, where, sought),
    ...remarked(
      isElsewhere ? 'the receiver was paid in another token than the job asked for' : undefined,
      isElsewhere && payoutAfter(context, snapshot) === undefined ? unbound : undefined,
    ),
  };
}

/** What a person should know about an accepted refund. */
function refundRemark(
  context: Reader,
  snapshot: Snapshot,
  legs: readonly Leg[],
): { remark?: string } {
  const { symbol, decimals, token, family } = snapshot.swap.job.from;
  const { amount: paid, block } = paidBy(context, snapshot);
  const isSame = legs.every((leg) => sameAccount(family, leg.token, token));
  const back = legs.reduce((sum, { amount }) => sum + amount, 0n);
  const isShort = isSame && back < lessBps(paid, context.policy.refundDropBps);
  const [refunded, expected] = [back, paid].map(
    (units) => `${formatAmount(units, decimals)} ${symbol}`,
  );
  return remarked(
    isSame ? undefined : 'the refund is in another token than the payment',
    isShort ? `${refunded} were refunded of ${expected} paid` : undefined,
    block === undefined ? unbound : undefined,
  );
}

const notShown: EvidenceFinding = { kind: 'not_shown' };

const nothingToReturn =
  'no block shows the signed payment succeed, so nothing can have been refunded: wait until one does, or until the payment is proven dead';

function soughtRefund({ from, refundAddress, wallet }: Job): string {
  const where = [...new Set([refundAddress, wallet.address])].join(' or ');
  return `a transfer of ${from.symbol}, or of another token, to ${where} on ${from.chain}`;
}

/** What our own transaction returns is change, unless it is the one that fetches the refund. */
async function findRefund(
  context: Reader,
  adapter: ChainAdapter,
  snapshot: Snapshot,
  txId: string,
): Promise<EvidenceFinding> {
  const { journal, deposits } = context;
  const { swap, steps } = snapshot;
  const { from, refundAddress, wallet } = swap.job;
  const isOurs = async (id: string): Promise<boolean> => {
    if (deposits.includes(id)) return true;
    if (!(await journal.isOwnTransaction(from.chain, id))) return false;
    const isFetch = isSignedFor(steps, from.chain, id, ({ kind }) => isRecovery(kind));
    return !isFetch && !(await journal.lostRefunds(swap.id)).includes(id);
  };
  if (await isOurs(txId)) return notShown;
  const { amount, block: after } = paidBy(context, snapshot);
  const addresses = [...new Set([refundAddress, wallet.address])];
  const own = await receivedAt(adapter, addresses, txId, () => [from.token], after);
  const arrived = await withAttributions(journal, from.chain, await without(isOurs, own));
  if (arrived.length > 0)
    return judgeEvidence(arrived, { role: 'refund', after, expected: amount });
  const others = await receivedAt(
    adapter,
    addresses,
    txId,
    (address) => adapter.tokensReceivedIn(txId, address),
    after,
  );
  const notOurs = await without(isOurs, others);
  return judgeEvidence(await withAttributions(journal, from.chain, notOurs), {
    role: 'refund',
    after,
  });
}

async function findOtherToken(
  context: Reader,
  adapter: ChainAdapter,
  snapshot: Snapshot,
  txId: string,
): Promise<EvidenceFinding> {
  const { journal } = context;
  const { swap } = snapshot;
  const { receiver, to } = swap.job;
  const isOurs = (id: string): Promise<boolean> => journal.isOwnTransaction(to.chain, id);
  if (await isOurs(txId)) return notShown;
  const after = payoutAfter(context, snapshot);
  const tokens = async () =>
    (await adapter.tokensReceivedIn(txId, receiver)).filter((token) => token !== to.token);
  const transfers = await receivedAt(adapter, [receiver], txId, tokens, after);
  const notOurs = await without(isOurs, transfers);
  return judgeEvidence(await withAttributions(journal, to.chain, notOurs), {
    role: 'payout',
    after,
  });
}

/** Drops our own transactions: a person may use another id for one than the signing did. */
async function without(
  isOurs: (txId: string) => Promise<boolean>,
  transfers: readonly ReceivedTransfer[],
): Promise<ReceivedTransfer[]> {
  const notOurs: ReceivedTransfer[] = [];
  for (const transfer of transfers) if (!(await isOurs(transfer.txId))) notOurs.push(transfer);
  return notOurs;
}

async function receivedAt(
  adapter: ChainAdapter,
  addresses: readonly string[],
  txId: string,
  tokensAt: (address: string) => string[] | Promise<string[]>,
  after: bigint | undefined,
): Promise<ReceivedTransfer[]> {
  const transfers: ReceivedTransfer[] = [];
  for (const address of addresses) {
    for (const token of await tokensAt(address)) {
      transfers.push(...(await adapter.receivedIn(txId, address, token, after)));
    }
  }
  return transfers;
}

/** Refuses evidence for `unpaid` that shows a payout or a refund. */
async function assertShowsNothing(
  context: Reader,
  snapshot: Snapshot,
  named: string,
): Promise<Evidence> {
  const { job } = snapshot.swap;
  const source = context.chains.get(job.from.chain);
  const destination = destinationOf(context, job);
  const [onSource, onDestination] = [source?.parseTxId(named), destination?.parseTxId(named)];
  const isUnreadable = !source || !destination;
  if (onSource === undefined && onDestination === undefined && !isUnreadable) {
    throw malformed(
      `is not a transaction id of ${[...new Set([job.from.chain, job.to.chain])].join(' or ')}`,
    );
  }
  if (destination && onDestination !== undefined) {
    const finding = await findPayout(context, destination, snapshot, onDestination);
    if (finding.kind === 'shown' || finding.kind === 'not_final')
      throw contradicted(onDestination, 'paid', job.receiver);
  }
  if (source && onSource !== undefined) {
    const finding = await findRefund(context, source, snapshot, onSource);
    if (finding.kind === 'shown' || finding.kind === 'not_final') {
      throw contradicted(onSource, 'refunded', job.refundAddress);
    }
  }
  return { txId: onSource ?? onDestination ?? named, legs: [] };
}

/** The destination chain, if it is configured. */
function destinationOf({ chains }: Reader, { to }: Job): ChainAdapter | undefined {
  return to.reportedOnly ? undefined : chains.get(to.chain);
}

/** Evidence on a chain that is not configured: a person's statement. */
function promised(
  { swap, steps }: Snapshot,
  role: Leg['role'],
  named: string,
  amount: bigint,
): Evidence {
  const { from, to } = swap.job;
  const { chain, token, family } = role === 'payout' ? to : from;
  const payment = steps.flatMap(({ lease }) => lease?.attempts ?? []).at(-1)?.txId;
  const txId = reportedTransaction(named, family, payment);
  if (txId === undefined) throw malformed(`is not a transaction id of ${chain}`);
  const level = 'operator-reported';
  return { txId, legs: [{ chain, txId, index: -1, token, amount, role, level, promised: true }] };
}

function leastOf({ bound }: Job): bigint {
  return bound.kind === 'min_out' ? bound.minOut : 1n;
}

function parse(adapter: ChainAdapter, named: string): string {
  const txId = adapter.parseTxId(named);
  if (txId === undefined) throw malformed(`is not a transaction id of ${adapter.chain.name}`);
  return txId;
}

function isPaymentStep({ kind }: Step): boolean {
  return isPayment(kind);
}

function isSignedFor(
  steps: readonly Step[],
  chain: ChainName,
  txId: string,
  which: (step: Step) => boolean,
): boolean {
  return steps.some(
    (step) =>
      which(step) &&
      step.chain === chain &&
      (step.lease?.attempts ?? []).some((attempt) => attempt.txId === txId),
  );
}

/** Whether the known order is the paid one: after a journal rollback it may be another. */
function isKnownHistory(snapshot: Snapshot): boolean {
  return paymentOutcome(snapshot).kind !== 'lost';
}

function requireLegs(finding: EvidenceFinding, txId: string, sought: string): readonly Leg[] {
  switch (finding.kind) {
    case 'shown':
      return finding.legs;
    case 'not_shown':
      throw new FerrymanError(
        'EVIDENCE_NOT_SHOWN',
        `${txId} does not show what is needed: ${sought}`,
      );
    case 'too_early':
      throw new FerrymanError(
        'EVIDENCE_NOT_SHOWN',
        `${txId} is older than anything that this swap could have caused: what is needed is ${sought}`,
      );
    case 'not_final':
      throw new FerrymanError(
        'EVIDENCE_NOT_FINAL',
        `${txId} shows ${sought}, but is not final yet: resolve the swap when it is final`,
      );
    case 'of_another':
      throw ofAnother(txId, finding.bySwap);
  }
}

export function ofAnother(txId: string | undefined, bySwap: string): FerrymanError {
  return new FerrymanError(
    'EVIDENCE_OF_ANOTHER_SWAP',
    `the transfer in ${txId} is attributed to swap ${bySwap}`,
  );
}

function contradicted(txId: string, as: Resolution, address: string): FerrymanError {
  return new FerrymanError(
    'EVIDENCE_CONTRADICTS',
    `${txId} sent money to ${address}: resolve the swap as ${as}`,
  );
}

function malformed(message: string): FerrymanError {
  return new FerrymanError('INVALID_REQUEST', 'the evidence cannot be used', {
    faults: [{ pointer: '/evidence', message }],
  });
}
