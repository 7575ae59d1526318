import type { CodeEntry } from './code-entry.ts';

/** What a request, a job or a command is answered with. */
export const requestCodes = {
  INVALID_JOB: {
    next: 'stop',
    status: 422,
    meaning:
      'The job is malformed; each fault is named with its place. Correct them, and submit again.',
  },
  UNKNOWN_CHAIN: {
    next: 'stop',
    status: 422,
    meaning:
      'The chain is not configured here, or as a destination not even known. A job’s answer names those that are configured and says what to do; `ferryman config check` shows those of a configuration, `ferryman chains` those that can be.',
  },
  UNKNOWN_TOKEN: {
    next: 'stop',
    status: 422,
    meaning: 'No token answers at this address on this chain. Check the address.',
  },
  TOKEN_UNREADABLE: {
    next: 'stop',
    status: 422,
    meaning:
      'The token is on a chain that is not configured here, where nothing can say what its decimals are. Of such a chain only the native coin can be bought (`native`); configure the chain where that is possible.',
  },
  UNKNOWN_WALLET: {
    next: 'stop',
    status: 422,
    meaning:
      'There is no wallet of this name for the chain. A job’s answer names those that are; `ferryman wallet list` lists those of a data folder.',
  },
  WALLET_OF_OTHER_NETWORK: {
    next: 'stop',
    status: 422,
    meaning:
      'The wallet’s account is for another network than the configured chain, and what it signs could be valid there. Nothing was signed. Make or import a wallet for the chain’s network (`ferryman wallet create --network`), or configure the network that the wallet is for.',
  },
  IDEMPOTENCY_CONFLICT: {
    next: 'stop',
    status: 409,
    meaning:
      'This idempotency key was used with another body. The swap under the key (`ferryman swap get`) shows what that was. Use a new key for a new swap.',
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
    meaning:
      'The API key is missing or wrong. Send `Authorization: Bearer <key>`; commands take it from `FERRYMAN_API_KEY_FILE` or `FERRYMAN_API_KEY`.',
  },
  FORBIDDEN: {
    next: 'stop',
    status: 403,
    meaning:
      'The key lacks the scope, or Host or Origin is not this service. Use another key, or the address that `ferryman up` names.',
  },
  INTAKE_SIGNATURE_INVALID: {
    next: 'stop',
    status: 401,
    meaning:
      'The signature of an intake job does not fit the job: another key signed it, it was signed in another form, or it was changed afterwards. Check the signature against the test vector in docs/intake.md, and add the job again.',
  },
  INTAKE_KEY_MISSING: {
    next: 'stop',
    status: 401,
    meaning:
      'The API key was made before intake jobs were signed, so the journal has nothing to check its signatures with. Make a new key with `ferryman key create`, and sign with that one.',
  },
  INTAKE_CREDENTIAL: {
    next: 'stop',
    status: 401,
    meaning:
      'The intake job carried an API key or the hash of one. Ferryman took it out of the job, but the files and backups of Redis may still have it: use another API key from now on (`ferryman key create`). Sign jobs instead, see docs/intake.md.',
  },
  BODY_TOO_LARGE: {
    next: 'stop',
    status: 413,
    meaning: 'The request body is over 64 KiB. Shorten its metadata.',
  },
  BODY_MALFORMED: {
    next: 'stop',
    status: 400,
    meaning: 'The request body is not JSON. Send a JSON object as `application/json`.',
  },
  BODY_AMBIGUOUS: {
    next: 'stop',
    status: 400,
    meaning:
      'The request body is JSON that two programs may read differently: a member is there twice, is named `__proto__`, or is nested more than 16 levels deep. The answer names the place. Send each member once, then try again.',
  },
  API_UNAVAILABLE: {
    next: 'retry',
    status: 502,
    meaning:
      'No Ferryman answers at the address of the API. Start one with `ferryman up`, or correct `--api-url`.',
  },
  INPUT_NEEDED: {
    next: 'stop',
    status: 400,
    meaning:
      'A command needs something that it cannot ask for: no terminal, or `--no-input`. Give it as the message says.',
  },
  INVALID_REQUEST: {
    next: 'stop',
    status: 400,
    meaning: 'A parameter of the request or command is malformed; the answer names it. Correct it.',
  },
  INTERNAL: {
    next: 'review',
    status: 500,
    meaning:
      'A fault of Ferryman itself. Nothing new is signed because of it; the log has the cause under the request id.',
  },
} as const satisfies Record<string, CodeEntry>;
