import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { FerrymanError } from '../errors/ferryman-error.ts';
import {
  canonicalJson,
  damaged,
  type KeystoreHeader,
  type SealedKeystore,
} from './keystore-file.ts';

/**
 * scrypt's `n` for new files: 128 MiB and about half a second. RFC 7914; the order of OWASP's
 * recommendation.
 */
export const defaultCost = 131_072;

/**
 * Encrypts a secret under a password: scrypt, then AES-256-GCM with the header as associated data.
 */
export async function seal(
  secret: Uint8Array,
  password: string,
  plainHeader: Omit<KeystoreHeader, 'kdf'>,
  cost: number,
): Promise<SealedKeystore> {
  if (password === '')
    throw new FerrymanError('KEYSTORE_PASSWORD_WRONG', 'a keystore needs a password');
  const salt = randomBytes(32).toString('hex');
  const header: KeystoreHeader = {
    ...plainHeader,
    kdf: { name: 'scrypt', n: cost, r: 8, p: 1, salt },
  };
  const { key, check } = await derive(password, header.kdf);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(canonicalJson(header)));
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  key.fill(0);
  return {
    header,
    cipher: {
      name: 'aes-256-gcm',
      iv: iv.toString('hex'),
      tag: cipher.getAuthTag().toString('hex'),
      text: text.toString('hex'),
    },
    check: check.toString('hex'),
  };
}

/**
 * @throws `KEYSTORE_PASSWORD_WRONG`; `KEYSTORE_DAMAGED` if the password is right but the content
 * was changed
 */
export async function unseal(
  keystore: SealedKeystore,
  password: string,
  path: string,
): Promise<Uint8Array> {
  const { key, check } = await derive(password, keystore.header.kdf);
  if (!timingSafeEqual(check, Buffer.from(keystore.check, 'hex'))) {
    throw new FerrymanError(
      'KEYSTORE_PASSWORD_WRONG',
      `the keystore ${path} does not open with this password`,
    );
  }
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(keystore.cipher.iv, 'hex'))
    .setAAD(Buffer.from(canonicalJson(keystore.header)))
    .setAuthTag(Buffer.from(keystore.cipher.tag, 'hex'));
  try {
    return Buffer.concat([
      decipher.update(Buffer.from(keystore.cipher.text, 'hex')),
      decipher.final(),
    ]);
  } catch (error) {
    throw damaged(path, 'its content was changed after it was written', error);
  } finally {
    key.fill(0);
  }
}

async function derive(
  password: string,
  kdf: KeystoreHeader['kdf'],
): Promise<{ key: Buffer; check: Buffer }> {
  const options: ScryptOptions = { N: kdf.n, r: kdf.r, p: kdf.p, maxmem: 256 * kdf.n * kdf.r };
  const derived = await new Promise<Buffer>((resolve, reject) => {
    // NFKC, so that the same password typed on another system gives the same bytes.
    scrypt(password.normalize('NFKC'), Buffer.from(kdf.salt, 'hex'), 64, options, (error, bytes) =>
      error ? reject(error) : resolve(bytes),
    );
  });
  return {
    key: derived.subarray(0, 32),
    check: createHash('sha256').update(derived.subarray(32)).digest(),
  };
}
