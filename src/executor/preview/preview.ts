import type { TokenAddress } from '../../core/swap/chains.ts';
import type { Job } from '../../core/swap/job.ts';
import type { Order, Reason } from '../../core/swap/swap.ts';
import type { JudgedBytes } from '../effects/judge-step.ts';
import type { PlannedStep } from '../effects/swap-step.ts';

/** What a job would do now. Nothing of it was stored, leased or signed. */
export interface Preview {
  /** With the account that would pay. */
  job: Job;
  /** Absent: the routing service offers none. */
  order?: Order;
  /** The transactions that would be signed, in order. The last one may be missing. */
  steps: readonly PreviewedStep[];
  /**
   * `allowed`: it would be signed at once. `refused`: it would not be signed, for `reason`. `waits`:
   * it would go on after what `waitsFor` lists.
   */
  verdict: 'allowed' | 'refused' | 'waits';
  reason?: Reason;
  waitsFor: readonly PreviewWait[];
}

/** Bytes under a hypothetical lease, and the guard's verdict of them. */
export interface PreviewedStep extends JudgedBytes {
  kind: PlannedStep['kind'];
  /** The allowance that an approve or revoke would set. */
  sets?: { token: TokenAddress; spender: string; value: bigint };
}

export const waitKinds = [
  'stop',
  'lane',
  'funds',
  'allowance',
  'price',
  'order',
  'person',
  'retry',
] as const;

/**
 * `stop`: signing is stopped. `lane`: other swaps of the account go first. `funds`: others have
 * reserved them. `allowance`: an approve has to be included first. `price`: the offer is below the
 * job's minimum. `order`: the provider makes the order only for the swap itself. `person`: a person
 * has to decide. `retry`: something did not answer.
 */
export interface PreviewWait {
  kind: (typeof waitKinds)[number];
  /** The code that the swap would have as its reason, if it would have one. */
  code?: string;
  message: string;
}
