import { assertNever } from '../../../core/assert-never.ts';
import { readTonBody } from '../formats/body.ts';
import type { InternalMessage, TonOutcome, TonTransaction } from './transaction.ts';
import type { OutgoingMessage } from './wallet-message.ts';

/*
 * A transaction of a wallet says only that messages have left it. What they led to is in the
 * transactions of those who received them, and of those who were sent something in turn: a payment
 * of jettons that the wallet has too few of looks fine until the second of these.
 */

/** A message, the transaction that received it, and what was sent there in turn. */
interface FollowedMessage {
  message: InternalMessage;
  /** Absent: not among those known. */
  transaction: TonTransaction | undefined;
  led: readonly FollowedMessage[];
}

/**
 * What became of a message, with all that it led to. `landed`: everything was carried out.
 * `bounced`: its receiver refused it, and what it carried is back; `kept`: refused too, but what it
 * carried stayed there; `failed_below`: it was carried out, and something that it led to was not.
 * `not_there_yet`: something is missing that could still tell.
 */
type MessageOutcome =
  | { kind: 'landed' }
  | { kind: 'bounced' | 'kept' | 'failed_below'; at: TonTransaction; outcome: TonOutcome }
  | { kind: 'not_there_yet'; message: InternalMessage };

/**
 * What one asked-for message became; `not_sent`: the wallet's transaction has it not;
 * `sent_otherwise`: nor has it, but another message that nobody asked for, which may well be this
 * one as a network passes it on that changes more than is known here.
 */
export type RequestedOutcome = MessageOutcome | { kind: 'not_sent' | 'sent_otherwise' };

/** @param known transactions of all the accounts that may be a part of it, in any order */
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

function outcomeOf({ message, transaction, led }: FollowedMessage): MessageOutcome {
  if (!transaction) return { kind: 'not_there_yet', message };
  const { outcome } = transaction;
  const below = led.map(outcomeOf);
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
 * The outcome of each message that a wallet was asked to send, in their order. A wallet leaves out
 * what it cannot send and goes on; so what it was asked for is looked for among what it sent, each
 * message once.
 */
export function outcomesOfRequested(
  asked: readonly OutgoingMessage[],
  transaction: TonTransaction,
  known: readonly TonTransaction[],
): RequestedOutcome[] {
  const left = followMessages(transaction, known);
  const outcomes = asked.map((one) => {
    const index = left.findIndex(({ message }) => isSame(one, message));
    const [found] = index === -1 ? [] : left.splice(index, 1);
    return found && outcomeOf(found);
  });
  const missing = { kind: left.length > 0 ? 'sent_otherwise' : 'not_sent' } as const;
  return outcomes.map((outcome) => outcome ?? missing);
}

/**
 * Logical times only grow along the way, so what an endpoint makes up cannot lead round in a
 * circle.
 */
function followAll(
  { lt, sent }: TonTransaction,
  receivers: ReadonlyMap<string, TonTransaction>,
): FollowedMessage[] {
  return sent.map((message) => {
    const found = receivers.get(nameOf(message));
    const transaction = found && message.lt > lt && found.lt > message.lt ? found : undefined;
    return { message, transaction, led: transaction ? followAll(transaction, receivers) : [] };
  });
}

/** A failure is final whatever is still missing beside it. */
function combine(below: readonly MessageOutcome[]): MessageOutcome {
  for (const outcome of below) {
    if (outcome.kind === 'landed' || outcome.kind === 'not_there_yet') continue;
    return { ...outcome, kind: 'failed_below' };
  }
  return below.find(({ kind }) => kind === 'not_there_yet') ?? { kind: 'landed' };
}

/**
 * It has done what it is for once its coins are there, whether code has run or not: so it is with
 * what is left over of a payment.
 */
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
