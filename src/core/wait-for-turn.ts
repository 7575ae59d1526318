import { type Decision, wait } from './decision.ts';
import type { Policy } from './policy.ts';
import type { Reason, Snapshot } from './swap.ts';

const occupied: Reason = {
  code: 'WALLET_OCCUPIED',
  message: 'the wallet’s last transaction is not proven yet, and its chain takes one after the other',
};

/** The proof wakes whoever is next; the timer is there for who is not, and for losses. */
export function waitForTurn({ swap }: Snapshot, now: number, policy: Policy): Decision {
  return wait(Math.max(1, Math.min(policy.retryMax, swap.job.deadline - now)), occupied);
}
