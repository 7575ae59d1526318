import type { FerrymanOptions } from './compose.ts';
import { closeAll } from './executor/close-all.ts';
import { definitionOf } from './families/families.ts';
import { createGuard } from './guard/create-guard.ts';
import { admittedOn } from './guard/policy/guard-policy.ts';
import { closedPolicy } from './guard/policy/read-guard-policy.ts';
import { callHttp } from './http/call-http.ts';
import { createPublicHttp } from './http/create-public-http.ts';
import { lockFolder } from './journal/lock-folder.ts';
import { createJobSeals } from './keys/create-job-seals.ts';
import { findAccount } from './keys/find-account.ts';
import { listWallets } from './keys/list-wallets.ts';
import { openKeystores } from './keys/open-keystores.ts';
import { openSignatureLog } from './keys/signing-log/open-signature-log.ts';
import { openSigningLog } from './keys/signing-log/open-signing-log.ts';
import { machineClock } from './ports/clock.ts';
import { createPrices } from './prices/create-prices.ts';
import { createSigner } from './signer/create-signer.ts';
import { serveSigner } from './signer/socket/serve-signer.ts';

export interface SignerOptions
  extends Pick<
    FerrymanOptions,
    'dataFolder' | 'chains' | 'policy' | 'guardPolicy' | 'jobKeys' | 'logger'
  > {
  keystorePassword: string;
  /** Absolute path of the Unix socket on which workers ask. */
  socket: string;
}

/** A running signer. */
export interface SignerProcess {
  /** Aborted when another process may use the data folder. */
  lockLost: AbortSignal;
  close(): Promise<void>;
}

/**
 * A signer of its own: keys, policy, endpoints and logs that no worker reaches but through what it is
 * asked on the socket. Its data folder has the keystores and the signing log. It knows jobs by their
 * seals, so it has the public keys of the processes that accept them, and none of their secrets.
 * Throws `FOLDER_IN_USE`, `KEYSTORE_PASSWORD_WRONG`, `GUARD_INCOMPLETE`, `SIGNER_UNAVAILABLE`.
 */
export async function composeSigner(options: SignerOptions): Promise<SignerProcess> {
  const { dataFolder, guardPolicy = closedPolicy, policy, logger, socket } = options;
  const closers: (() => Promise<void>)[] = [];
  try {
    const lock = await lockFolder(dataFolder);
    closers.push(() => lock.release());
    const keys = await openKeystores({ dataFolder, password: options.keystorePassword });
    const clock = machineClock;
    const signatures = openSignatureLog({ dataFolder, now: clock.now });
    closers.push(() => signatures.close());
    const signingLog = openSigningLog({ dataFolder, now: clock.now });
    closers.push(() => signingLog.close());
    const wallets = () => listWallets(dataFolder);
    const adapters = await Promise.all(
      options.chains.map((settings) => {
        const { family, name } = settings.chain;
        const storedAccount = async (address: string) =>
          findAccount(await wallets(), { family, address });
        const { protectedCoin } = admittedOn(guardPolicy, name);
        const tools = { clock, fetch: callHttp, storedAccount, protectedCoin };
        return definitionOf(family).loadAdapter({ ...settings, ...tools });
      }),
    );
    const chains = new Map(adapters.map((adapter) => [adapter.chain.name, adapter]));
    const priceHttp = createPublicHttp();
    closers.push(() => priceHttp.close());
    const signer = createSigner({
      ...{ policy, logger, clock, chains, keys, signatures, signingLog, isolated: true },
      guard: createGuard({ policy: guardPolicy }),
      jobSeals: createJobSeals(options),
      prices: createPrices({ settings: guardPolicy.prices, chains, fetch: priceHttp, clock }),
    });
    const server = await serveSigner(
      { signer, signingLog, wallets },
      { socketPath: socket, logger },
    );
    closers.push(() => server.close());
    return { lockLost: lock.lost, close: () => closeAll(closers) };
  } catch (cause) {
    await closeAll(closers);
    throw cause;
  }
}
