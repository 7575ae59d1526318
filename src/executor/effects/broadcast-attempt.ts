import { assertNever } from '../../core/assert-never.ts';
import type { Observation } from '../../core/decide/decision.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { AttemptId } from '../../core/swap/ids.ts';
import { retriedBy } from '../../core/swap/job-seal.ts';
import {
  type Attempt,
  type AttemptKind,
  type Boost,
  isPayment,
  type LeaseTerms,
  type StepKind,
  type Swap,
} from '../../core/swap/swap.ts';
import { FerrymanError, toFerrymanError } from '../../errors/ferryman-error.ts';
import type { LeaseToProve } from '../../ports/lease-proof.ts';
import type { SigningLogEntry } from '../../ports/signing-log.ts';
import type { AdmissionStore } from '../../ports/stores/approval-store.ts';
import type { AttributionStore } from '../../ports/stores/attribution-store.ts';
import type { SigningStore } from '../../ports/stores/signing-store.ts';
import type { StopStore } from '../../ports/stores/stop-store.ts';
import { compareJournal, compareWith, journalWentBack } from '../compare-journal.ts';
import type { ExecutorContext, SigningLogStores } from '../context.ts';
import { readLog } from '../recover-journal.ts';
import { type Sending, sendByRoute } from './send-by-route.ts';

/** The stores that know what was signed. Everything is compared with them before it is sent. */
export type SendStores = SigningStore &
  AttributionStore &
  SigningLogStores &
  AdmissionStore &
  Pick<StopStore, 'stopOfSignature'>;

interface Sent extends Pick<Attempt, 'id' | 'txId' | 'bytes'> {
  boost?: Pick<Boost, 'txId' | 'bytes'>;
}

/** What this process has just signed. */
interface JustSigned {
  /** Of the first swap; the others' are payments if it is one. */
  step: StepKind;
  kind: AttemptKind;
  lease: LeaseToProve;
}

interface BroadcastOptions {
  /** When the first attempt of the lease was signed, which decides how long it is kept private. */
  firstSigned: number;
  /** For which it was signed, as far as the sender knows. */
  swaps: readonly Swap[];
  /** Absent: it was signed before, and the journal alone says what it is. */
  signed?: JustSigned;
  /**
   * Earlier attempts of the same lease. Sent in this order if the response to `attempt` is not an
   * acceptance, also if it is lost, until one is accepted.
   */
  otherwise?: readonly Sent[];
  /** Nothing is sent after this time, in milliseconds since the epoch. Absent: no limit. */
  until?: number | undefined;
}

/**
 * Sends committed bytes to the chain, once they are in the signing log.
 *
 * Whatever the response, the attempt counts as sent: `recordSent` stores time and outcome. The
 * adapter reports a lost response as the outcome `unknown`. It leads to no new payment: then, as
 * after every response that is not an acceptance, only the attempts of `otherwise` follow.
 *
 * What comes later depends on time and blocks, not on the response. `decideStep` resends the
 * newest attempt while no block has it. If the chain can replace a transaction, it raises the fee
 * under the same lease, and cancels after `goodUntil`; otherwise the lease expires. If the process
 * dies before `recordSent`, the attempt has no time of sending and is sent again. A new payment
 * needs the proof that this one is dead: until then `decide` finds that it may still land
 * (`decidePhase` in `src/core/decide/decide.ts`).
 *
 * A process that slept after signing sends nothing that is too late.
 */
export async function broadcastAttempt(
  context: ExecutorContext<SendStores>,
  chain: ChainName,
  attempt: Sent,
  {
    swaps,
    firstSigned,
    signed,
    otherwise = [],
    until = Number.POSITIVE_INFINITY,
  }: BroadcastOptions,
): Promise<Observation> {
  const [instead, ...others] = otherwise;
  await reportingLosses(context, () => writeSigningLog(context, chain, attempt, swaps, signed));
  if (context.clock.now() >= until) {
    context.logger.warn(
      { chain, txId: attempt.txId },
      'attempt not sent: its time to be sent has passed',
    );
    return { kind: 'none' };
  }
  const { txId, bytes } = attempt;
  const sending = { chain, swaps, firstSigned };
  const outcome = await sendByRoute(context, { txId, bytes }, sending);
  await context.checkpoint('attempt-sent');
  context.logger.info({ chain, txId, outcome: outcome.kind, route: outcome.route }, 'attempt sent');
  if (attempt.boost) await broadcastBoost(context, { ...attempt.boost, of: attempt.id }, sending);
  await reportingLosses(context, () => context.journal.recordSent(attempt.id, outcome));
  await context.checkpoint('send-recorded');
  const isTaken = outcome.kind === 'accepted' || outcome.kind === 'already_known';
  return isTaken || !instead
    ? { kind: 'none' }
    : broadcastAttempt(context, chain, instead, { ...sending, otherwise: others, until });
}

