import type { CodeEntry } from './code-entry.ts';

/** What is wrong with the machine: configuration, stores, keys. */
export const hostCodes = {
  CONFIG_INVALID: {
    next: 'stop',
    status: 500,
    meaning:
      'The configuration has faults, all listed with path, source and fix. Correct them and start again.',
  },
  SANDBOX_UNAVAILABLE: {
    next: 'stop',
    status: 500,
    meaning:
      'The sandbox is not installed, or an option or port of it does not fit. Run `npm install ferryman-sandbox`, correct the option, or configure a routing service and chains.',
  },
  PORT_IN_USE: {
    next: 'stop',
    status: 500,
    meaning:
      'The process cannot listen on the port, usually because another process does. Stop that one, or choose another port with `--port` (of a worker: `--status-port`; of the sandbox: `--port-base`).',
  },
  STARTING: {
    next: 'retry',
    status: 503,
    meaning:
      'Ferryman is starting and has stored nothing. Try again in a moment, under the same key.',
  },
  FOLDER_IN_USE: {
    next: 'stop',
    status: 500,
    meaning: 'Another process holds the data folder. Stop it, or use another folder.',
  },
  FOLDER_LOCK_UNAVAILABLE: {
    next: 'stop',
    status: 500,
    meaning:
      'The data folder cannot be locked, so no process may use it. Install `flock` (`apt-get install util-linux`), and put the folder on a file system that has locks, such as a local disk.',
  },
  FOLDER_LOCK_LOST: {
    next: 'stop',
    status: 503,
    meaning:
      'Another process ended the one that holds the lock on the data folder, so a second Ferryman could open the journal. Nothing more is signed or written, and this process stops. Start it again.',
  },
  REDIS_UNAVAILABLE: {
    next: 'retry',
    status: 503,
    meaning:
      'Redis does not answer or could not be started. Start it, or install it with `apt-get install redis-server`.',
  },
  NO_WORKER: {
    next: 'retry',
    status: 503,
    meaning:
      'No live process has a role that swaps need; the message or the check names it. Start `ferryman worker` with that role, or `ferryman up`. Swaps wait, and go on by themselves then.',
  },
  JOURNAL_UNAVAILABLE: {
    next: 'retry',
    status: 503,
    meaning:
      'The journal does not answer. Nothing is signed until it does; submit again under the same key.',
  },
  JOURNAL_STALE: {
    next: 'retry',
    status: 409,
    meaning: 'The swap changed while it was worked on; it is read again.',
  },
  JOURNAL_BROKEN_INVARIANT: {
    next: 'review',
    status: 500,
    meaning:
      'The journal refused a write that would break a law. Nothing new is signed because of it; report it.',
  },
  JOURNAL_WENT_BACK: {
    next: 'review',
    status: 409,
    meaning:
      'The journal was rolled back: it was restored, or failed over and lost its end. Ferryman imports what the signing logs show, and signs nothing before. If it stays, `ferryman journal show` names the hosts whose logs are missing and what cannot be imported. First start the missing host, or bring its signing log (`ledger` in its data folder) back. If that does not help, compare the wallets with their chains, then `ferryman journal adopt`.',
  },
  JOURNAL_FOREIGN: {
    next: 'retry',
    status: 409,
    meaning:
      'This is not the journal that these keys have signed for; two journals with the same keys would pay twice. Use the right one, or `ferryman journal adopt` this one after the other was stopped for good.',
  },
  SIGNING_LOG_UNAVAILABLE: {
    next: 'retry',
    status: 503,
    meaning:
      'The signing log in the data folder cannot be read or written, so nothing is signed or sent, and no swap ends as unpaid. Make `ledger` in the data folder writable, and free space on its disk.',
  },
  SIGNING_LOG_DAMAGED: {
    next: 'retry',
    status: 500,
    meaning:
      'A file of the signing log is not what was written, so nothing is signed. Keep it aside, compare the wallets with their chains, then `ferryman journal adopt`.',
  },
  INTAKE_SECRET_WRONG: {
    next: 'retry',
    status: 503,
    meaning:
      'The journal keeps the intake keys of API keys under another secret than this process has, so it cannot check intake jobs; they wait. Give each process the secret that the keys were made with (`FERRYMAN_INTAKE_SECRET_FILE`; embedded: `intake-secret` in the data folder). If it is lost, make new API keys.',
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
    meaning:
      'The keystore file is not what was written. Restore it from a backup, or import its phrase anew.',
  },
  KEYSTORE_PASSWORD_WRONG: {
    next: 'stop',
    status: 500,
    meaning:
      'A keystore does not open with this password. Give the one that all wallets share (`FERRYMAN_KEYSTORE_PASSWORD_FILE`). A wallet that was made with another: put its file in `keys` aside, and import its phrase or key anew.',
  },
  KEYSTORE_PASSWORD_UNFIT: {
    next: 'stop',
    status: 422,
    meaning:
      'A password for new keystores has at least 12 characters, and is typed twice the same. Nothing was made; give another one.',
  },
  WALLET_EXISTS: {
    next: 'stop',
    status: 409,
    meaning:
      'There is a keystore of this name, or of this account, already; none is overwritten. Choose another name, or use the wallet that there is.',
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
      'The phrase or private key to import is malformed; the message says what is wrong. Give 12 to 24 English words of BIP-39 (TON: or its own 24), or a key: 32 bytes in hex, or as wallets export it (Bitcoin: WIF; Solana: 64 bytes in base58; TON: 64 bytes in hex). A single key of Bitcoin has one account only: for more make a wallet with a phrase.',
  },
} as const satisfies Record<string, CodeEntry>;
