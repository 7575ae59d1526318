import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { SecretSealer } from '../ports/secret-sealer.ts';
import { createDurableFile } from './durable-file.ts';
import { hasCode } from './has-code.ts';

/** Where to find the secret. */
interface Options {
  /** The secret itself. */
  intakeSecret?: string;
  /**
   * If set, the journal is on a server. Other hosts may need the secret too, so it is not created.
   */
  databaseUrl?: string;
  /** With an embedded journal, the first use creates a file with the secret here. */
  dataFolder: string;
}

/** In characters. It is used without a slow hash, so it must be random. */
const minLength = 32;

const [ivLength, tagLength] = [12, 16];

/**
 * Seals with AES-256-GCM, and makes MACs with HMAC-SHA256, each under a key of its own that is
 * derived from the secret. The secret is read once.
 */
export function createSecretSealer(options: Options): SecretSealer {
  let reading: Promise<string> | undefined;
  const derive = async (purpose: string): Promise<Buffer> => {
    reading ??= readSecret(options);
    // A file that cannot be read now may be readable later.
    reading.catch(() => {
      reading = undefined;
    });
    return createHmac('sha256', await reading)
      .update(purpose)
      .digest();
  };
  const sealingKey = () => derive('ferryman-intake-seal-v1');
  return {
    async verify() {
      await sealingKey();
    },
    async mac(text) {
      const key = await derive('ferryman-row-mac-v1');
      return createHmac('sha256', key).update(text).digest('base64url');
    },
    async seal(owner, plain) {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv('aes-256-gcm', await sealingKey(), iv).setAAD(
        Buffer.from(owner),
      );
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
    },
    async unseal(owner, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const key = await sealingKey();
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength), {
          authTagLength: tagLength,
        })
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
        return Buffer.concat([
          decipher.update(bytes.subarray(ivLength + tagLength)),
          decipher.final(),
        ]);
      } catch (cause) {
        throw new FerrymanError(
          'INTAKE_SECRET_WRONG',
          `cannot decrypt what the journal has sealed for ${owner}`,
          {
            cause,
          },
        );
      }
    },
  };
}

async function readSecret({ intakeSecret, databaseUrl, dataFolder }: Options): Promise<string> {
  if (intakeSecret !== undefined) return requireLong(intakeSecret, 'the intake secret');
  if (databaseUrl === undefined) return readOrCreate(join(dataFolder, 'intake-secret'));
  throw new FerrymanError(
    'CONFIG_INVALID',
    'no intake secret is set; it seals the intake keys in the journal. Set FERRYMAN_INTAKE_SECRET_FILE to a file that contains one, the same for every process that accepts jobs',
  );
}

async function readOrCreate(path: string): Promise<string> {
  const read = (): Promise<string> => readFile(path, 'utf8').then((text) => text.trim());
  const text = await read().catch(async (cause: unknown) => {
    if (!hasCode(cause, 'ENOENT')) throw unreadable(path, cause);
    await createDurableFile(path, `${randomBytes(32).toString('base64url')}\n`);
    return read();
  });
  return requireLong(text, path);
}

function requireLong(secret: string, what: string): string {
  if (secret.length >= minLength) return secret;
  throw new FerrymanError('CONFIG_INVALID', `${what} is shorter than ${minLength} characters`);
}

function unreadable(path: string, cause: unknown): FerrymanError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new FerrymanError(
    'CONFIG_INVALID',
    `the intake secret cannot be read: ${why}; make ${path} readable`,
    {
      cause,
    },
  );
}
