import type { Next } from '../core/next.ts';

interface CodeEntry {
  next: Next;
  /** HTTP status when the error answers a request. */
  status: number;
  /** What it means and what to do. */
  meaning: string;
}

/** Every stable error code. Codes are never renamed or reused. */
export const errorCodes = {
  INVALID_JOB: {
    next: 'stop',
    status: 422,
    meaning: 'The job is malformed; `errors[]` points at each fault. Correct it and submit again.',
  },
  UNKNOWN_CHAIN: {
    next: 'stop',
    status: 422,
    meaning: 'The chain is not configured here. `ferryman config check` lists those that are.',
  },
  UNKNOWN_TOKEN: {
    next: 'stop',
    status: 422,
    meaning: 'No token answers at this address on this chain. Check the address.',
  },
  UNKNOWN_WALLET: {
    next: 'stop',
    status: 422,
    meaning: 'There is no wallet of this name for the chain. `ferryman wallet list` lists those that are.',
  },
  UNSUPPORTED_FLOW: {
    next: 'stop',
    status: 422,
    meaning: 'This flow is not available on this chain yet. Use the flow `wallet`.',
  },
  IDEMPOTENCY_CONFLICT: {
    next: 'stop',
    status: 409,
    meaning: 'This idempotency key was used with another body. Use a new key for a new swap.',
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    next: 'stop',
    status: 400,
    meaning: 'Send an `Idempotency-Key` header with every create.',
  },
  NOT_FOUND: { next: 'stop', status: 404, meaning: 'There is no such swap or path. Check the id.' },
  UNAUTHORIZED: {
    next: 'stop',
    status: 401,
    meaning: 'The API key is missing or wrong. Send `Authorization: Bearer <key>`.',
  },
  FORBIDDEN: {
    next: 'stop',
    status: 403,
    meaning:
      'The key lacks the scope, or Host or Origin is not this service. Use another key, or the address that `ferryman up` names.',
  },
  BODY_TOO_LARGE: { next: 'stop', status: 413, meaning: 'The request body is over 64 KiB. Shorten its metadata.' },
  BODY_MALFORMED: {
    next: 'stop',
    status: 400,
    meaning: 'The request body is not JSON. Send a JSON object as `application/json`.',
  },
  API_UNAVAILABLE: {
    next: 'retry',
    status: 502,
    meaning: 'No Ferryman answers at the address of the API. Start one with `ferryman up`, or correct `--api-url`.',
  },
  INPUT_NEEDED: {
    next: 'stop',
    status: 400,
    meaning:
      'A command needs something that it can not ask for: no terminal, or `--no-input`. Give it as the message says.',
  },
  INVALID_REQUEST: {
    next: 'stop',
    status: 400,
    meaning: 'A parameter of the request is malformed; `errors[]` says which. Correct it.',
  },
  INTERNAL: {
    next: 'review',
    status: 500,
    meaning:
      'A fault of Ferryman itself. Nothing new is signed because of it; the log has the cause under the request id.',
  },

  CONFIG_INVALID: {
    next: 'stop',
    status: 500,
    meaning: 'The configuration has faults, all listed with path, source and fix. Correct them and start again.',
  },
  SANDBOX_UNAVAILABLE: {
    next: 'stop',
    status: 500,
    meaning:
      'The sandbox is not installed with this build, or an option or port of it does not fit. Correct it, or configure a routing service and chains.',
  },
  PORT_IN_USE: {
    next: 'stop',
    status: 500,
    meaning:
      'Another process listens on the port. Stop it, or choose another port with `--port` (of a worker: `--status-port`).',
  },
  FOLDER_IN_USE: {
    next: 'stop',
    status: 500,
    meaning: 'Another process holds the data folder. Stop it, or use another folder.',
  },
  REDIS_UNAVAILABLE: {
    next: 'retry',
    status: 503,
    meaning:
      'Redis does not answer or could not be started. Start it, or install it with `apt-get install redis-server`.',
  },
  JOURNAL_UNAVAILABLE: {
    next: 'retry',
    status: 503,
    meaning: 'The journal does not answer. Nothing is signed until it does; submit again under the same key.',
  },
  JOURNAL_STALE: { next: 'retry', status: 409, meaning: 'The swap changed while it was worked on; it is read again.' },
  JOURNAL_BROKEN_INVARIANT: {
    next: 'review',
    status: 500,
    meaning: 'The journal refused a write that would break a law. Nothing new is signed because of it; report it.',
  },

  KEYSTORE_MISSING: {
    next: 'retry',
    status: 500,
    meaning:
      'The keystore file is not there, or was not when this process started. Make one with `ferryman wallet create`, or put it back and start again; swaps of the wallet wait until their deadline.',
  },
  KEYSTORE_DAMAGED: {
    next: 'stop',
    status: 500,
    meaning: 'The keystore file is not what was written. Restore it from a backup, or import its phrase anew.',
  },
  KEYSTORE_PASSWORD_WRONG: {
    next: 'stop',
    status: 500,
    meaning:
      'The keystore does not open with this password. Correct `FERRYMAN_KEYSTORE_PASSWORD`; all wallets share it.',
  },
  WALLET_EXISTS: {
    next: 'stop',
    status: 409,
    meaning: 'There is a keystore of this name already; it is never overwritten. Choose another name.',
  },
  WALLET_NAME_INVALID: {
    next: 'stop',
    status: 422,
    meaning:
      'A wallet name is 1 to 63 lower-case letters, digits, dots, hyphens or underscores, with a letter or digit first.',
  },
  KEY_INVALID: {
    next: 'stop',
    status: 422,
    meaning:
      'The phrase or private key to import is malformed. Give 12 to 24 English words of BIP-39, or 32 bytes in hex.',
  },

  ROUTER_UNAVAILABLE: {
    next: 'retry',
    status: 502,
    meaning: 'The routing service did not answer, or with a server error. It is asked again until the deadline.',
  },
  ROUTER_RATE_LIMITED: {
    next: 'retry',
    status: 502,
    meaning: 'The routing service asked for patience (429). It is asked again when it said, or later.',
  },
  ROUTER_MALFORMED: {
    next: 'retry',
    status: 502,
    meaning:
      'The routing service answered something that its interface does not describe, or other decimals than the chain. Nothing of it is used; it is asked again until the deadline.',
  },
  ROUTER_NO_ROUTE: {
    next: 'requote',
    status: 502,
    meaning: 'The routing service has no route for this pair and amount now. It is asked again until the deadline.',
  },
  ROUTER_QUOTE_EXPIRED: { next: 'requote', status: 502, meaning: 'The quote expired; a new one is asked.' },
  ROUTER_REFUSED: {
    next: 'stop',
    status: 502,
    meaning:
      'The routing service refuses this request for good; its code and reason are in the message. Correct the job or the service’s settings by them.',
  },
  ROUTER_BALANCE: {
    next: 'requote',
    status: 502,
    meaning: 'The routing service sees too little balance or allowance. It is asked again until the deadline.',
  },

  RPC_UNAVAILABLE: {
    next: 'retry',
    status: 502,
    meaning: 'No endpoint of the chain answers in time. It is asked again; configure another one if it stays away.',
  },
  RPC_WRONG_CHAIN: {
    next: 'retry',
    status: 502,
    meaning:
      'The endpoint serves another chain id than configured. Correct the endpoint; swaps wait until their deadline.',
  },
  RPC_BEHIND: {
    next: 'retry',
    status: 502,
    meaning:
      'The newest block of the endpoint is old: it does not follow its chain, the chain stands still, or the clock of this machine is ahead. Nothing is decided on such a state; swaps wait until their deadline.',
  },
  RPC_UNSUPPORTED: {
    next: 'retry',
    status: 502,
    meaning:
      'The endpoint lacks a method that is needed (such as eth_simulateV1). Use another endpoint; swaps wait until their deadline.',
  },
  RPC_MALFORMED: {
    next: 'retry',
    status: 502,
    meaning: 'The endpoint answered something unreadable. It is asked again; configure another one if it stays so.',
  },

  SIGNATURE_MISMATCH: {
    next: 'review',
    status: 500,
    meaning:
      'What was signed is not what was judged, or not signed by the wallet’s key. It was thrown away; check the signer.',
  },
  TRANSACTION_REVERTS: {
    next: 'requote',
    status: 502,
    meaning: 'The transaction would fail on chain; it was not signed. Another is asked for until the deadline.',
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
    meaning: 'The market does not give the job’s minimum now; it is asked again until the deadline.',
  },
  INSUFFICIENT_BALANCE: {
    next: 'stop',
    status: 422,
    meaning: 'The wallet does not hold the amount. Fund it, and submit again under a new key.',
  },
  INSUFFICIENT_GAS: {
    next: 'stop',
    status: 422,
    meaning: 'The wallet does not hold enough of the native coin for fees. Fund it, and submit again under a new key.',
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
      'The wallet is frozen: its chain shows transactions that the journal does not know. Find out who else uses its key.',
  },
  FEE_TOO_HIGH: {
    next: 'retry',
    status: 409,
    meaning: 'The network fee is above what the job or the policy allows; it waits for a lower one.',
  },
  DEADLINE_PASSED: {
    next: 'stop',
    status: 422,
    meaning: 'The job’s deadline passed before anything was paid. Submit again with a later one.',
  },
  PAYMENT_REVERTED: {
    next: 'requote',
    status: 422,
    meaning: 'The payment failed on chain for good; only fees were spent. It is paid anew a bounded number of times.',
  },
  PAYMENT_CANCELLED: {
    next: 'requote',
    status: 422,
    meaning: 'The payment was not included in time and is proven dead. It is paid anew a bounded number of times.',
  },
  LEASE_USED_BY_STRANGER: {
    next: 'review',
    status: 409,
    meaning:
      'The nonce of the payment was used by a transaction that the journal does not know. The wallet is frozen; look whether it paid.',
  },
  APPROVAL_IN_FLIGHT: {
    next: 'observe',
    status: 409,
    meaning: 'An approval of the token is on its way to its chain. The swap waits for it.',
  },
  APPROVAL_FAILED: {
    next: 'stop',
    status: 422,
    meaning: 'The approval of the token failed on its chain too often. Nothing was paid; only fees were spent.',
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
  INCLUSION_LATE: {
    next: 'observe',
    status: 409,
    meaning:
      'A sent transaction is not included yet. Its fee is raised as far as the job allows; in the end it is cancelled.',
  },
  WALLET_CROWDED: {
    next: 'retry',
    status: 409,
    meaning: 'As many transactions of the wallet as may be wait for their inclusion. The swap goes on after them.',
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
    meaning: 'What the transaction would change could not be measured. It was not signed; try with other providers.',
  },
  SETTLEMENT_DISPUTED: {
    next: 'review',
    status: 409,
    meaning:
      'The routing service says paid and the destination chain does not show it. Ask the provider with the payment’s transaction id.',
  },
  SETTLEMENT_OVERDUE: {
    next: 'review',
    status: 409,
    meaning:
      'The payment landed and nothing has arrived in the time allowed. It is still looked for; ask the provider with the payment’s transaction id.',
  },
  ROUTER_STATUS_NEEDS_PERSON: {
    next: 'review',
    status: 409,
    meaning:
      'The routing service reports a status on which a person must act; the message names it. Do what it asks for, or ask the provider.',
  },
  PAID_IN_OTHER_TOKEN: {
    next: 'stop',
    status: 409,
    meaning: 'The receiver was paid in another token than the job asked for. Look at the legs for what it is worth.',
  },
  REFUND_NOT_SEEN: {
    next: 'review',
    status: 409,
    meaning:
      'The routing service reports a refund and the source chain does not show it. Ask the provider with the payment’s transaction id.',
  },
  OWN_PAYOUT_SHORT: {
    next: 'review',
    status: 409,
    meaning:
      'Our own transaction landed and did not bring what it should. Look at its receipt: a token may take a fee of its own, or the money went elsewhere.',
  },
  RECOVERY_FAILED: {
    next: 'review',
    status: 409,
    meaning: 'The refund or claim failed on its chain too often. The money waits on the bridge; fetch it by hand.',
  },
  ROUTER_BUDGET_SPENT: {
    next: 'retry',
    status: 503,
    meaning:
      'The calls per minute to the routing service (`ROUTER_CALLS_PER_MINUTE`) are used up by all workers together. The swap waits for its turn.',
  },
  ROUTER_UNAUTHORIZED: {
    next: 'retry',
    status: 502,
    meaning:
      'The routing service does not accept the API key or this address. Correct `FERRYMAN_ROUTER_API_KEY`; swaps wait until their deadline.',
  },
} as const satisfies Record<string, CodeEntry>;

export type ErrorCode = keyof typeof errorCodes;

/** Whether a text, such as a stored reason's code, is one of ours. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text);
}
