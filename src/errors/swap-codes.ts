import type { CodeEntry } from './code-entry.ts';

/** Why a swap is not signed, waits, failed or wants a person. */
export const swapCodes = {
  SIGNATURE_MISMATCH: {
    next: 'review',
    status: 500,
    meaning:
      'What was signed is not what was judged, or not signed by the wallet’s key. It was thrown away; check the signer.',
  },
  TRANSACTION_REVERTS: {
    next: 'requote',
    status: 502,
    meaning:
      'The transaction would fail on chain; it was not signed. Another is asked for until the deadline.',
  },
  GUARD_REJECTED: {
    next: 'stop',
    status: 422,
    meaning:
      'The transaction is not what the job asked for; it was not signed. The findings say why: do not retry before you know who bent it.',
  },
  QUOTE_BELOW_MINIMUM: {
    next: 'requote',
    status: 422,
    meaning:
      'The market does not give the job’s minimum now; it is asked again until the deadline.',
  },
  INSUFFICIENT_BALANCE: {
    next: 'stop',
    status: 422,
    meaning: 'The wallet does not hold the amount. Fund it, and submit again under a new key.',
  },
  INSUFFICIENT_GAS: {
    next: 'stop',
    status: 422,
    meaning:
      'The wallet does not hold enough of the native coin for fees. Fund it, and submit again under a new key.',
  },
  BALANCE_RESERVED: {
    next: 'retry',
    status: 409,
    meaning: 'The balance is reserved by other swaps of the wallet; it waits for them.',
  },
  SIGNING_STOPPED: {
    next: 'retry',
    status: 409,
    meaning: 'Signing is stopped by a switch; it goes on when the switch is released.',
  },
  WALLET_FROZEN: {
    next: 'review',
    status: 409,
    meaning:
      'The wallet is frozen: there are transactions of it, or uses of its allowances, that the journal does not know. Find out whose they are, then `ferryman wallet unfreeze`.',
  },
  FEE_TOO_HIGH: {
    next: 'retry',
    status: 409,
    meaning:
      'The fees are above what the job (`maxFee`) or the chain’s setting (`maxNetworkFee`) allows; the message says both. A network fee falls again: the swap waits for a lower one until its deadline. A fee that the order itself declares does not: the swap ended with nothing paid; submit again with a higher `maxFee`, or other providers.',
  },
  DEADLINE_PASSED: {
    next: 'stop',
    status: 422,
    meaning: 'The job’s deadline passed before anything was paid. Submit again with a later one.',
  },
  PAYMENT_REVERTED: {
    next: 'requote',
    status: 422,
    meaning:
      'The payment failed on chain for good; only fees were spent. It is paid anew a bounded number of times.',
  },
  PAYMENT_CANCELLED: {
    next: 'requote',
    status: 422,
    meaning:
      'The payment was not included in time and is proven dead. It is paid anew a bounded number of times.',
  },
  LEASE_USED_BY_STRANGER: {
    next: 'review',
    status: 409,
    meaning:
      'The nonce of the payment (TON: the number; Bitcoin: a coin) was used by a transaction that the journal does not know. The wallet is frozen; look whether it paid, and resolve the swap with what you find.',
  },
  APPROVAL_IN_FLIGHT: {
    next: 'observe',
    status: 409,
    meaning: 'An approval of the token is on its way to its chain. The swap waits for it.',
  },
  APPROVAL_FAILED: {
    next: 'stop',
    status: 422,
    meaning:
      'The approval of the token failed on its chain too often. Nothing was paid; only fees were spent.',
  },
  APPROVAL_NEEDED: {
    next: 'review',
    status: 409,
    meaning: 'A person has to agree to this transaction. The findings say why.',
  },
  ORDER_NOT_ACCEPTABLE: {
    next: 'requote',
    status: 422,
    meaning:
      'The order fell below what the job accepts between quote and signature. It was not signed; another is asked.',
  },
  DEPOSIT_NOT_UNIQUE: {
    next: 'requote',
    status: 409,
    meaning:
      'The provider’s order has a number, or a deposit address and memo, that another order has: whose a payment is could not be told. Nothing was paid; another order is asked for until the deadline. Deny the provider if it stays so.',
  },
  DEPOSIT_UNPAYABLE: {
    next: 'requote',
    status: 422,
    meaning:
      'The deposit cannot be made as the provider wants it: its address is none of the chain, or the chain carries no memo like it. Nothing was paid; another order is asked for until the deadline. Deny the provider if it stays so.',
  },
  DEPOSIT_NOT_SEEN: {
    next: 'stop',
    status: 409,
    meaning:
      'Nobody has paid the deposit by hand in time. The swap ended with nothing paid; its address is watched on (`depositsWatched`, 30 days), and what still comes there takes it up again. A payment with another memo than the order’s cannot be told from strangers’: who has made one writes to the provider with the order’s number and the transaction. To pay after all, submit or retry it, and pay to the new address.',
  },
  DEPOSIT_NOT_LOOKED_FOR: {
    next: 'observe',
    status: 503,
    meaning:
      'The time to pay the deposit by hand is over, and the blocks that were looked at end before that: an endpoint is away or behind, one of two hosts does not answer, or no process watches the chain, which the log says. The swap does not end before somebody knows that nothing came. Do not pay again; look to the chain’s endpoints, and to the process that watches it. On Bitcoin it takes an hour: a block tells the time only by the median of the eleven before it.',
  },
  DEPOSIT_NOT_FINAL: {
    next: 'review',
    status: 409,
    meaning:
      'A deposit was seen, and hours later it is still not final as far as can be seen here. It is followed on. Look to the chain’s endpoints, and for the transaction with others.',
  },
  DEPOSIT_SHORT: {
    next: 'review',
    status: 409,
    meaning:
      'Less came than the provider’s order wants. Do not send the rest: a provider takes one payment, and no sum of two. It is asked on: it may pay out all the same, or send the money back. If it does neither, write to it with the order’s number and the transaction, and resolve the swap with what came of that.',
  },
  DEPOSIT_OVER: {
    next: 'review',
    status: 409,
    meaning:
      'More came than the provider’s order wants. The provider is asked on: it may pay out, or send the money back. If it does neither, write to it with the order’s number and the transaction, and resolve the swap with what came of that.',
  },
  DEPOSIT_LATE: {
    next: 'review',
    status: 409,
    meaning:
      'The deposit came after the time that was given for it, or after its swap had ended. The provider is asked on where an order of this swap may still be paid; else write to it with the order’s number and the transaction, and acknowledge it here.',
  },
  DEPOSIT_WITHOUT_MEMO: {
    next: 'review',
    status: 409,
    meaning:
      'A payment that fits came to the address that many orders share, without the memo by which its provider tells whose it is, or with another one. Do not pay again before it is known what becomes of this payment: both could count. Write to the provider with the order’s number, its memo and the transaction.',
  },
  PAID_BEFORE: {
    next: 'stop',
    status: 409,
    meaning:
      'This swap tries another one again, and that one was paid by hand after all, to the address that had been shown before. It is followed there, and nobody is to pay this one; it ended with nothing paid.',
  },
  DEPOSIT_TWICE: {
    next: 'review',
    status: 409,
    meaning:
      'More money came to the deposit address of a swap that is paid already. The swap itself is as it was; the money is with the provider. Write to it with the order’s number and the transaction, and acknowledge it here.',
  },
  ORDER_ANSWER_LOST: {
    next: 'observe',
    status: 409,
    meaning:
      'A provider was asked for an order by deposit, and its answer was lost: there may be an order whose deposit address nobody here knows. Nothing is paid, and the order runs out by itself. The swap asks for another one once the routing service says that there is none, or that it is over, until the deadline. It can be cancelled; a retry asks for another order at once.',
  },
  ORDERS_SPENT: {
    next: 'stop',
    status: 422,
    meaning:
      'As many orders by deposit as are allowed (`maxOrders`) were made for this swap and came to nothing; the message says what was wrong with the last. Nothing was paid, and they run out by themselves. Correct what was wrong, or deny the provider, and retry.',
  },
  INCLUSION_LATE: {
    next: 'observe',
    status: 409,
    meaning:
      'A sent transaction is not included yet. Where its chain takes a dearer one in its place, its fee is raised as far as the job allows, and in the end it is cancelled; elsewhere it expires.',
  },
  LEASE_ABANDONED: {
    next: 'rebuild',
    status: 409,
    meaning: 'A nonce was taken and nothing was signed under it. It is given back after its time.',
  },
  COMMIT_REFUSED: {
    next: 'rebuild',
    status: 409,
    meaning:
      'Signing was stopped, or the order expired, before the signed transaction was stored. It was forgotten unsent.',
  },
  SIMULATION_UNREADABLE: {
    next: 'stop',
    status: 502,
    meaning:
      'What the transaction would change could not be measured. It was not signed; try with other providers.',
  },
  SIMULATION_UNSETTLED: {
    next: 'retry',
    status: 409,
    meaning:
      'The wallet’s accounts changed each time that the transaction was simulated, as other swaps of the wallet can do. It was not signed; it is simulated again until the deadline.',
  },
  SETTLEMENT_DISPUTED: {
    next: 'review',
    status: 409,
    meaning:
      'The routing service says paid and the destination chain does not show it, or cannot be looked at here and the transaction that it names, if it names one, has settled another swap. Ask the provider with the payment’s transaction id. Once the swap waits in `needs_review` (the message says from when), resolve it with what the provider names.',
  },
  SETTLEMENT_OVERDUE: {
    next: 'review',
    status: 409,
    meaning:
      'The payment landed and nothing has arrived in the time allowed. It is still looked for; ask the provider with the payment’s transaction id, and resolve the swap with what it names.',
  },
  ROUTER_STATUS_NEEDS_PERSON: {
    next: 'review',
    status: 409,
    meaning:
      'The routing service reports a status on which a person must act; the message names it. Do what it asks for, or ask the provider with the payment’s transaction and, of a deposit, the order’s number. Do not pay again meanwhile.',
  },
  PAID_IN_OTHER_TOKEN: {
    next: 'stop',
    status: 409,
    meaning:
      'The receiver was paid in another token than the job asked for. Look at the legs for what it is worth.',
  },
  REFUND_NOT_SEEN: {
    next: 'review',
    status: 409,
    meaning:
      'The routing service reports a refund and the source chain does not show it. Ask the provider with the payment’s transaction id. Once the swap waits in `needs_review` (the message says from when), resolve it with what the provider names.',
  },
  OWN_PAYOUT_SHORT: {
    next: 'review',
    status: 409,
    meaning:
      'Our own transaction landed and did not bring what it should. Look at its receipt: a token may take a fee of its own, or the money went elsewhere. Resolve the swap with what you find.',
  },
  RECOVERY_FAILED: {
    next: 'review',
    status: 409,
    meaning:
      'The refund or claim failed on its chain too often. The money waits on the bridge; fetch it by hand, and resolve the swap with the transaction that brought it.',
  },
} as const satisfies Record<string, CodeEntry>;
