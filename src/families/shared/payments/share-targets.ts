import type {
  DepositTarget,
  IncomingPayment,
  LookedBlock,
  PaymentsSeen,
} from '../../../ports/payments.ts';
import { lookedUntil } from './answer-targets.ts';

/** What was found for one account, and up to which block nothing is left out. */
export interface SharedLook {
  payments: readonly IncomingPayment[];
  until: bigint;
  /** There is more that was not read yet. */
  isCut?: boolean;
  /** How far everything was read. Absent where there is more. */
  through?: LookedBlock;
}

/**
 * Answers for targets of which several may have one account, where orders are told apart by their
 * memos: these are looked at once, from where the one that is the farthest behind has to go on.
 *
 * @param look one answer for each, in their order
 */
export async function shareTargets(
  targets: readonly DepositTarget[],
  final: bigint,
  look: (distinct: readonly DepositTarget[]) => Promise<readonly SharedLook[]>,
): Promise<PaymentsSeen[]> {
  const distinct = new Map<string, DepositTarget>();
  for (const target of targets) {
    const known = distinct.get(nameOf(target));
    if (!known || target.after < known.after) distinct.set(nameOf(target), target);
  }
  const looks = await look([...distinct.values()]);
  const byName = new Map([...distinct.keys()].map((name, index) => [name, looks[index]]));
  return targets.map((target) => {
    const {
      payments = [],
      until = target.after,
      isCut = false,
      through,
    } = byName.get(nameOf(target)) ?? {};
    return {
      payments: payments.filter(({ block }) => block.number > target.after),
      lookedUntil: lookedUntil(target.after, until, final),
      ...(isCut ? { isCut } : {}),
      ...(through && through.number >= target.after ? { through } : {}),
    };
  });
}

function nameOf({ account, token }: DepositTarget): string {
  return `${account} ${token}`;
}
