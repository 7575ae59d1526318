import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import type { Endpoint } from './endpoint.ts';
import { readSignedBody } from './external-message.ts';
import { outcomesOfRequested, type RequestedOutcome } from './follow-messages.ts';
import { findReceiving } from './locate.ts';
import type { TonTransaction } from './transaction.ts';

/** Transactions read of one trace: a contract may send messages in an endless loop. */
const maxRead = 64;

/** The outcome of a wallet's transaction and of all that it caused. */
export interface Trace {
  /** Whether the endpoint has all of it, up to `maxRead`, and the masterchain includes it. */
  isWhole: boolean;
  /**
   * False only if no requested message was sent and stayed with its receiver. Only then has the
   * payment failed like a transaction on other chains, and may be repeated. The settlement checks
   * everything after that.
   */
  succeeded: boolean;
  /** `succeeded` of each requested message. Absent while a transaction is missing. */
  results?: readonly boolean[];
  /** The outcome of each requested message. */
  outcomes: readonly RequestedOutcome[];
}

/**
 * Follows the wallet's messages, level by level.
 * @param final everything with a logical time below this is final
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
    const present = found.flatMap((one) => one ?? []);
    if (present.length < found.length || present.some(({ lt }) => lt >= final)) isWhole = false;
    known.push(...present);
    waiting = present.flatMap(({ sent }) => sent);
  }
  const outcomes = outcomesOfRequested(requestedBy(transaction), transaction, known);
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
    // Beyond `maxRead`: the receiver passed it on.
    case 'not_there_yet':
    // The wallet sent some other message, so its value is gone.
    case 'sent_otherwise':
      return true;
  }
}

function requestedBy({ received }: TonTransaction) {
  return received?.kind === 'external' ? (readSignedBody(received.body)?.messages ?? []) : [];
}
