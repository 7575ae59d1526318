import type { Observation } from '../../core/decide/decision.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { AttemptId } from '../../core/swap/ids.ts';
import type { Attempt, Boost } from '../../core/swap/swap.ts';
import { FerrymanError, toFerrymanError } from '../../errors/ferryman-error.ts';
import type { AttributionStore } from '../../ports/stores/attribution-store.ts';
import type { SigningStore } from '../../ports/stores/signing-store.ts';
import { compareJournal, compareWith, journalWentBack } from '../compare-journal.ts';
import { adapterOf, type ExecutorContext, type SigningLogStores } from '../context.ts';
import { readLog } from '../recover-journal.ts';

/** The stores that know what was signed; everything that is sent is compared with them. */
export type SendStores = SigningStore & AttributionStore & SigningLogStores;

interface Sent extends Pick<Attempt, 'id' | 'txId' | 'bytes'> {
  boost?: Pick<Boost, 'txId' | 'bytes'>;
}

interface BroadcastOptions {
  /** Sent where it is not taken, one after the other until one is. */
  otherwise?: readonly Sent[];
  /** Milliseconds since the epoch after which none of them is sent. Absent: however late it is. */
  until?: number | undefined;
}

/**
 * Hands committed bytes to the chain, once they are in the signing log.
 *
 * Whatever the answer, the attempt counts as sent: `recordSent` stores the time and the outcome. A
 * lost answer is the outcome `unknown`, and takes the same way as every other. Nothing is signed
 * because of it. From then on `decideStep` sends the same bytes again while no block has them,
 * raises the fee under the same lease, or cancels after `goodUntil`. A new payment needs the proof
 * that this one is dead (`decideLostPayment`).
 *
 * A process that slept between the signature and this moment sends nothing that is too late.
 */
export async function broadcastAttempt(
  context: ExecutorContext<SendStores>,
  chain: ChainName,
  attempt: Sent,
  { otherwise: [instead, ...others] = [], until = Number.POSITIVE_INFINITY }: BroadcastOptions = {},
): Promise<Observation> {
  await reportingLosses(context, () => writeSigningLog(context, chain, attempt));
  if (context.clock.now() >= until) {
    context.logger.warn({ chain, txId: attempt.txId }, 'attempt not sent: it is too late for it');
    return { kind: 'none' };
  }
  const outcome = await adapterOf(context, chain).broadcast({
    chain,
    txId: attempt.txId,
    bytes: attempt.bytes,
  });
  await context.checkpoint('attempt-sent');
  context.logger.info({ chain, txId: attempt.txId, outcome: outcome.kind }, 'attempt sent');
  if (attempt.boost) await broadcastBoost(context, chain, attempt.id, attempt.boost);
  await reportingLosses(context, () => context.journal.recordSent(attempt.id, outcome));
  await context.checkpoint('send-recorded');
  const isTaken = outcome.kind === 'accepted' || outcome.kind === 'already_known';
  return isTaken || !instead
    ? { kind: 'none' }
    : broadcastAttempt(context, chain, instead, { otherwise: others, until });
}

/** With what it speeds up, without which nobody takes it. */
async function broadcastBoost(
  context: ExecutorContext<SendStores>,
  chain: ChainName,
  parent: AttemptId,
  { txId, bytes }: Pick<Boost, 'txId' | 'bytes'>,
): Promise<void> {
  await reportingLosses(context, () =>
    writeSigningLog(context, chain, { id: parent, txId, isChild: true }),
  );
  const { kind: outcome } = await adapterOf(context, chain).broadcast({ chain, txId, bytes });
  context.logger.info({ chain, txId, outcome }, 'child sent');
}

/**
 * Whoever sends writes first, be it the signer or a process that sends again: every attempt that
 * may be on its chain is in a signing log. What is written is read from the journal, so that an
 * attempt which the journal has lost since its COMMIT is not sent. As only the entry that was
 * committed last is compared, an entry must not take this place from one that is lost: a journal
 * that went back after a signature gives the next COMMITs numbers that were given before.
 */
async function writeSigningLog(
  context: ExecutorContext<SendStores>,
  chain: ChainName,
  { id, txId, isChild = false }: Pick<Attempt, 'id' | 'txId'> & { isChild?: boolean },
): Promise<void> {
  const { journal, signingLog, checkpoint } = context;
  if (signingLog.has({ chain, txId })) return;
  const compared = await compareWith(signingLog, (places, log) =>
    journal.signedRecords(id, { child: isChild ? txId : undefined, places, log }),
  );
  if (compared.entries.length === 0) throw notSent(chain, txId);
  if (compared.kind === 'forgetful') throw journalWentBack(compared);
  await signingLog.record(compared.entries);
  await checkpoint('attempt-in-signing-log');
  // Lost before it was written, it would be found by nobody, and its swap paid again.
  const isKnown = isChild
    ? await journal.isOwnTransaction(chain, txId)
    : (await journal.findAttempt(chain, txId)) !== undefined;
  if (!isKnown) throw notSent(chain, txId);
}

function notSent(chain: ChainName, txId: string): FerrymanError {
  const message = `the journal no longer knows the attempt ${txId} on ${chain}; it was not sent`;
  return new FerrymanError('JOURNAL_WENT_BACK', message, {
    next: 'retry',
    details: { chain, txId },
  });
}

/**
 * A journal that does not know what it has committed is told at once what else it has forgotten;
 * another journal is told nothing.
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
