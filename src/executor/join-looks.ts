import { hostnameOf } from '../core/text/hostname.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { IncomingPayment, PaymentsSeen } from '../ports/payments.ts';

/** What one host has shown of a target. */
export interface HostLook {
  /** Absent: it did not answer. */
  seen?: PaymentsSeen;
  /** Everything up to this block it has shown by now, in this look and those before. */
  reached: bigint;
}

/** What all hosts together have shown of a target. */
export interface JoinedLook {
  /** Of whichever host has them: that money has come is believed from one. */
  payments: IncomingPayment[];
  /** As many hosts as it takes have shown everything up to this block. */
  lookedUntil: bigint;
  /** The host that has come the farthest has shown everything up to this block. */
  reached: bigint;
  isCut: boolean;
  /**
   * When the newest block was made up to which as many hosts as it takes have looked just now.
   * Absent: not so many have.
   */
  throughTime?: number;
}

/**
 * The hosts that are asked each by itself; one that stands for all of them where there is no second
 * one.
 */
export function hostsOf(
  adapter: Pick<ChainAdapter, 'endpoints'>,
): readonly [string | undefined, ...string[]] {
  const [first, ...others] = new Set(adapter.endpoints().map(({ host }) => hostnameOf(host)));
  return others.length === 0 ? [undefined] : [first, ...others];
}

/**
 * That nothing has come takes two hosts where two are configured, like any other absence; of three,
 * one may be away.
 */
export function joinLooks(looks: readonly HostLook[]): JoinedLook {
  const needed = Math.min(2, looks.length);
  const answers = looks.flatMap(({ seen }) => seen ?? []);
  const [farthest = 0n, ...others] = descending(looks.map(({ reached }) => reached));
  const times = answers
    .flatMap(({ through }) => through?.time ?? [])
    .sort((one, other) => other - one);
  const throughTime = times[needed - 1];
  return {
    payments: union(answers.map(({ payments }) => payments)),
    lookedUntil: needed === 2 ? (others[0] ?? farthest) : farthest,
    reached: farthest,
    isCut: answers.some(({ isCut }) => isCut === true),
    ...(throughTime === undefined ? {} : { throughTime }),
  };
}

function descending(numbers: readonly bigint[]): bigint[] {
  return numbers.toSorted((one, other) => (one > other ? -1 : one < other ? 1 : 0));
}

/** Each once, the earlier ones first; as final, where one host has it so. */
function union(lists: readonly (readonly IncomingPayment[])[]): IncomingPayment[] {
  const [only, ...others] = lists;
  if (only && others.length === 0) return [...only];
  const known = new Map<string, IncomingPayment>();
  for (const payment of lists.flat()) {
    const key = `${payment.txId} ${payment.index}`;
    const before = known.get(key);
    if (!before || (payment.final && !before.final)) known.set(key, payment);
  }
  return [...known.values()].sort((one, other) => Number(one.block.number - other.block.number));
}
