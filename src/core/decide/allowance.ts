import { spentGenerations } from '../swap/spent-generations.ts';
import { type Order, type Reason, type Snapshot, setsAllowance } from '../swap/swap.ts';
import { type Decision, type Observation, wait, waitAfterFailure, waitInSlot } from './decision.ts';
import { endUnpaid } from './end-unpaid.ts';
import type { LeaseRefusal } from './lease-refusal.ts';
import { type Policy, retryDelay } from './policy.ts';

/*
 * The allowance rule. `decide` applies it to what was last read, the journal when it leases.
 *
 * - Native coins and deposits need no allowance: their orders name no spender.
 * - The need of any other order is its job's `amount`. The need is `open` until the payment is
 *   leased, then `signed`.
 * - While an approve is in flight, payments wait. Otherwise a payment is leased if confirmed
 *   allowance − signed needs not yet included ≥ its amount.
 * - If that is too little, one approve sets the allowance to exactly the sum of the open needs of
 *   the same wallet, chain, token and spender. Only one approve or revoke is in flight at a time.
 * - If a token refuses to change a non-zero allowance (as Tether's does), it is set to zero first.
 */

/**
 * The confirmed allowance that no signed payment needs, in base units of the token. Negative if
 * more is signed than confirmed.
 */
function freeAllowance(confirmed: bigint, signedNeeds: bigint): bigint {
  return confirmed - signedNeeds;
}

/**
 * What a payment in `quoted` needs before it is built: a read, an approve, or a wait. `undefined`:
 * its allowance suffices, or it needs none.
 */
export function decideAllowance(
  snapshot: Snapshot,
  order: Order,
  policy: Policy,
): Decision | undefined {
  const { allowance, swap } = snapshot;
  if (order.spender === undefined || !allowance) return undefined;
  const { token, spender, confirmed } = allowance;
  if (!confirmed) return { kind: 'read_allowance', token, spender };
  if (freeAllowance(confirmed.value, allowance.signedNeeds) >= swap.job.amount) return undefined;
  if (allowance.approving) return waitInSlot(policy.settlementPoll, approving);
  const spent = spentGenerations(snapshot, ({ kind }) => setsAllowance(kind));
  if (spent >= policy.maxGenerations) return endUnpaid(snapshot, 'failed', approveFailed, policy);
  return { kind: 'execute', step: 'approve', token, spender };
}

const approving: Reason = {
  code: 'APPROVAL_IN_FLIGHT',
  message: 'an approve of the token is in flight; the swap goes on once it is included',
};

const approveFailed: Reason = {
  code: 'APPROVAL_FAILED',
  message: 'the approve failed on its chain too often; only fees were spent',
};

/**
 * An approve that reverts on a non-zero allowance is retried after a revoke (Tether's contract
 * wants zero first). Payments in flight use up their allowance before the revoke. If the allowance
 * is already zero, the revert has another cause or may pass.
 */
export function reactToRevertingApprove(
  snapshot: Snapshot,
  { standing, reason }: Extract<Observation, { kind: 'approve_reverts' }>,
  policy: Policy,
): Decision | undefined {
  const { allowance, swap } = snapshot;
  const again = waitAfterFailure(retryDelay(policy, swap), reason);
  if (!allowance || allowance.approving || standing === 0n) return again;
  // Another swap's approve has landed meanwhile and covers this payment too.
  if (freeAllowance(allowance.confirmed?.value ?? 0n, allowance.signedNeeds) >= swap.job.amount)
    return undefined;
  if (allowance.signedNeeds > 0n) return wait(policy.settlementPoll, reason);
  return { kind: 'execute', step: 'revoke', token: allowance.token, spender: allowance.spender };
}

/** An allowance in the journal when a payment is leased. `confirmed` absent: never read. */
export interface LeasedAllowance {
  isApproving: boolean;
  confirmed?: bigint;
  signedNeeds: bigint;
}

/**
 * Refuses a payment of `amount` base units if the confirmed allowance does not cover it and the
 * payments signed before it.
 */
export function judgeNeed(
  amount: bigint,
  allowance: LeasedAllowance | undefined,
): LeaseRefusal | undefined {
  if (allowance?.isApproving) return { kind: 'approve_in_flight' };
  if (allowance?.confirmed === undefined) return { kind: 'allowance_short' };
  return freeAllowance(allowance.confirmed, allowance.signedNeeds) < amount
    ? { kind: 'allowance_short' }
    : undefined;
}

/** The journal's view of an allowance that an approve or revoke will set. */
export interface SettableAllowance {
  isApproving: boolean;
  /** A payment that relies on it is signed and not included. */
  isInUse: boolean;
  /** The chain includes the account's transactions in the order of signing (EVM: by nonce). */
  keepsOrder: boolean;
  /** The sum of the open needs, in base units. */
  openNeeds: bigint;
  /**
   * A spender took tokens that no payment of ours gave it. `isCertain`: a proven approve and a
   * later read show it.
   */
  externalUse?: { isCertain: boolean; message: string };
}

/**
 * The value to set an allowance to, in base units, or why it is not set. `not_needed`: no swap
 * needs it any more.
 */
export type AllowanceSetting =
  | { kind: 'set'; value: bigint }
  | { kind: 'refused'; refusal: LeaseRefusal; freeze?: string }
  | { kind: 'not_needed' };

/**
 * An approve covers the sum of the open needs of all swaps. If the chain does not keep the order,
 * it waits for payments that have not used their allowance yet: it could be included before them
 * and falsify the sum. After external use of an allowance no more is approved, and the wallet is
 * frozen.
 */
export function judgeSetting(
  step: 'approve' | 'revoke',
  allowance: SettableAllowance,
): AllowanceSetting {
  const { isApproving, isInUse, keepsOrder, openNeeds, externalUse } = allowance;
  if (isApproving) return refuse({ kind: 'approve_in_flight' });
  if (!keepsOrder && isInUse) return refuse({ kind: 'allowance_in_use' });
  if (step === 'revoke') return { kind: 'set', value: 0n };
  if (externalUse && !externalUse.isCertain) return refuse({ kind: 'approve_in_flight' });
  if (externalUse) {
    const { message } = externalUse;
    return { kind: 'refused', refusal: { kind: 'external_use', message }, freeze: message };
  }
  return openNeeds === 0n ? { kind: 'not_needed' } : { kind: 'set', value: openNeeds };
}

function refuse(refusal: LeaseRefusal): AllowanceSetting {
  return { kind: 'refused', refusal };
}
