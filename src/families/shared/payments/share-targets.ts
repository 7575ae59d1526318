import type {
  DepositTarget,
  IncomingPayment,
  PaymentScan,
  ScannedBlock,
} from '../../../ports/payments.ts';
import { scannedUntil } from './answer-targets.ts';

/** What a scan found for one account, complete up to `until`. */
export interface SharedLook {
  payments: readonly IncomingPayment[];
  until: bigint;
  /** More entries remain to be read. */
  isCut?: boolean;
  /** The last block that was read completely. Absent if more entries remain. */
  through?: ScannedBlock;
}

/**
 * Scans each account and token once, even if several targets share it (orders with different
 * memos). The scan starts at the target that lags most.
 *
 * @param scan returns one answer for each distinct target, in their order
 */
export async function shareTargets(
  targets: readonly DepositTarget[],
  final: bigint,
  scan: (distinct: readonly DepositTarget[]) => Promise<readonly SharedLook[]>,
): Promise<PaymentScan[]> {
  const distinct = new Map<string, DepositTarget>();
  for (const target of targets) {
    const known = distinct.get(nameOf(target));
    if (!known || target.after < known.after) distinct.set(nameOf(target), target);
  }
  const scans = await scan([...distinct.values()]);
  const byName = new Map([...distinct.keys()].map((name, index) => [name, scans[index]]));
  return targets.map((target) => {
    const {
      payments = [],
      until = target.after,
      isCut = false,
      through,
    } = byName.get(nameOf(target)) ?? {};
    return {
      payments: payments.filter(({ block }) => block.number > target.after),
      scannedUntil: scannedUntil(target.after, until, final),
      ...(isCut ? { isCut } : {}),
      ...(through && through.number >= target.after ? { through } : {}),
    };
  });
}

function nameOf({ account, token }: DepositTarget): string {
  return `${account} ${token}`;
}
