import type { CodeEntry } from './code-entry.ts';

/**
 * Reasons of swaps that were cancelled or resolved, and why a cancel, retry or resolution is
 * refused.
 */
export const cancelAndRetryCodes = {
  CANCELLED: {
    next: 'stop',
    status: 409,
    meaning:
      'The swap was cancelled on request, and nothing was paid. `ferryman swap retry` submits its job again.',
  },
  CANCEL_PENDING: {
    next: 'observe',
    status: 409,
    meaning:
      'The swap is to be cancelled, and the chain has not decided yet. Wait for its end: then it can be retried, or it was paid.',
  },
  SWAP_ENDED: {
    next: 'stop',
    status: 409,
    meaning: 'The swap has ended with nothing paid: there is nothing to cancel.',
  },
  NOTHING_TO_ACKNOWLEDGE: {
    next: 'stop',
    status: 409,
    meaning:
      'Only a swap that had ended, and to which more money came, is acknowledged. This one is none; its state and reason say what it waits for.',
  },
  NOTHING_TO_RESOLVE: {
    next: 'stop',
    status: 409,
    meaning:
      'Only a swap in `needs_review` is resolved by a person. The state of this one says what it waits for, or how it ended.',
  },
  RESOLUTION_REFUSED: {
    next: 'stop',
    status: 409,
    meaning:
      'The journal excludes this outcome of the swap. The message says why, and what to do instead.',
  },
  SWAP_CHANGED: {
    next: 'stop',
    status: 409,
    meaning:
      'The swap has changed since you looked at it, so your decision was not taken. Look at it again, then decide.',
  },
  RESOLVED_BY_PERSON: {
    next: 'stop',
    status: 409,
    meaning:
      'A person has ended the swap; the message says who, with which outcome, evidence and reason. A transaction that is still signed is followed to its proof, and nothing is paid again before that.',
  },
  EVIDENCE_NOT_SHOWN: {
    next: 'stop',
    status: 422,
    meaning:
      'The transaction that was named as evidence does not show the outcome. The message says what Ferryman looked for. Name the transaction in which the money arrived.',
  },
  EVIDENCE_NOT_FINAL: {
    next: 'observe',
    status: 409,
    meaning:
      'The transaction that was named as evidence is not final yet. Wait until it is, then resolve the swap.',
  },
  EVIDENCE_OF_ANOTHER_SWAP: {
    next: 'stop',
    status: 409,
    meaning:
      'The transfer that was named as evidence is attributed to another swap, which the message names. One transfer ends one swap; name the one of this swap.',
  },
  EVIDENCE_CONTRADICTS: {
    next: 'stop',
    status: 409,
    meaning:
      'The transaction that was named shows that the swap was paid or refunded, so it was not unpaid. Resolve it with the outcome that the message names.',
  },
  LANDED_AFTER_END: {
    next: 'review',
    status: 409,
    meaning:
      'A transaction of the swap was not proven when a person ended the swap, and has landed since; or it was proven to have come to nothing, and a later proof shows that it landed. Nothing is paid again. Find out where its money arrived; then resolve the swap with that as evidence, or acknowledge it.',
  },
  DEAD_AFTER_END: {
    next: 'review',
    status: 409,
    meaning:
      'The swap ended as paid or refunded, and a later proof shows that its payment has come to nothing. Nothing is paid again. If what was named as evidence was paid by hand for this swap, acknowledge it. If it belongs to another swap, resolve this one as unpaid: that releases the transfer for its owner.',
  },
  PROOF_CONTRADICTED: {
    next: 'review',
    status: 409,
    meaning:
      'Two proofs contradict each other: a transaction of the swap was proven to have come to nothing, and now the chain shows that it landed, or the other way round. If another payment was signed meanwhile, the money may have been paid twice, and the wallet is frozen. Look at the transactions that the message names on the chain. Then resolve the swap with what you find, and release the wallet.',
  },
  PAYMENT_LANDED: {
    next: 'stop',
    status: 409,
    meaning:
      'The payment of this swap has landed. It is neither cancelled nor paid again; follow it to its end. Whoever wants another payment submits a new job under a new key.',
  },
  PAYMENT_MAY_LAND: {
    next: 'observe',
    status: 409,
    meaning:
      'The payment of this swap is signed, and no proof yet says what became of it, or somebody may be making it by hand; the message says which. Wait for it, or cancel the swap.',
  },
  FUNDS_UNKNOWN: {
    next: 'review',
    status: 409,
    meaning:
      'It is not proven that this swap has paid nothing; the message says which proof is missing. Look at the wallet’s transactions on the chain before you pay in any other way.',
  },
  RETRIES_SPENT: {
    next: 'stop',
    status: 409,
    meaning:
      'As many payments of this swap as are allowed have come to nothing. It ends as failed; a retry after that is a new swap.',
  },
} as const satisfies Record<string, CodeEntry>;
