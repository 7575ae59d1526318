import type { CodeEntry } from './code-entry.ts';

/** Faults of the machine: configuration, stores, keys. */
export const hostCodes = {
  CONFIG_INVALID: {
    next: 'stop',
    status: 500,
    meaning:
      'The configuration has faults, all listed with path, source and fix. Correct them and start again.',
  },
  GUARD_INCOMPLETE: {
    next: 'stop',
    status: 500,
    meaning:
      'A chain family has no list of rules for an intent, or one without a mandatory rule, so the process does not start and signs nothing. The message names family, intent and rule. Add the rule to `guard.ts` of the family, or use an unchanged version of Ferryman.',
  },
  NETWORK_CLOSED: {
    next: 'retry',
    status: 503,
    meaning:
      'Ferryman signs nothing on this network, because its coins have value, or the registry does not list it as a test network, and a condition for real networks does not hold. The message names each one. `ferryman doctor` says how to meet them. What is in flight is followed.',
  },
  NETWORK_UNPROVEN: {
    next: 'retry',
    status: 503,
    meaning:
      'No endpoint of the chain has shown which network it serves, so Ferryman signs nothing there, not even a cancel. It asks again by itself. Check the endpoints with `ferryman doctor`.',
  },
  SANDBOX_UNAVAILABLE: {
    next: 'stop',
    status: 500,
    meaning:
      'The sandbox is not installed, or one of its options or ports is invalid. Run `npm install ferryman-sandbox`, correct the option, or configure a routing service and chains.',
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
  STOPPING: {
    next: 'retry',
    status: 503,
    meaning:
      'The process is stopping and reports itself as not ready. Other processes, or its next start, continue its work.',
  },
  FOLDER_IN_USE: {
    next: 'stop',
    status: 500,
    meaning: 'Another process has locked the data folder. Stop it, or use another folder.',
  },
  FOLDER_LOCK_UNAVAILABLE: {
    next: 'stop',
    status: 500,
    meaning:
      'The data folder cannot be locked, so no process may use it. Install `flock` (`apt-get install util-linux`), and put the folder on a file system that supports locks, such as a local disk.',
  },
  FOLDER_LOCK_LOST: {
    next: 'stop',
    status: 503,
    meaning:
      'The process that held the lock on the data folder was killed, so a second Ferryman could open the journal. This process signs and writes nothing more, and stops. Start it again.',
  },
  REDIS_UNAVAILABLE: {
    next: 'retry',
    status: 503,
    meaning:
      'Redis does not respond or could not be started. Start it, or install it with `apt-get install redis-server`.',
  },
  NO_WORKER: {
    next: 'retry',
    status: 503,
    meaning:
      'No live process has a role that swaps need; the message or the check names it. Start `ferryman worker` with that role, or `ferryman up`. Waiting swaps then go on by themselves.',
  },
  JOURNAL_UNAVAILABLE: {
    next: 'retry',
    status: 503,
    meaning:
      'The journal does not respond. Ferryman signs nothing until it does. Submit again under the same key.',
  },
  SCHEMA_TOO_NEW: {
    next: 'stop',
    status: 500,
    meaning:
      'A newer version of Ferryman has changed the schema of the journal, and this version does not know it. Nothing was changed. Start the newer version; to go back to this one, restore a backup of before the upgrade (docs/operations/upgrade.md).',
  },
  JOURNAL_STALE: {
    next: 'retry',
    status: 409,
    meaning: 'The swap changed while a worker was processing it. The worker reads it again.',
  },
  JOURNAL_BROKEN_INVARIANT: {
    next: 'review',
    status: 500,
    meaning:
      'The journal refused a write that would break an invariant. Nothing new is signed because of it. Report this as a bug.',
  },
  JOURNAL_WENT_BACK: {
    next: 'review',
    status: 409,
    meaning:
      'The journal was rolled back: it was restored from a backup, or lost its latest writes in a failover. Ferryman imports the lost attempts from the signing logs, and signs nothing before. If this error persists, `ferryman journal show` lists the hosts whose logs are missing and what cannot be imported. First start the missing host, or restore its signing log (`ledger` in its data folder). If that does not help, compare the wallets with their chains, then run `ferryman journal adopt`.',
  },
  JOURNAL_FOREIGN: {
    next: 'retry',
    status: 409,
    meaning:
      'These keys have signed for another journal; two journals with the same keys would pay twice. Use that journal, or stop it for good and run `ferryman journal adopt` for this one.',
  },
  SIGNING_LOG_ELSEWHERE: {
    next: 'stop',
    status: 409,
    meaning:
      'This process cannot see what the keys have signed: the signing log is in the data folder of the workers that sign. Run the command on a host with the keys, without an API key in its environment; the workers may run meanwhile.',
  },
  SIGNER_UNAVAILABLE: {
    next: 'retry',
    status: 503,
    meaning:
      'The signer does not answer on its socket, so nothing is signed; what was sent before is followed. Start `ferryman signer`, and check that the user of the workers may open the socket.',
  },
  SIGNER_REFUSED: {
    next: 'retry',
    status: 409,
    meaning:
      'The signer does not sign what a worker asked for, whatever its rules say of the bytes: a cap of its own is reached, the deadline is over, or the worker asks for what an honest one does not. The message says which. Check the worker, and the caps in the policy of the signer.',
  },
  SIGNING_LOG_UNAVAILABLE: {
    next: 'retry',
    status: 503,
    meaning:
      'The signing log in the data folder cannot be read or written, so Ferryman signs and sends nothing, and ends no swap as unpaid. Make `ledger` in the data folder writable, and free space on its disk.',
  },
  SIGNING_LOG_DAMAGED: {
    next: 'retry',
    status: 500,
    meaning:
      'A file of the signing log has been changed or damaged, so Ferryman signs nothing. Move the file aside, compare the wallets with their chains, then run `ferryman journal adopt`.',
  },
  INTAKE_SECRET_WRONG: {
    next: 'retry',
    status: 503,
    meaning:
      'What the journal has sealed was sealed with another secret than this process has, so the process cannot check intake jobs or sign webhooks; both wait. Give each process the secret that was used to create the API keys and webhooks (`FERRYMAN_INTAKE_SECRET_FILE`; embedded: `intake-secret` in the data folder). If it is lost, create new API keys, and rotate the secrets of webhooks.',
  },
  KEYSTORE_MISSING: {
    next: 'retry',
    status: 500,
    meaning:
      'The keystore file does not exist, or did not when this process started. Create one with `ferryman wallet create`, or restore it and restart. Swaps of the wallet wait until their deadline.',
  },
  KEYSTORE_DAMAGED: {
    next: 'stop',
    status: 500,
    meaning:
      'The keystore file has been changed or damaged. Restore it from a backup, or import its phrase again.',
  },
  KEYSTORE_PASSWORD_WRONG: {
    next: 'stop',
    status: 500,
    meaning:
      'A keystore does not open with this password. Set the password that all wallets share (`FERRYMAN_KEYSTORE_PASSWORD_FILE`). If a wallet was created with another password, move its file in `keys` aside and import its phrase or key again.',
  },
  KEYSTORE_PASSWORD_UNFIT: {
    next: 'stop',
    status: 422,
    meaning:
      'A password for new keystores needs at least 12 characters, typed the same twice. Nothing was created. Choose another password.',
  },
  WALLET_EXISTS: {
    next: 'stop',
    status: 409,
    meaning:
      'A keystore with this name or account already exists, and is not overwritten. Choose another name, or use the existing wallet.',
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
      'The phrase or private key to import is malformed; the message says what is wrong. Give 12 to 24 English words of BIP-39 (TON: or its own 24), or a key: 32 bytes in hex, or as wallets export it (Bitcoin: WIF; Solana: 64 bytes in base58; TON: 64 bytes in hex). A single Bitcoin key has one account only: for more accounts, create a wallet with a phrase.',
  },
} as const satisfies Record<string, CodeEntry>;
