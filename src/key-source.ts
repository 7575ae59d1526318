import { type ListedWallet, listWallets } from './keys/list-wallets.ts';
import { noKeys } from './keys/no-keys.ts';
import { openKeystores } from './keys/open-keystores.ts';
import { openSignatureLog } from './keys/signing-log/open-signature-log.ts';
import { openSigningLog } from './keys/signing-log/open-signing-log.ts';
import { machineClock } from './ports/clock.ts';
import type { SignatureLog } from './ports/signature-log.ts';
import type { Signer } from './ports/signer.ts';
import type { SigningLog } from './ports/signing-log.ts';
import { createSigner } from './signer/create-signer.ts';
import type { SignerContext } from './signer/signer-context.ts';
import { connectSigner } from './signer/socket/connect-signer.ts';

/** Where the keys are, with what they have signed. */
export interface KeySource {
  wallets(): Promise<ListedWallet[]>;
  signingLog: SigningLog;
  /** Whether this process may have transactions signed. */
  signs: boolean;
  /** Opens the keystores, if this process has them. Throws `KEYSTORE_PASSWORD_WRONG`. */
  openSigner(context: Omit<SignerContext, 'keys' | 'signatures' | 'isolated'>): Promise<Signer>;
}

interface Options {
  dataFolder: string;
  keystorePassword?: string;
  signer?: { socket?: string };
  /** Default: true. */
  asksSigner?: boolean;
}

/** The keystores of the data folder, or a signer of its own behind a socket. */
export function openKeySource(
  { dataFolder, keystorePassword, signer, asksSigner = true }: Options,
  closers: (() => Promise<void>)[],
): KeySource {
  if (asksSigner && signer?.socket !== undefined) {
    const connection = connectSigner(signer.socket);
    closers.push(() => connection.close());
    const { wallets, signingLog } = connection;
    return { wallets, signingLog, signs: true, openSigner: async () => connection.signer };
  }
  const { signatures, signingLog } = openLogs(dataFolder, closers);
  return {
    wallets: () => listWallets(dataFolder),
    signingLog,
    signs: keystorePassword !== undefined,
    async openSigner(context) {
      const keys =
        keystorePassword === undefined
          ? noKeys
          : await openKeystores({ dataFolder, password: keystorePassword });
      return createSigner({ ...context, keys, signatures, isolated: false });
    },
  };
}

/** What the keys of a data folder have signed. It touches no file before its first use. */
export function openLogs(
  dataFolder: string,
  closers: (() => Promise<void>)[],
): { signatures: SignatureLog; signingLog: SigningLog } {
  const { now } = machineClock;
  const signatures = openSignatureLog({ dataFolder, now });
  closers.push(() => signatures.close());
  const signingLog = openSigningLog({ dataFolder, now });
  closers.push(() => signingLog.close());
  return { signatures, signingLog };
}
