import { spentGenerations } from '../swap/spent-generations.ts';
import type { Order, Reason, Snapshot } from '../swap/swap.ts';
import { type Decision, type Observation, wait, waitAfterFailure, waitInSlot } from './decision.ts';
import { endUnpaid } from './end-unpaid.ts';
import type { LeaseRefusal } from './lease-refusal.ts';
import { type Policy, retryDelay } from './policy.ts';

/*
 * The allowance rule, for `decide` (by what it last saw) and for the journal (when it leases).
 *
 * - None is needed for native coins and for deposits: their orders name no spender.
 * - Otherwise an order needs exactly its job's `amount`. The need is `open` until the payment is
 *   leased, and `signed` from then on.
 * - A payment is leased when confirmed allowance − signed needs not yet included ≥ its amount.
 * - Where that is too little, one approve sets the allowance to the sum of the open needs of the
 *   same wallet, chain, token and spender, and to no more. One approve or revoke is in flight.
 * - A token that refuses to change a standing allowance (as Tether's does) is set to zero first.
 */

/**
 * What is free: confirmed on the chain, and needed by no signed payment. Base units of the token;
 * negative where too much is signed.
 */
function freeAllowance(confirmed: bigint, signedNeeds: bigint): bigint {
  return confirmed - signedNeeds;
}

/**
 * What a payment in `quoted` needs before it is built: a reading, an approve, patience.
 * `undefined`: the allowance suffices, or it needs none.
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
  const spent = spentGenerations(
    snapshot,
    (step) => step.kind === 'approve' || step.kind === 'revoke',
  );
  if (spent >= policy.maxGenerations) return endUnpaid(snapshot, 'failed', approvalFailed, policy);
  return { kind: 'execute', step: 'approve', token, spender };
}

const approving: Reason = {
  code: 'APPROVAL_IN_FLIGHT',
  message: 'an approval of the token is on its way',
};

const approvalFailed: Reason = {
  code: 'APPROVAL_FAILED',
  message: 'the approval failed on its chain too often',
};

/**
 * A token that wants its allowance zeroed first refuses to change one that stands (as Tether's
 * contract does). Payments in flight use theirs up first; what then still stands is zeroed. With
 * nothing standing the refusal has another cause, or was a matter of the moment.
 */
export function reactToRevertingApprove(
  snapshot: Snapshot,
  { standing, reason }: Extract<Observation, { kind: 'approve_reverts' }>,
  policy: Policy,
): Decision | undefined {
  const { allowance, swap } = snapshot;
  const again = waitAfterFailure(retryDelay(policy, swap), reason);
  if (!allowance || allowance.approving || standing === 0n) return again;
  // An approval for several swaps has landed meanwhile: the others count on it too.
  if (freeAllowance(allowance.confirmed?.value ?? 0n, allowance.signedNeeds) >= swap.job.amount)
    return undefined;
  if (allowance.signedNeeds > 0n) return wait(policy.settlementPoll, reason);
  return { kind: 'execute', step: 'revoke', token: allowance.token, spender: allowance.spender };
}

/**
 * An allowance as the journal has it when a payment is leased. `confirmed` is absent: never read.
 */
export interface LeasedAllowance {
  isApproving: boolean;
  confirmed?: bigint;
  signedNeeds: bigint;
}

/**
 * Refuses a payment of `amount` base units where its allowance is not confirmed for it and for
 * those signed before it.
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

/** What the journal knows of an allowance that an approve or a revoke is to set. */
export interface SettableAllowance {
  isApproving: boolean;
  /** A payment that counts on it is signed and not included. */
  isInUse: boolean;
  /**
   * Nothing of the account is included before what was signed before it, as on EVM by the nonce.
   */
  keepsOrder: boolean;
  /** What all open swaps need, in base units. */
  openNeeds: bigint;
  /**
   * A spender of the token has taken what no payment of ours gave. `isCertain`: a proven approve
   * and a reading after it show it.
   */
  externalUse?: { isCertain: boolean; message: string };
}

/**
 * To what an allowance is set, in base units; or why it is not. `not_needed`: nothing needs it any
 * more.
 */
export type AllowanceSetting =
  | { kind: 'set'; value: bigint }
  | { kind: 'refused'; refusal: LeaseRefusal; freeze?: string }
  | { kind: 'not_needed' };

/**
 * An approve is for the sum of open needs, of whatever swap. It waits for payments that have not
 * used theirs yet where nothing keeps it behind them: they would find too little, or leave the next
 * ones too little. Nothing more is approved of a token once a spender has taken what no payment of
 * ours gave: the wallet is frozen.
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
