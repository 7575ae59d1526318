import { randomBytes } from 'node:crypto';
import type { SandboxEndpoints, SandboxOptions } from 'ferryman-sandbox';
import type { Logger } from 'pino';
import { defaultFamily, type Family } from '../../core/swap/chains.ts';
import { familiesOneAtATime } from '../../core/swap/one-at-a-time.ts';
import type { FerrymanOptions } from '../../ferryman-options.ts';
import { createWallet } from '../../keys/create-wallet.ts';
import { listAccounts } from '../../keys/list-wallets.ts';
import { fundSandboxWallet } from '../fund-sandbox-wallet.ts';
import { openSandbox } from '../open-sandbox.ts';
import { sandboxAccount } from '../sandbox-account.ts';
import { sandboxSettings } from '../sandbox-settings.ts';
import type { OnStep } from '../show-start.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

interface SandboxWallet {
  name: string;
  address: string;
  /** Addresses of its further accounts. */
  accounts: readonly string[];
}

/** Accounts per wallet in families whose accounts pay one swap at a time. */
const severalAccounts = 3;

/**
 * scrypt's `n`, low: the password is random and long, and the keys are worth nothing. A start
 * derives the key of each keystore twice.
 */
const cost = 2 ** 14;

export interface SandboxHome {
  endpoints: SandboxEndpoints;
  options: FerrymanOptions;
  /** By family, for every chain of the sandbox. */
  wallets: ReadonlyMap<Family, SandboxWallet>;
  close(): Promise<void>;
}

interface SandboxHomeOptions {
  logger: Logger;
  /** Aborts the start and closes what was started. */
  signal: AbortSignal;
  onStep: OnStep;
  /** Default: the sandbox's own defaults. */
  sandbox?: SandboxOptions;
}

/**
 * A running sandbox with a data folder and funded wallets. The folder is temporary: the chains live
 * in memory, so the journal is useless after a restart.
 */
export async function openSandboxHome({
  logger,
  signal,
  onStep,
  sandbox: sandboxOptions = {},
}: SandboxHomeOptions): Promise<SandboxHome> {
  const sandbox = await openSandbox(sandboxOptions, { signal, onStep });
  const closers = [() => sandbox.close()];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const { path: folder, remove } = await makeTemporaryFolder('ferryman-sandbox-');
    closers.push(remove);
    const password = randomBytes(24).toString('base64url');
    async function openWallet(family: Family): Promise<[Family, SandboxWallet]> {
      const name = family === defaultFamily ? 'sandbox' : `sandbox-${family}`;
      const accounts = familiesOneAtATime.includes(family) ? severalAccounts : 1;
      const account = sandboxAccount(sandbox.endpoints, family);
      await createWallet({ dataFolder: folder, name, password, cost, family, account, accounts });
      const [wallet, ...further] = await listAccounts(folder, name);
      const addresses = further.map(({ address }) => address);
      signal.throwIfAborted();
      await Promise.all(
        [wallet.address, ...addresses].map((address) =>
          fundSandboxWallet(sandbox.endpoints, address, family),
        ),
      );
      onStep(`wallet ${name} is funded`);
      return [family, { name, address: wallet.address, accounts: addresses }];
    }
    const familiesThere = new Set(
      Object.values(sandbox.endpoints.chains).map((chain) => chain.family),
    );
    // Side by side, because each waits for blocks of its own chains.
    const opening = [...familiesThere].map(openWallet);
    // None may write into the folder while it is removed.
    closers.push(async () => void (await Promise.allSettled(opening)));
    const wallets = new Map(await Promise.all(opening));
    return {
      endpoints: sandbox.endpoints,
      options: {
        ...sandboxSettings(sandbox.endpoints),
        dataFolder: folder,
        keystorePassword: password,
        logger,
      },
      wallets,
      close,
    };
  } catch (cause) {
    await close();
    throw cause;
  }
}
