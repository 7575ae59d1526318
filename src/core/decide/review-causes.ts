import type { Reason, Swap } from '../swap/swap.ts';

/**
 * What ends the wait for a person, other than an outcome on a chain. `person`: only a person's
 * decision; nothing is signed before it. `deposit`: the deposit turns out right; nothing is signed.
 * `recovery`: the routing service reports how to fetch the money. `status`: that too, or it reports
 * that a person acted. `release`: a person releases the wallet. `proof`: the signed transaction is
 * proven.
 */
type ReviewEnd = 'person' | 'deposit' | 'recovery' | 'status' | 'release' | 'proof';

/**
 * The causes for review that other rules refer to. Any other cause is a lasting failure: a person
 * is informed, and Ferryman keeps retrying.
 */
const reviewCauses = {
  GUARD_REJECTED: 'person',
  APPROVAL_NEEDED: 'person',
  APPROVAL_REJECTED: 'person',
  APPROVAL_EXPIRED: 'person',
  RECOVERY_FAILED: 'person',
  LEASE_USED_BY_STRANGER: 'person',
  JOURNAL_WENT_BACK: 'person',
  PROOF_CONTRADICTED: 'person',
  PAYMENT_LANDED: 'person',
  PAYMENT_MAY_LAND: 'person',
  DEPOSIT_SHORT: 'deposit',
  DEPOSIT_OVER: 'deposit',
  DEPOSIT_LATE: 'deposit',
  DEPOSIT_WITHOUT_MEMO: 'deposit',
  DEPOSIT_NOT_FINAL: 'deposit',
  SETTLEMENT_OVERDUE: 'recovery',
  SETTLEMENT_DISPUTED: 'recovery',
  REFUND_NOT_SEEN: 'recovery',
  ROUTER_STATUS_NEEDS_PERSON: 'status',
  WALLET_FROZEN: 'release',
  WITNESS_MISSING: 'proof',
  WITNESSES_DISAGREE: 'proof',
  RPC_UNAVAILABLE: 'proof',
  RPC_BEHIND: 'proof',
} as const satisfies Record<string, ReviewEnd>;

/** `DEAD_AFTER_END` stands beside an end that the swap had: `followEnded` answers for it. */
type ReviewCause = keyof typeof reviewCauses | 'DEAD_AFTER_END';

const endByCode = new Map<string, ReviewEnd>(Object.entries(reviewCauses));

/**
 * What ends the wait of a swap in `needs_review`. `undefined`: it is in another state, or retried.
 */
export function reviewEndsBy({
  state,
  reason,
}: Pick<Swap, 'state' | 'reason'>): ReviewEnd | undefined {
  return state === 'needs_review' && reason ? endByCode.get(reason.code) : undefined;
}

export function isCause<Cause extends ReviewCause>(
  reason: Reason | undefined,
  cause: Cause,
): reason is Reason & { code: Cause } {
  return reason?.code === cause;
}

/**
 * Whether the signing log and the chain say otherwise than the journal: no proof that the journal
 * has, and no deadline, shows that the swap has paid nothing.
 */
export function contradictsJournal(reason: Reason | undefined): boolean {
  return isCause(reason, 'PAYMENT_LANDED') || isCause(reason, 'PAYMENT_MAY_LAND');
}
