import type { CodeEntry } from './code-entry.ts';

/** Why a swap is not signed, waits, failed or needs a person. */
export const swapCodes = {
  SIGNATURE_MISMATCH: {
    next: 'review',
    status: 500,
    meaning:
      'The signed bytes are not the bytes that the guard judged, or the wallet’s key did not sign them. Ferryman discarded them. Check the signer.',
  },
  TRANSACTION_REVERTS: {
    next: 'requote',
    status: 502,
    meaning:
      'The transaction would revert, so it was not signed. Ferryman requests another one until the deadline.',
  },
  GUARD_REJECTED: {
    next: 'stop',
    status: 422,
    meaning:
      'The transaction is not what the job asked for, so it was not signed. The findings say why. Do not retry before you know who altered it.',
  },
  JOB_KEY_UNKNOWN: {
    next: 'retry',
    status: 409,
    meaning:
      'The job is sealed with a key that this process does not know, so nothing is signed for it. Add the public key of the process that accepts jobs to `guard.jobKeys` of the processes that execute or retry them.',
  },
  JOB_FORGED: {
    next: 'stop',
    status: 409,
    meaning:
      'The stored job is not the one that was submitted: its seal does not match. Nothing is signed for it. Find out who writes to the database before anything else.',
  },
  QUOTE_BELOW_MINIMUM: {
    next: 'requote',
    status: 422,
    meaning:
      'The market does not reach the job’s minimum now. Ferryman requotes until the deadline.',
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
  CAP_REACHED: {
    next: 'retry',
    status: 409,
    meaning:
      'Other payments leave too little of a cap of the guard’s policy, or of a budget of the swap’s treasury rule, for this one. The message names it; `ferryman caps` shows its use. The swap goes on by itself when payments leave the window, or other swaps end, unless its deadline passes before. To let it pass earlier, raise the cap in the policy. A swap keeps the budget that its rule had when the rule asked for it.',
  },
  BALANCE_RESERVED: {
    next: 'retry',
    status: 409,
    meaning: 'Other swaps of the wallet have reserved the balance. The swap waits for them.',
  },
  SIGNING_STOPPED: {
    next: 'retry',
    status: 409,
    meaning: 'A stop switch prevents signing. The swap goes on once the switch is released.',
  },
  BLACKOUT: {
    next: 'retry',
    status: 409,
    meaning:
      'A blackout of the guard’s policy holds for the wallet, the rule or the chain: until it ends nothing new is signed but cancels. The message says when that is. The swap goes on by itself, unless its deadline passes before. What is on its way is followed.',
  },
  WALLET_FROZEN: {
    next: 'review',
    status: 409,
    meaning:
      'The wallet is frozen: the journal does not know some of its transactions or some uses of its allowances. Find out who made them, then run `ferryman wallet unfreeze`.',
  },
  FEE_TOO_HIGH: {
    next: 'retry',
    status: 409,
    meaning:
      'The fees are above what the job (`maxFee`) or the chain’s setting (`maxNetworkFee`) allows; the message says both. If the network fee is too high, the swap waits for a lower one until its deadline. If the order itself declares the fee, the swap ended with nothing paid: submit again with a higher `maxFee`, or other providers.',
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
      'The payment reverted, and its block is final; only fees were spent. Ferryman pays again, with at most `maxGenerations` payments in all.',
  },
  PAYMENT_CANCELLED: {
    next: 'requote',
    status: 422,
    meaning:
      'The payment was not included in time and is proven dead. Ferryman pays again, with at most `maxGenerations` payments in all.',
  },
  LEASE_USED_BY_STRANGER: {
    next: 'review',
    status: 409,
    meaning:
      'An external transaction used the nonce of the payment (TON: its seqno; Bitcoin: one of its coins). The wallet is frozen. Check whether that transaction paid, and resolve the swap with what you find.',
  },
  APPROVAL_IN_FLIGHT: {
    next: 'observe',
    status: 409,
    meaning: 'An approve of the token is in flight. The swap waits for it.',
  },
  APPROVAL_FAILED: {
    next: 'stop',
    status: 422,
    meaning:
      'The approve of the token failed on its chain too often. Nothing was paid; only fees were spent.',
  },
  APPROVAL_NEEDED: {
    next: 'review',
    status: 409,
    meaning: 'A person has to approve this transaction. The findings say why.',
  },
  APPROVAL_REJECTED: {
    next: 'stop',
    status: 409,
    meaning:
      'A person rejected what the guard held the swap for. Nothing was paid for it. If a payment of the swap was signed before, a person has to find out where its money is.',
  },
  APPROVAL_EXPIRED: {
    next: 'stop',
    status: 409,
    meaning:
      'The guard held the swap, and no person decided in time: within `policy.approvalWithin`, and for the approvals of a payment within `expiresAfter` of its row. Retry the swap: the guard judges it again, and a person decides on what it finds.',
  },
  APPROVAL_DECIDED: {
    next: 'stop',
    status: 409,
    meaning:
      'The approval is not open any more: a person has decided, or it has expired or been withdrawn. `ferryman approvals show` says which.',
  },
  APPROVAL_OF_OWN_SWAP: {
    next: 'stop',
    status: 403,
    meaning:
      'A person who submitted, retried or edited a swap does not decide what is admitted for it. Ask another person, with a key of their own.',
  },
  APPROVAL_NEEDS_VOTES: {
    next: 'stop',
    status: 409,
    meaning:
      'The approval is about a payment, which approvers of the policy sign with their passkeys: open it on the dashboard. An API key can only reject it.',
  },
  VOTE_INVALID: {
    next: 'stop',
    status: 422,
    meaning:
      'The vote is signed by no passkey that the policy names for an approver of this payment, or over something else; the message says which. Sign what `GET /v1/approvals/{id}/votes` shows, at the dashboard of this Ferryman, and check `approvers` in the guard’s policy and `api.publicUrl`.',
  },
  BATCH_INCOMPLETE: {
    next: 'retry',
    status: 409,
    meaning:
      'A batch is approved as a whole, and some of its payments are not quoted yet, so approvers cannot know what they would sign. The message says how many. Wait until all of them wait for approvals or have ended, read the batch again, and sign then. A payment that cannot be quoted ends with its deadline; a person may cancel it.',
  },
  BATCH_CHANGED: {
    next: 'rebuild',
    status: 409,
    meaning:
      'The payments that wait are not those that were signed: meanwhile one was decided, has ended, or asks for another envelope. No vote was stored. Read the batch again, look at what it has now, and sign that.',
  },
  ORDER_NOT_ACCEPTABLE: {
    next: 'requote',
    status: 422,
    meaning:
      'The order fell below what the job accepts between quote and signature, so it was not signed. Ferryman requests another order.',
  },
  ORDER_BELOW_FLOOR: {
    next: 'requote',
    status: 422,
    meaning:
      'By the prices of the guard’s policy, the order is worth too little for what the job sells. Nothing was signed; Ferryman requests other orders until the deadline, and the swap then expires with this code. The findings say both values. Small amounts lose a larger part to providers: sell more at once, permit more providers, or raise the tolerance in `prices` of the policy.',
  },
  DEPOSIT_NOT_UNIQUE: {
    next: 'requote',
    status: 409,
    meaning:
      'The provider’s order has the number, or the deposit address and memo, of another order, so a payment could not be attributed. Nothing was paid; Ferryman requests another order until the deadline. If this persists, deny the provider.',
  },
  DEPOSIT_UNPAYABLE: {
    next: 'requote',
    status: 422,
    meaning:
      'The deposit that the provider wants cannot be paid: its address is invalid on the chain, or the chain cannot carry its memo. Nothing was paid; Ferryman requests another order until the deadline. If this persists, deny the provider.',
  },
  DEPOSIT_NOT_SEEN: {
    next: 'stop',
    status: 409,
    meaning:
      'The manual deposit was not paid in time. The swap ended with nothing paid. Ferryman still watches its address (`depositsWatched`, 30 days); a late payment reopens the swap. Ferryman cannot attribute a payment with another memo than the order’s: if you made one, write to the provider with the order’s number and the transaction. To pay after all, submit or retry the job, and pay to the new address.',
  },
  DEPOSIT_NOT_LOOKED_FOR: {
    next: 'observe',
    status: 503,
    meaning:
      'The time to pay the manual deposit is over, but Ferryman has not read the blocks up to then: an endpoint is down or behind, one of two hosts does not respond, or no process watches the chain (the log shows which). The swap does not end until Ferryman knows that nothing arrived. Do not pay again. Check the chain’s endpoints, and the process that watches the chain. On Bitcoin this takes an hour: the time of a block counts only by the median of the eleven before it.',
  },
  DEPOSIT_NOT_FINAL: {
    next: 'review',
    status: 409,
    meaning:
      'A deposit was observed, and hours later it is still not final. Ferryman keeps following it. Check the chain’s endpoints, and look for the transaction in a block explorer.',
  },
  DEPOSIT_SHORT: {
    next: 'review',
    status: 409,
    meaning:
      'The deposit is less than the provider’s order wants. Do not send the rest: a provider accepts one payment, not the sum of two. Ferryman keeps polling the provider, which may still pay out or refund. If it does neither, write to it with the order’s number and the transaction, and resolve the swap with the result.',
  },
  DEPOSIT_OVER: {
    next: 'review',
    status: 409,
    meaning:
      'The deposit is more than the provider’s order wants. Ferryman keeps polling the provider, which may pay out or refund. If it does neither, write to it with the order’s number and the transaction, and resolve the swap with the result.',
  },
  DEPOSIT_LATE: {
    next: 'review',
    status: 409,
    meaning:
      'The deposit arrived after its time limit, or after its swap had ended. If an order of this swap may still be paid, Ferryman keeps polling the provider. Otherwise write to the provider with the order’s number and the transaction, and acknowledge the swap.',
  },
  DEPOSIT_WITHOUT_MEMO: {
    next: 'review',
    status: 409,
    meaning:
      'A matching payment arrived at an address that many orders share, but without the memo that identifies its order, or with another one. Do not pay again before you know what becomes of this payment: both could count. Write to the provider with the order’s number, its memo and the transaction.',
  },
  PAID_BEFORE: {
    next: 'stop',
    status: 409,
    meaning:
      'This swap is a retry of another one, whose deposit was paid after all, to the address shown earlier. Follow that swap, and do not pay this one. It ended with nothing paid.',
  },
  DEPOSIT_TWICE: {
    next: 'review',
    status: 409,
    meaning:
      'More money arrived at the deposit address of a swap that is already paid. The swap itself has not changed; the provider has the money. Write to it with the order’s number and the transaction, and acknowledge the swap.',
  },
  ORDER_ANSWER_LOST: {
    next: 'observe',
    status: 409,
    meaning:
      'Ferryman requested a deposit order, and the response was lost: there may be an order whose deposit address Ferryman does not know. Nothing is paid, and the order expires by itself. Until its deadline, the swap requests another order once the routing service reports that there is none, or that it is over. You can cancel the swap; a retry requests another order at once.',
  },
  ORDERS_SPENT: {
    next: 'stop',
    status: 422,
    meaning:
      'The allowed number of deposit orders (`maxOrders`) was made for this swap, and none could be used; the message says what was wrong with the last one. Nothing was paid, and the orders expire by themselves. Correct the fault, or deny the provider, and retry.',
  },
  INCLUSION_LATE: {
    next: 'observe',
    status: 409,
    meaning:
      'A sent transaction is not included yet. If its chain allows a replacement, Ferryman raises the fee up to what the job allows, and finally cancels the transaction. Otherwise it expires.',
  },
  LEASE_ABANDONED: {
    next: 'rebuild',
    status: 409,
    meaning:
      'A worker took a lease and signed nothing under it. Ferryman releases the lease after its hold (`policy.leaseHold`).',
  },
  COMMIT_REFUSED: {
    next: 'rebuild',
    status: 409,
    meaning:
      'Signing was stopped, or the order expired, before the signed transaction was stored. Ferryman discarded it without sending it.',
  },
  SIMULATION_UNREADABLE: {
    next: 'stop',
    status: 502,
    meaning:
      'The simulation could not determine what the transaction would change, so it was not signed. Try other providers.',
  },
  SIMULATION_UNSETTLED: {
    next: 'retry',
    status: 409,
    meaning:
      'The wallet’s accounts changed during each simulation of the transaction, for example by other swaps of the wallet. It was not signed. Ferryman simulates it again until the deadline.',
  },
  SETTLEMENT_DISPUTED: {
    next: 'review',
    status: 409,
    meaning:
      'The routing service reports the swap as paid, but the destination chain does not show it; or Ferryman cannot read that chain, and the service names no transaction or one that has settled another swap. Ask the provider with the payment’s transaction id. Once the swap waits in `needs_review` (the message says from when), resolve it with what the provider names.',
  },
  SETTLEMENT_OVERDUE: {
    next: 'review',
    status: 409,
    meaning:
      'The payment landed, and no payout has arrived in time. Ferryman keeps looking. Ask the provider with the payment’s transaction id, and resolve the swap with the transaction that it names.',
  },
  ROUTER_STATUS_NEEDS_PERSON: {
    next: 'review',
    status: 409,
    meaning:
      'The routing service reports a status on which a person must act; the message names it. Do what the status asks for, or ask the provider with the payment’s transaction id and, for a deposit, the order’s number. Do not pay again meanwhile.',
  },
  PAID_IN_OTHER_TOKEN: {
    next: 'stop',
    status: 409,
    meaning:
      'The receiver was paid in another token than the job asked for. The swap’s legs show the token and amount.',
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
      'Ferryman’s transaction landed, but brought less than it should. Look at its receipt: a token may charge a transfer fee, or the money went elsewhere. Resolve the swap with what you find.',
  },
  RECOVERY_FAILED: {
    next: 'review',
    status: 409,
    meaning:
      'The refund or claim failed on its chain too often. The money waits on the bridge. Fetch it manually, and resolve the swap with the transaction that brought it.',
  },
} as const satisfies Record<string, CodeEntry>;
