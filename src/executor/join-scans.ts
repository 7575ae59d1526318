import { hostnameOf } from '../core/text/hostname.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { IncomingPayment, PaymentScan } from '../ports/payments.ts';

/** One host's scan of a deposit target. */
export interface HostScan {
  /** Absent: the host did not respond. */
  seen?: PaymentScan;
  /** The host has reported everything up to this block, in this scan and earlier ones. */
  reached: bigint;
}

/** The scans of all hosts, combined. */
export interface JoinedScan {
  /** From any host: one host suffices to believe a payment. */
  payments: IncomingPayment[];
  /** The required number of hosts have reported everything up to this block. */
  scannedUntil: bigint;
  /** The host that is farthest ahead has reported everything up to this block. */
  reached: bigint;
  isCut: boolean;
  /**
   * Time of the newest block that the required number of hosts have just scanned. Absent: fewer
   * did.
   */
  throughTime?: number;
}

/** The hosts to ask separately; `undefined` if there is only one. */
export function hostsOf(
  adapter: Pick<ChainAdapter, 'endpoints'>,
): readonly [string | undefined, ...string[]] {
  const [first, ...others] = new Set(adapter.endpoints().map(({ host }) => hostnameOf(host)));
  return others.length === 0 ? [undefined] : [first, ...others];
}

/**
 * If two hosts are configured, the absence of a payment needs both to agree; of three, one may be
 * down.
 */
export function joinScans(scans: readonly HostScan[]): JoinedScan {
  const needed = Math.min(2, scans.length);
  const answers = scans.flatMap(({ seen }) => seen ?? []);
  const [farthest = 0n, ...others] = descending(scans.map(({ reached }) => reached));
  const times = answers
    .flatMap(({ through }) => through?.time ?? [])
    .sort((one, other) => other - one);
  const throughTime = times[needed - 1];
  return {
    payments: union(answers.map(({ payments }) => payments)),
    scannedUntil: needed === 2 ? (others[0] ?? farthest) : farthest,
    reached: farthest,
    isCut: answers.some(({ isCut }) => isCut === true),
    ...(throughTime === undefined ? {} : { throughTime }),
  };
}

function descending(numbers: readonly bigint[]): bigint[] {
  return numbers.toSorted((one, other) => (one > other ? -1 : one < other ? 1 : 0));
}

/** Each payment once, in block order; final if any host reports it as final. */
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
