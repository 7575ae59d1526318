import type { FerrymanOptions } from './compose.ts';
import { closeAll } from './executor/close-all.ts';
import { announceGate } from './executor/gate/announce-gate.ts';
import { createGate } from './executor/gate/create-gate.ts';
import { requireOpenNetwork } from './executor/gate/gate-signer.ts';
import { readWallets } from './executor/gate/read-wallets.ts';
import { createGuard } from './guard/create-guard.ts';
import { closedPolicy } from './guard/policy/read-guard-policy.ts';
import { createPublicHttp } from './http/create-public-http.ts';
import { lockFolder } from './journal/lock-folder.ts';
import { createJobSeals } from './keys/create-job-seals.ts';
import { listWallets } from './keys/list-wallets.ts';
import { openKeystores } from './keys/open-keystores.ts';
import { openSignatureLog } from './keys/signing-log/open-signature-log.ts';
import { openSigningLog } from './keys/signing-log/open-signing-log.ts';
import { openAdapters, signerSetupOf } from './open-adapters.ts';
import { machineClock } from './ports/clock.ts';
import { noWork } from './ports/work-counts.ts';
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
    const { adapters, clockOf } = await openAdapters(options, { clock, work: noWork(), wallets });
    const chains = new Map(adapters.map((adapter) => [adapter.chain.name, adapter]));
    const gate = createGate({
      signs: true,
      chains,
      setup: signerSetupOf(options),
      clock,
      clockOf,
      walletsOf: (adapter) => readWallets(adapter, wallets),
    });
    const priceHttp = createPublicHttp();
    closers.push(() => priceHttp.close());
    const signer = createSigner({
      ...{ policy, logger, clock, chains, keys, signatures, signingLog, isolated: true },
      guard: createGuard({ policy: guardPolicy }),
      jobSeals: createJobSeals(options),
      prices: createPrices({ settings: guardPolicy.prices, chains, fetch: priceHttp, clock }),
    });
    const server = await serveSigner(
      { signer: requireOpenNetwork(signer, gate), signingLog, wallets },
      { socketPath: socket, logger },
    );
    closers.push(() => server.close());
    void announceGate({ gate, logger });
    return { lockLost: lock.lost, close: () => closeAll(closers) };
  } catch (cause) {
    await closeAll(closers);
    throw cause;
  }
}
