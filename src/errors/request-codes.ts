import type { CodeEntry } from './code-entry.ts';

/** Faults of a request, a job or a command. */
export const requestCodes = {
  INVALID_JOB: {
    next: 'stop',
    status: 422,
    meaning:
      'The job is malformed; the response lists each fault and where it is. Correct them, and submit again.',
  },
  UNKNOWN_CHAIN: {
    next: 'stop',
    status: 422,
    meaning:
      'The source chain is not configured here, or the destination chain is unknown. The response to a job lists the configured chains and says what to do. `ferryman config check` lists the chains of a configuration, `ferryman chains` those that can be configured.',
  },
  UNKNOWN_TOKEN: {
    next: 'stop',
    status: 422,
    meaning: 'No token contract responds at this address on this chain. Check the address.',
  },
  TOKEN_UNREADABLE: {
    next: 'stop',
    status: 422,
    meaning:
      'The token is on a chain that is not configured here, so Ferryman cannot read its decimals. On such a chain a job can only buy the native coin (`native`). Configure the chain if that is possible.',
  },
  NO_PRIVATE_ROUTE: {
    next: 'stop',
    status: 422,
    meaning:
      'The job asks for `broadcast: private` or `private-strict`, and its source chain has no `broadcastUrls`, so nothing was signed. Give the chain the URL of a private relay in `chains.<name>.broadcastUrls`, or submit the job without `broadcast`.',
  },
  UNKNOWN_WALLET: {
    next: 'stop',
    status: 422,
    meaning:
      'There is no wallet of this name for the chain. The response to a job lists the existing ones; `ferryman wallet list` lists those of a data folder.',
  },
  FREEZE_CHANGED: {
    next: 'stop',
    status: 409,
    meaning:
      'The wallet is frozen for another reason than the one that was looked at, and stays frozen. Look at the reason that the message has, and release the wallet once you know who made these transactions.',
  },
  WALLET_OF_OTHER_NETWORK: {
    next: 'stop',
    status: 422,
    meaning:
      'The wallet’s account is for another network than the configured chain, and its signatures could be valid there. Nothing was signed. Create or import a wallet for the chain’s network (`ferryman wallet create --network`), or configure the wallet’s network.',
  },
  IDEMPOTENCY_CONFLICT: {
    next: 'stop',
    status: 409,
    meaning:
      'This idempotency key was already used with another body. The swap under the key (`ferryman swap get`) shows that request. Use a new key for a new swap.',
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    next: 'stop',
    status: 400,
    meaning: 'The request has no `Idempotency-Key` header. Send one with every create.',
  },
  NOT_FOUND: { next: 'stop', status: 404, meaning: 'There is no such swap or path. Check the id.' },
  METHOD_NOT_ALLOWED: {
    next: 'stop',
    status: 405,
    meaning:
      'The path does not take this method. The `Allow` header of the answer and /v1/openapi.json name those that it takes.',
  },
  UNAUTHORIZED: {
    next: 'stop',
    status: 401,
    meaning:
      'The API key is missing, unknown, revoked or expired; the message says which. Send `Authorization: Bearer <key>`; commands read it from `FERRYMAN_API_KEY_FILE` or `FERRYMAN_API_KEY`.',
  },
  FORBIDDEN: {
    next: 'stop',
    status: 403,
    meaning:
      'The message says which right the API key lacks: use a key that has it. Or the Host or Origin header is not this service’s: use the address that `ferryman up` prints.',
  },
  MASKED: {
    next: 'stop',
    status: 403,
    meaning:
      'The API key is masked: it does not see addresses or metadata, and may not search by what would tell them. Name swaps by their ids (`id`), or use another key.',
  },
  INTAKE_SIGNATURE_INVALID: {
    next: 'stop',
    status: 401,
    meaning:
      'The signature of an intake job does not match the job: another key signed it, the signed form differs, or the job was changed afterwards. Check the signature against the test vector in docs/intake.md, and add the job again.',
  },
  INTAKE_KEY_MISSING: {
    next: 'stop',
    status: 401,
    meaning:
      'The API key is older than signed intake jobs, so the journal cannot check its signatures. Create a new key with `ferryman key create`, and sign with it.',
  },
  INTAKE_CREDENTIAL: {
    next: 'stop',
    status: 401,
    meaning:
      'The intake job carried an API key or the hash of one. Ferryman removed it from the job, but the files and backups of Redis may still contain it: create another API key (`ferryman key create`) and use that. Sign intake jobs instead, see docs/intake.md.',
  },
  CURSOR_FOREIGN: {
    next: 'stop',
    status: 410,
    meaning:
      'The cursor is of another journal, or of events that this journal has lost, as after the restore of a backup. List what you need again, and go on from there.',
  },
  WEBHOOK_URL_REFUSED: {
    next: 'stop',
    status: 422,
    meaning:
      'Webhooks do not go to this URL: it has no TLS, or its address is not public. Use a public https URL, or allow the host with `webhooks.allowedHosts`.',
  },
  WEBHOOK_SECRET_MISSING: {
    next: 'stop',
    status: 409,
    meaning:
      'No intake secret is configured, and the secrets of webhooks are sealed in the journal under it. Set `FERRYMAN_INTAKE_SECRET_FILE`, to the same secret in every process that serves the API or has the role recover.',
  },
  WEBHOOK_DISABLED: {
    next: 'stop',
    status: 409,
    meaning:
      'The webhook is disabled, so nothing is sent to it. Enable it with `ferryman webhook enable`, and repeat.',
  },
  TOO_MANY_REQUESTS: {
    next: 'retry',
    status: 429,
    meaning:
      'The API key has made as many requests as it may in a minute, or has too many open. Wait as long as `Retry-After` says.',
  },
  REQUEST_OVER_LIMIT: {
    next: 'stop',
    status: 422,
    meaning:
      'The request counts as more requests than the API key may make in a minute, so it can never succeed. Nothing was done. Split the batch, or use a key with a higher limit.',
  },
  BODY_TOO_LARGE: {
    next: 'stop',
    status: 413,
    meaning: 'The request body is larger than 64 KiB. Shorten its metadata.',
  },
  BODY_INCOMPLETE: {
    next: 'retry',
    status: 408,
    meaning:
      'The connection ended before the whole request body had arrived: the client broke off, or sent for more than 30 seconds. Nothing was done. Send the request again.',
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
      'Two programs may parse the JSON body differently: a member occurs twice, is named `__proto__`, or is nested more than 16 levels deep. The response names the member. Correct it, and send the request again.',
  },
  API_UNAVAILABLE: {
    next: 'retry',
    status: 502,
    meaning:
      'No Ferryman responds at the address of the API. Start one with `ferryman up`, or correct `--api-url`.',
  },
  INPUT_NEEDED: {
    next: 'stop',
    status: 400,
    meaning:
      'A command needs input and cannot ask for it: there is no terminal, or `--no-input` is set. Provide the input as the message says.',
  },
  INVALID_REQUEST: {
    next: 'stop',
    status: 400,
    meaning:
      'A parameter of the request or command is malformed; the response names it. Correct it.',
  },
  USAGE: {
    next: 'stop',
    status: 400,
    meaning:
      'The command line is wrong; the message says where. `--help` after the command lists its options.',
  },
  INTERRUPTED: {
    next: 'observe',
    status: 499,
    meaning:
      'The command was interrupted, such as by Ctrl-C. A swap that it submitted or waited for goes on.',
  },
  INTERNAL: {
    next: 'review',
    status: 500,
    meaning:
      'A bug in Ferryman. Nothing new is signed because of it. The log has the cause under the request id; report it.',
  },
} as const satisfies Record<string, CodeEntry>;
