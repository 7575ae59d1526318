import { assertNever } from '../assert-never.ts';
import type { Snapshot } from '../swap/swap.ts';
import { judgeCancel } from './judge-cancel.ts';
import { judgeReplacement } from './judge-replacement.ts';
import { judgeRetry, type RetryRules } from './judge-retry.ts';
import { missingProof } from './missing-proof.ts';
import { type SafeAction, safeActionOf } from './safe-action.ts';
import type { Successor } from './successor.ts';
import { whereOf } from './where-money.ts';

/** The answer to "where is the money, and may I retry?". */
export interface MoneyReport {
  /** Where the money is, as a whole sentence. */
  where: string;
  action: SafeAction;
  /** Whether a retry may pay now; otherwise which proof is missing, or what stands against it. */
  retry: { as: 'new_order' | 'new_swap' } | Refused;
  /** Whether an edited swap may take its place now. */
  replace: { allowed: true } | Refused;
  /** What a cancel would do now: end it at once, or ask the chain. */
  cancel: { as: 'end' | 'request' } | Refused;
}

/** Why an act is refused now. */
interface Refused {
  code: string;
  message: string;
}

/** Where the money of a swap is, and what may be done next. */
export function locateMoney(
  snapshot: Snapshot,
  { now, ...rules }: RetryRules & { now: number },
): MoneyReport {
  const verdict = judgeRetry(snapshot, rules);
  const { successor } = rules;
  return {
    where: whereOf(snapshot),
    action: safeActionOf(snapshot, verdict, { successor, now }),
    retry:
      verdict.kind === 'refused'
        ? {
            code: verdict.refusal.code,
            message: missingProof(snapshot)?.message ?? verdict.refusal.message,
          }
        : { as: verdict.kind },
    replace: replacementOf(snapshot, successor),
    cancel: cancelOf(snapshot),
  };
}

function replacementOf(
  snapshot: Snapshot,
  successor: Successor | undefined,
): MoneyReport['replace'] {
  const verdict = judgeReplacement(snapshot, successor);
  return verdict.kind === 'refused' ? refusedBy(verdict.refusal) : { allowed: true };
}

function cancelOf(snapshot: Snapshot): MoneyReport['cancel'] {
  const verdict = judgeCancel(snapshot);
  switch (verdict.kind) {
    case 'cancelled':
      return { code: 'CANCELLED', message: 'the swap is cancelled' };
    case 'refused':
      return refusedBy(verdict.refusal);
    case 'end':
    case 'request':
      return snapshot.swap.cancelRequestedAt === undefined
        ? { as: verdict.kind }
        : { code: 'CANCEL_PENDING', message: 'it is being cancelled, and the chain decides' };
    default:
      return assertNever(verdict, 'cancel verdict');
  }
}

function refusedBy({ code, message }: Refused): Refused {
  return { code, message };
}
