import { closeAll } from './executor/close-all.ts';
import { announceGate } from './executor/gate/announce-gate.ts';
import { requireOpenNetwork } from './executor/gate/gate-signer.ts';
import type { FerrymanOptions } from './ferryman-options.ts';
import { createGuard } from './guard/create-guard.ts';
import { closedPolicy } from './guard/policy/read-guard-policy.ts';
import { createPublicHttp } from './http/create-public-http.ts';
import { lockFolder } from './journal/lock-folder.ts';
import { openLogs } from './key-source.ts';
import { createJobSeals } from './keys/create-job-seals.ts';
import { createPasskeys } from './keys/create-passkeys.ts';
import { listWallets } from './keys/list-wallets.ts';
import { openKeystores } from './keys/open-keystores.ts';
import { openChains, signerSetupOf } from './open-chains.ts';
import { machineClock } from './ports/clock.ts';
import { noWork } from './ports/work-counts.ts';
import { createPrices } from './prices/create-prices.ts';
import { createSigner } from './signer/create-signer.ts';
import { serveSigner } from './signer/socket/serve-signer.ts';

export interface SignerOptions
  extends Pick<
    FerrymanOptions,
    'dataFolder' | 'chains' | 'policy' | 'guardPolicy' | 'jobKeys' | 'publicUrl' | 'logger'
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
    const { signatures, signingLog } = openLogs(dataFolder, closers);
    const wallets = () => listWallets(dataFolder);
    const { chains, gate } = await openChains(options, {
      ...{ clock, wallets, work: noWork(), signs: true, setup: signerSetupOf(options) },
    });
    const priceHttp = createPublicHttp();
    closers.push(() => priceHttp.close());
    const signer = createSigner({
      ...{ policy, logger, clock, chains, keys, signatures, signingLog, isolated: true },
      guard: createGuard({ policy: guardPolicy }),
      jobSeals: createJobSeals(options),
      passkeys: createPasskeys(options),
      prices: createPrices({ settings: guardPolicy.prices, chains, fetch: priceHttp, clock }),
    });
    const server = await serveSigner(
      { signer: requireOpenNetwork(signer, gate), signingLog, wallets },
      { socketPath: socket, logger },
    );
    closers.push(() => server.close());
    void announceGate({ gate, logger }, 'ferryman doctor --signer');
    return { lockLost: lock.lost, close: () => closeAll(closers) };
  } catch (cause) {
    await closeAll(closers);
    throw cause;
  }
}
