import { createHash, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AdmissionSeal, admissionText } from '../core/approvals/admission-seal.ts';
import { type BulkSeal, bulkText, bulkUntil } from '../core/operator/bulk-seal.ts';
import { type JobSeal, sealedText } from '../core/swap/job-seal.ts';
import { hasEnded } from '../core/swap/swap.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { JobSeals, SealAdmission, SealBulk, SealJob } from '../ports/job-seals.ts';
import { createDurableFile } from './durable-file.ts';
import { ed25519PublicKey, ed25519Sign } from './ed25519.ts';
import { hasCode } from './has-code.ts';

interface Options {
  dataFolder: string;
  /** The key is derived from it. Absent: from a secret in the data folder. */
  intakeSecret?: string;
  databaseUrl?: string;
  /** Public keys of other processes, base64url. */
  jobKeys?: readonly string[];
}

interface Sealers {
  publicKey: Buffer;
  keyId: string;
  sealJob: SealJob;
  sealAdmission: SealAdmission;
  sealBulk: SealBulk;
}

/** Public keys whose seals count, one a line. Processes that sign transactions read only this. */
const publicFile = 'job-keys';

/** Whether a process with these options knows the seal of any job. */
export async function knowsJobKeys({
  dataFolder,
  intakeSecret,
  jobKeys = [],
}: Options): Promise<boolean> {
  if (intakeSecret !== undefined || jobKeys.length > 0) return true;
  return (await readText(join(dataFolder, publicFile))).trim() !== '';
}

/**
 * Seals of jobs, of admissions and of bulk actions. The secret key is derived from the intake
 * secret, which a process that only executes jobs does not have; every process of the data folder
 * finds the public keys in a file.
 */
export function createJobSeals(options: Options): JobSeals {
  const { dataFolder, jobKeys = [] } = options;
  const path = join(dataFolder, publicFile);
  const known = new Map(jobKeys.map((key) => [keyIdOf(decode(key)), decode(key)]));
  let opening: Promise<Sealers> | undefined;

  const readKeys = async (): Promise<void> => {
    for (const line of (await readText(path)).split('\n').filter((text) => text !== ''))
      known.set(keyIdOf(decode(line)), decode(line));
  };

  const own = options.intakeSecret === undefined ? undefined : sealersOf(options.intakeSecret);

  const open = async (): Promise<Sealers> => {
    const made = own ?? sealersOf(await readSecret(options));
    const { keyId, publicKey } = made;
    await readKeys();
    if (!known.has(keyId)) await storeKey(path, publicKey);
    known.set(keyId, publicKey);
    return made;
  };

  const sealers = (): Promise<Sealers> => {
    opening ??= open();
    // What cannot be read now may be readable later.
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };

  const keyOf = async ({ keyId }: { keyId: string }): Promise<Uint8Array | undefined> => {
    // A process that has the secret knows its own key, and stores nothing to look at a seal.
    if (keyId === own?.keyId) return own.publicKey;
    if (!known.has(keyId)) await readKeys();
    return known.get(keyId);
  };

  return {
    sealer: async () => (await sealers()).sealJob,
    async sealerIfAny() {
      if (own) return own.sealJob;
      const secret = (await readText(secretPath(options))).trim();
      return secret === '' ? undefined : sealersOf(secret).sealJob;
    },
    admissionSealer: async () => (await sealers()).sealAdmission,
    bulkSealer: async () => (await sealers()).sealBulk,
    async verify({ seal, ...swap }) {
      if (!seal) return { kind: 'unsealed', sealable: swap };
      const key = await keyOf(seal);
      if (!key) throw unknownKey(seal, path);
      if (!isVersion(seal.version) || !isValid(key, seal, sealedText(swap, seal)))
        return { kind: 'forged' };
      return { kind: 'sealed', by: seal.by, ...(hasEnded(swap) ? { ended: swap.state } : {}) };
    },
    async verifyBulk(action, seal) {
      const key = await keyOf(seal);
      if (!key) return 'unknown_key';
      const isSealed = seal.version === 1 && isValid(key, seal, bulkText(action, seal));
      return isSealed ? 'sealed' : 'forged';
    },
    async isSealed({ seal, ...admission }) {
      if (!seal) return false;
      const key = await keyOf(seal);
      return (
        key !== undefined &&
        seal.version === 1 &&
        isValid(key, seal, admissionText(admission, seal))
      );
    },
  };
}

/** The public key of an intake secret, base64url: the value of the setting `guard.jobKeys`. */
export function publicJobKey(intakeSecret: string): string {
  return Buffer.from(sealersOf(intakeSecret).publicKey).toString('base64url');
}

function sealersOf(intakeSecret: string): Sealers {
  const seed = createHmac('sha256', intakeSecret).update('ferryman-job-seal-v1').digest();
  const publicKey = Buffer.from(ed25519PublicKey(seed));
  const keyId = keyIdOf(publicKey);
  const sign = (text: string): string =>
    Buffer.from(ed25519Sign(seed, Buffer.from(text))).toString('base64url');
  return {
    publicKey,
    keyId,
    sealJob({ submittedAt, retries, ...job }, by) {
      const head = { version: 2, keyId, by, submittedAt, retries } as const;
      return { ...head, signature: sign(sealedText(job, head)) };
    },
    sealAdmission(admission) {
      const head = { version: 1, keyId } as const;
      return { ...head, signature: sign(admissionText(admission, head)) };
    },
    sealBulk(action, at) {
      const head = { version: 1, keyId, at, until: bulkUntil(action, at) } as const;
      return { ...head, signature: sign(bulkText(action, head)) };
    },
  };
}

/** Seals are read from the journal, which may hold anything. */
function isVersion(version: number): version is JobSeal['version'] {
  return version === 1 || version === 2;
}

function isValid(
  key: Uint8Array,
  { signature }: Pick<JobSeal | AdmissionSeal | BulkSeal, 'signature'>,
  text: string,
): boolean {
  const x = Buffer.from(key).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), publicKey, decode(signature));
}

function decode(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}

function keyIdOf(publicKey: Uint8Array): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
}

/** With an embedded journal the intake keys have the same secret. */
function secretPath({ databaseUrl, dataFolder }: Options): string {
  return join(dataFolder, databaseUrl === undefined ? 'intake-secret' : 'job-secret');
}

async function readSecret(options: Options): Promise<string> {
  const path = secretPath(options);
  const read = async (): Promise<string> => (await readText(path)).trim();
  const text = await read();
  if (text !== '') return text;
  try {
    await createDurableFile(path, `${randomBytes(32).toString('base64url')}\n`);
  } catch (cause) {
    throw unwritable(path, cause);
  }
  return read();
}

/** In a folder that is read-only no key is stored: the setting names it. */
async function storeKey(path: string, publicKey: Uint8Array): Promise<void> {
  const line = `${Buffer.from(publicKey).toString('base64url')}\n`;
  try {
    if (!(await createDurableFile(path, line))) await appendFile(path, line);
  } catch (error) {
    if (!hasCode(error, 'EROFS') && !hasCode(error, 'EACCES')) throw error;
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
}

function unwritable(path: string, cause: unknown): FerrymanError {
  return new FerrymanError(
    'CONFIG_INVALID',
    `no intake secret is set, and ${path} cannot be created: set FERRYMAN_INTAKE_SECRET_FILE`,
    { cause },
  );
}

function unknownKey({ keyId }: JobSeal, path: string): FerrymanError {
  return new FerrymanError(
    'JOB_KEY_UNKNOWN',
    `the job is sealed with the key ${keyId}, which neither guard.jobKeys nor ${path} has`,
    { next: 'retry' },
  );
}
