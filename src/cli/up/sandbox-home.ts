import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { SandboxEndpoints } from '../../../sandbox/endpoints.ts';
import type { SandboxOptions } from '../../../sandbox/sandbox-options.ts';
import type { FerrymanOptions } from '../../compose.ts';
import type { Family } from '../../core/chains.ts';
import { familiesOneAtATime } from '../../core/one-at-a-time.ts';
import { createWallet } from '../../keys/create-wallet.ts';
import { listAccounts } from '../../keys/list-wallets.ts';
import { fundSandboxWallet } from '../fund-sandbox-wallet.ts';
import { openSandbox } from '../open-sandbox.ts';
import { sandboxAccount } from '../sandbox-account.ts';
import { sandboxSettings } from '../sandbox-settings.ts';

interface SandboxWallet {
  name: string;
  address: string;
  /** Addresses of its further accounts. */
  accounts: readonly string[];
}

/** Of wallets whose accounts pay one at a time each. */
const severalAccounts = 3;

/** scrypt's `n`, little: the password is random and long, and the keys are worth nothing. A person waits for each of the keystores twice. */
const cost = 2 ** 14;

export interface SandboxHome {
  endpoints: SandboxEndpoints;
  options: FerrymanOptions;
  /** By family, for every chain of the sandbox. */
  wallets: ReadonlyMap<Family, SandboxWallet>;
  close(): Promise<void>;
}

/**
 * A running sandbox, and a data folder and funded wallets for it. Its chains live in memory, so that a journal means nothing after
 * it: the folder is a temporary one.
 */
export async function openSandboxHome(logger: Logger, sandboxOptions: SandboxOptions = {}): Promise<SandboxHome> {
  const sandbox = await openSandbox(sandboxOptions);
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-sandbox-'));
  const close = async (): Promise<void> => {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const password = randomBytes(24).toString('base64url');
    const wallets = new Map<Family, SandboxWallet>();
    for (const family of new Set(Object.values(sandbox.endpoints.chains).map((chain) => chain.family))) {
      const name = family === 'evm' ? 'sandbox' : `sandbox-${family}`;
      const accounts = familiesOneAtATime.includes(family) ? severalAccounts : 1;
      const account = sandboxAccount(sandbox.endpoints, family);
      await createWallet({ dataFolder: folder, name, password, cost, family, account, accounts });
      const [wallet, ...further] = await listAccounts(folder, name);
      const addresses = further.map(({ address }) => address);
      wallets.set(family, { name, address: wallet.address, accounts: addresses });
      // One after another: whoever gives it is an account too.
      for (const address of [wallet.address, ...addresses]) {
        await fundSandboxWallet(sandbox.endpoints, address, family);
      }
    }
    return {
      endpoints: sandbox.endpoints,
      options: { ...sandboxSettings(sandbox.endpoints), dataFolder: folder, keystorePassword: password, logger },
      wallets,
      close,
    };
  } catch (cause) {
    await close();
    throw cause;
  }
}
