import type { CodeEntry } from './code-entry.ts';

/** Reasons of cancelled and resolved swaps, and why a cancel, retry or resolution is refused. */
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
      'The swap has a cancel request, and the chain has not decided yet. Wait until the swap ends: it was then either cancelled, and can be retried, or paid.',
  },
  SWAP_ENDED: {
    next: 'stop',
    status: 409,
    meaning: 'The swap has ended with nothing paid: there is nothing to cancel.',
  },
  SWAP_NOT_ENDED: {
    next: 'stop',
    status: 409,
    meaning:
      'Only a swap that has ended unpaid can be replaced by an edited one. Cancel it, wait until it has ended, then edit it.',
  },
  SWAP_RETRIED: {
    next: 'stop',
    status: 409,
    meaning:
      'Another swap, which the message names, tries the job of this one again, so no edited swap can take its place. Once that swap has ended unpaid, edit it instead.',
  },
  SWAP_REPLACED: {
    next: 'stop',
    status: 409,
    meaning:
      'A person has replaced the swap by an edited one, which the message names. Only that swap can be retried or edited.',
  },
  NOTHING_TO_ACKNOWLEDGE: {
    next: 'stop',
    status: 409,
    meaning:
      'Only a swap that received more money after its end can be acknowledged. This one did not; its state and reason show what it waits for.',
  },
  NOTHING_TO_RESOLVE: {
    next: 'stop',
    status: 409,
    meaning:
      'A person can resolve only a swap in `needs_review`. The state of this one shows what it waits for, or how it ended.',
  },
  RESOLUTION_REFUSED: {
    next: 'stop',
    status: 409,
    meaning:
      'The journal rules out this outcome of the swap. The message says why, and what to do instead.',
  },
  SWAP_CHANGED: {
    next: 'stop',
    status: 409,
    meaning:
      'The swap has changed since you looked at it, so your decision was not applied. Look at it again, then decide.',
  },
  RESOLVED_BY_PERSON: {
    next: 'stop',
    status: 409,
    meaning:
      'A person has ended the swap; the message says who, with which outcome, evidence and reason. Ferryman follows a transaction that is still signed to its proof, and pays nothing again before that.',
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
      'The transfer that was named as evidence is attributed to another swap, which the message names. One transfer ends one swap: name the one of this swap.',
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
      'A transaction of the swap landed after a person had ended the swap, or after an earlier proof that it was dead. Ferryman pays nothing again. Find out where its money arrived; then resolve the swap with that as evidence, or acknowledge it.',
  },
  DEAD_AFTER_END: {
    next: 'review',
    status: 409,
    meaning:
      'The swap ended as paid or refunded, and a later proof shows that its payment is dead or reverted. Ferryman pays nothing again. If the evidence was a manual payment for this swap, acknowledge it. If it belongs to another swap, resolve this one as unpaid: that releases the transfer for its owner.',
  },
  PROOF_CONTRADICTED: {
    next: 'review',
    status: 409,
    meaning:
      'Two proofs contradict each other: a transaction of the swap was proven dead, and now the chain shows that it landed, or the other way round. If another payment was signed meanwhile, the money may have been paid twice, and the wallet is frozen. Look at the transactions that the message names on the chain. Then resolve the swap with what you find, and release the wallet.',
  },
  BULK_ACTION_ENDED: {
    next: 'stop',
    status: 409,
    meaning:
      'The bulk action is finished or aborted, so it cannot be paused, resumed or aborted. Create another one for what is left; it skips what is done.',
  },
  BULK_ACTION_TOO_LARGE: {
    next: 'stop',
    status: 422,
    meaning:
      'The filter matches more swaps than one bulk action may have. Nothing was done. Narrow the filter, for example by `createdAfter` and `createdBefore`.',
  },
  BULK_ACTION_GREW: {
    next: 'stop',
    status: 409,
    meaning:
      'More swaps match the filter now than in the dry run that was agreed to. Nothing was done. Make the dry run again, then decide.',
  },
  PAYMENT_LANDED: {
    next: 'stop',
    status: 409,
    meaning:
      'The payment of this swap has landed: the swap can be neither cancelled nor paid again. A new payment is a new job. If the swap waits for a person with this reason, the signing log and the chain show a payment that the journal denies: find out who writes to the database, then resolve the swap.',
  },
  PAYMENT_MAY_LAND: {
    next: 'observe',
    status: 409,
    meaning:
      'The payment of this swap is signed and has no proof yet, or a person may be paying its deposit, or the signing log has an earlier payment of it that the chain does not prove dead; the message says which. Wait for the proof, or cancel the swap.',
  },
  FUNDS_UNKNOWN: {
    next: 'review',
    status: 409,
    meaning:
      'It is not proven that this swap has paid nothing; the message says which proof is missing. Check the wallet’s transactions on the chain before you pay in another way.',
  },
  RETRIES_SPENT: {
    next: 'stop',
    status: 409,
    meaning:
      'All payments that this swap may make (`maxGenerations`) are proven dead or reverted. The swap ends as failed; a retry after that is a new swap.',
  },
} as const satisfies Record<string, CodeEntry>;
