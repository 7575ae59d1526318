import type { FundsState, Reason, Snapshot, Swap } from '../swap/swap.ts';
import { type Decision, wait } from './decision.ts';

/** What is wrong with a deposit that came: told for as long as it is so. */
export const depositFaultCodes: ReadonlySet<string> = new Set([
  'DEPOSIT_SHORT',
  'DEPOSIT_OVER',
  'DEPOSIT_LATE',
  'DEPOSIT_WITHOUT_MEMO',
  'DEPOSIT_NOT_FINAL',
]);

/** Reasons for which a transaction is not signed again until a person has decided, whatever the routing service says meanwhile. */
const givenUp: ReadonlySet<string> = new Set([
  'GUARD_REJECTED',
  'APPROVAL_NEEDED',
  'RECOVERY_FAILED',
  'LEASE_USED_BY_STRANGER',
  'JOURNAL_WENT_BACK',
  'PROOF_CONTRADICTED',
]);

export function isGivenUp({ state, reason }: Swap): boolean {
  const code = reason?.code ?? '';
  return state === 'needs_review' && (givenUp.has(code) || depositFaultCodes.has(code));
}

/** Goes to `needs_review`, or stays there and keeps looking: late evidence still counts. */
export function waitForPerson(snapshot: Snapshot, fundsState: FundsState, delay: number, reason: Reason): Decision {
  const { swap } = snapshot;
  const isTold = swap.state === 'needs_review' && swap.reason?.code === reason.code;
  return isTold || isGivenUp(swap)
    ? wait(delay, reason)
    : { kind: 'transition', state: 'needs_review', fundsState, reason };
}
