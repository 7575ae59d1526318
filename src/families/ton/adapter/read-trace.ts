import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import type { Endpoint } from './endpoint.ts';
import { readSignedBody } from './external-message.ts';
import { outcomesOfRequested, type RequestedOutcome } from './follow-messages.ts';
import { findReceiving } from './locate.ts';
import type { TonTransaction } from './transaction.ts';

/**
 * Transactions of one trace that are read at most: whoever lets messages go round for ever must not
 * keep us waiting.
 */
const maxRead = 64;

/** What a transaction of a wallet of ours led to. */
export interface Trace {
  /** Whether all of it is there, up to the most that is read, and taken in by the masterchain. */
  isWhole: boolean;
  /**
   * Nothing of what the wallet was to send has stayed where it was sent: only then has the payment
   * failed as a transaction of other chains fails, and may be made again. What became of it further
   * on is for the settlement to find.
   */
  succeeded: boolean;
  /**
   * The same of each message that the wallet was asked to send; absent while something is missing.
   */
  results?: readonly boolean[];
  /** Of each message that the wallet was asked to send. */
  outcomes: readonly RequestedOutcome[];
}

/**
 * Follows what the wallet has sent, generation after generation.
 * @param final what has a logical time below this is never taken back
 */
export async function readTrace(
  endpoint: Endpoint,
  transaction: TonTransaction,
  final: bigint,
): Promise<Trace> {
  const known: TonTransaction[] = [];
  let isWhole = transaction.lt < final;
  let waiting = transaction.sent;
  while (waiting.length > 0 && known.length < maxRead) {
    const found = await mapBounded(waiting, (message) => findReceiving(endpoint, message));
    const there = found.flatMap((one) => one ?? []);
    if (there.length < found.length || there.some(({ lt }) => lt >= final)) isWhole = false;
    known.push(...there);
    waiting = there.flatMap(({ sent }) => sent);
  }
  const outcomes = outcomesOfRequested(askedOf(transaction), transaction, known);
  if (!isWhole) return { isWhole, succeeded: transaction.outcome.kind === 'executed', outcomes };
  const results = outcomes.map(hasStayed);
  return { isWhole, succeeded: results.includes(true), results, outcomes };
}

function hasStayed({ kind }: RequestedOutcome): boolean {
  switch (kind) {
    case 'not_sent':
    case 'bounced':
      return false;
    case 'landed':
    case 'kept':
    case 'failed_below':
    // Past the most that is read: it went on.
    case 'not_there_yet':
    // Whatever it was, it is gone.
    case 'sent_otherwise':
      return true;
  }
}

function askedOf({ received }: TonTransaction) {
  return received?.kind === 'external' ? (readSignedBody(received.body)?.messages ?? []) : [];
}
