import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeSigner, type SignerOptions } from '../../src/compose-signer.ts';
import type { FerrymanOptions } from '../../src/ferryman-options.ts';
import { publicJobKey } from '../../src/keys/create-job-seals.ts';
import { testPassword } from './harness.ts';
import { testIntakeSecret } from './intake-keys.ts';

export interface SignerApart {
  socket: string;
  /** For `adjust` of a test's Ferryman: hands its keys to the signer, which starts then. */
  adopt(options: FerrymanOptions): Promise<FerrymanOptions>;
  close(): Promise<void>;
}

/** A signer of its own in a private folder, for one Ferryman. */
export async function signerApart(
  change: (options: SignerOptions) => SignerOptions = (same) => same,
): Promise<SignerApart> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-signer-'));
  const socket = join(folder, 'signer.sock');
  let close = async (): Promise<void> => undefined;
  return {
    socket,
    async adopt({ keystorePassword = testPassword, ...options }) {
      const { dataFolder, chains, policy, guardPolicy, logger } = options;
      await cp(join(dataFolder, 'keys'), join(folder, 'keys'), { recursive: true });
      await rm(join(dataFolder, 'keys'), { recursive: true });
      const own = { dataFolder: folder, chains, policy, logger, keystorePassword, socket };
      const jobKeys = [publicJobKey(testIntakeSecret)];
      const signer = await composeSigner(
        change({ ...own, jobKeys, ...(guardPolicy ? { guardPolicy } : {}) }),
      );
      close = () => signer.close();
      return { ...options, intakeSecret: testIntakeSecret, signer: { socket } };
    },
    async close() {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
