import { assertNever } from '../../../core/assert-never.ts';
import { readTonBody } from '../formats/body.ts';
import type { InternalMessage, TonOutcome, TonTransaction } from './transaction.ts';
import type { OutgoingMessage } from './wallet-message.ts';

/*
 * A wallet's transaction only shows that messages left it. Their effects are in the transactions of
 * the receivers and of the further receivers. A jetton payment without enough balance looks fine
 * until the second of these.
 */

/** A message, the transaction that received it, and the messages that this one sent. */
interface FollowedMessage {
  message: InternalMessage;
  /** Absent if it is not among the known transactions. */
  transaction: TonTransaction | undefined;
  children: readonly FollowedMessage[];
}

/**
 * The outcome of a message and of all that it caused. `landed`: everything was executed.
 * `bounced`: the receiver refused it and returned its value. `kept`: the receiver refused it and
 * kept its value. `failed_below`: it was executed, but a message that it caused was not.
 * `not_there_yet`: a transaction that could decide is missing.
 */
type MessageOutcome =
  | { kind: 'landed' }
  | { kind: 'bounced' | 'kept' | 'failed_below'; at: TonTransaction; outcome: TonOutcome }
  | { kind: 'not_there_yet'; message: InternalMessage };

/**
 * The outcome of one requested message. `not_sent`: the wallet's transaction did not send it.
 * `sent_otherwise`: it did not either, but it sent a message that was not requested. That may be
 * this one, if the network changed it in a way that this code does not know.
 */
export type RequestedOutcome = MessageOutcome | { kind: 'not_sent' | 'sent_otherwise' };

/** @param known transactions of all accounts that may be part of the trace, in any order */
function followMessages(
  transaction: TonTransaction,
  known: readonly TonTransaction[],
): FollowedMessage[] {
  const receivers = new Map<string, TonTransaction>();
  for (const one of known) {
    if (one.received?.kind === 'internal') receivers.set(nameOf(one.received), one);
  }
  return followAll(transaction, receivers);
}

function outcomeOf({ message, transaction, children }: FollowedMessage): MessageOutcome {
  if (!transaction) return { kind: 'not_there_yet', message };
  const { outcome } = transaction;
  const below = children.map(outcomeOf);
  switch (outcome.kind) {
    case 'executed':
      return combine(below);
    case 'skipped':
    case 'compute_failed':
    case 'action_failed':
      if (outcome.returned) {
        const missing = below.find(({ kind }) => kind === 'not_there_yet');
        return missing ?? { kind: 'bounced', at: transaction, outcome };
      }
      return asksForNothing(message)
        ? { kind: 'landed' }
        : { kind: 'kept', at: transaction, outcome };
    default:
      return assertNever(outcome, 'outcome');
  }
}

/**
 * The outcome of each requested message, in their order. A wallet skips a message that it cannot
 * send, so each requested message is matched with at most one sent message.
 */
export function outcomesOfRequested(
  requested: readonly OutgoingMessage[],
  transaction: TonTransaction,
  known: readonly TonTransaction[],
): RequestedOutcome[] {
  const left = followMessages(transaction, known);
  const outcomes = requested.map((one) => {
    const index = left.findIndex(({ message }) => isSame(one, message));
    const [found] = index === -1 ? [] : left.splice(index, 1);
    return found && outcomeOf(found);
  });
  const missing = { kind: left.length > 0 ? 'sent_otherwise' : 'not_sent' } as const;
  return outcomes.map((outcome) => outcome ?? missing);
}

/** Logical times must grow from message to message, so a forged trace cannot form a cycle. */
function followAll(
  { lt, sent }: TonTransaction,
  receivers: ReadonlyMap<string, TonTransaction>,
): FollowedMessage[] {
  return sent.map((message) => {
    const found = receivers.get(nameOf(message));
    const transaction = found && message.lt > lt && found.lt > message.lt ? found : undefined;
    return { message, transaction, children: transaction ? followAll(transaction, receivers) : [] };
  });
}

/** A failure is final even if other transactions are still missing. */
function combine(below: readonly MessageOutcome[]): MessageOutcome {
  for (const outcome of below) {
    if (outcome.kind === 'landed' || outcome.kind === 'not_there_yet') continue;
    return { ...outcome, kind: 'failed_below' };
  }
  return below.find(({ kind }) => kind === 'not_there_yet') ?? { kind: 'landed' };
}

/** The message only delivers coins, as returned excess does. It needs no code to run. */
function asksForNothing({ body }: InternalMessage): boolean {
  const { kind } = readTonBody(body);
  return kind === 'empty' || kind === 'comment' || kind === 'jetton_excesses';
}

function isSame(
  { destination, value, bounce, body }: OutgoingMessage,
  message: InternalMessage,
): boolean {
  return (
    message.destination === destination &&
    message.value === value &&
    message.bounce === bounce &&
    message.body.equals(body)
  );
}

function nameOf({ source, destination, lt }: InternalMessage): string {
  return `${source} ${destination} ${lt}`;
}