/** Sends the CPFP child after its parent, without which no node accepts it. */
async function broadcastBoost(
  context: ExecutorContext<SendStores>,
  { txId, bytes, of: id }: Pick<Boost, 'txId' | 'bytes'> & { of: AttemptId },
  sending: Sending,
): Promise<void> {
  const { chain, swaps } = sending;
  await reportingLosses(context, () =>
    writeSigningLog(context, chain, { id, txId, isChild: true }, swaps),
  );
  const { kind: outcome, route } = await sendByRoute(context, { txId, bytes }, sending);
  context.logger.info({ chain, txId, outcome, route }, 'CPFP child sent');
}

/**
 * Every sender writes the signing log first, so that each attempt that may be on its chain is in a
 * log. The entry is read from the journal: an attempt that the journal has lost since its COMMIT is
 * not sent. Comparisons use only the newest entry, so an entry must not hide a lost one: after a
 * rollback, new COMMITs reuse numbers.
 */
async function writeSigningLog(
  context: ExecutorContext<SendStores>,
  chain: ChainName,
  { id, txId, isChild = false }: Pick<Attempt, 'id' | 'txId'> & { isChild?: boolean },
  swaps: readonly Swap[],
  signed?: JustSigned,
): Promise<void> {
  const { journal, signingLog, checkpoint } = context;
  if (signingLog.has({ chain, txId })) return;
  const compared = await compareWith(signingLog, (positions, log) =>
    journal.signedRecords(id, { child: isChild ? txId : undefined, positions, log }),
  );
  if (compared.entries.length === 0) throw notSent(chain, txId);
  if (compared.kind === 'missing_attempts') throw journalWentBack(compared);
  const entries = compared.entries.map((entry) =>
    asSigned(withSealedRetries(entry, swaps), signed),
  );
  if (!swaps.every(({ id: own }) => entries.some((one) => one.swapId === own && one.txId === txId)))
    throw notSent(chain, txId);
  await signingLog.record(entries);
  await checkpoint('attempt-in-signing-log');
  // If it was lost before the write, no comparison would find it, and its swap would be paid again.
  const isKnown = isChild
    ? await journal.isOwnTransaction(chain, txId)
    : (await journal.findAttempt(chain, txId)) !== undefined;
  if (!isKnown) throw notSent(chain, txId);
}

/** An entry names the swaps that the seal names, whatever the rows say. */
function withSealedRetries(entry: SigningLogEntry, swaps: readonly Swap[]): SigningLogEntry {
  const swap = swaps.find(({ id }) => id === entry.swapId);
  if (!swap) return entry;
  const [, ...sealed] = retriedBy(swap);
  const known = new Set(entry.retries.map(({ swapId }) => swapId));
  return {
    ...entry,
    retries: [...entry.retries, ...sealed.filter(({ swapId }) => !known.has(swapId))],
  };
}

/**
 * An entry says of a transaction what was signed, whatever the rows say: a payment that is logged as
 * something else would not be found before the next one.
 */
function asSigned(entry: SigningLogEntry, signed: JustSigned | undefined): SigningLogEntry {
  if (!signed) return entry;
  const { step, kind, lease } = signed;
  const { nonce: _, ...rest } = entry;
  const nonce = nonceOf(lease.terms);
  return {
    ...rest,
    step: isPayment(step) === isPayment(entry.step) ? entry.step : step,
    kind,
    account: lease.account,
    ...(nonce === undefined ? {} : { nonce }),
  };
}

function nonceOf(terms: LeaseTerms): bigint | undefined {
  switch (terms.kind) {
    case 'nonce':
      return terms.nonce;
    case 'seqno':
      return terms.seqno;
    case 'outpoints':
    case 'expiry':
      return undefined;
    default:
      return assertNever(terms, 'lease terms');
  }
}

function notSent(chain: ChainName, txId: string): FerrymanError {
  const message = `the journal no longer knows the attempt ${txId} on ${chain}; it was not sent`;
  return new FerrymanError('JOURNAL_WENT_BACK', message, {
    next: 'retry',
    details: { chain, txId },
  });
}

/**
 * If the journal does not know what it has committed, records at once what else it has lost. Throws
 * first if it is another journal.
 */
async function reportingLosses(
  context: ExecutorContext<SigningLogStores>,
  task: () => Promise<void>,
): Promise<void> {
  try {
    await task();
  } catch (cause) {
    if (toFerrymanError(cause).code === 'JOURNAL_WENT_BACK') {
      await compareJournal(context);
      await readLog(context);
    }
    throw cause;
  }
}
