import type { CodeEntry } from './code-entry.ts';

/** Why a swap is not cancelled, or not retried, and what a cancelled one says. */
export const cancelAndRetryCodes = {
  CANCELLED: {
    next: 'stop',
    status: 409,
    meaning: 'The swap was cancelled on request, and nothing was paid. `ferryman swap retry` submits its job again.',
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
