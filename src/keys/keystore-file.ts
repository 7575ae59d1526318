import { createHash } from 'node:crypto';
import { z } from 'zod';
import { families } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { definitionOf } from '../families/families.ts';
import {
  type AccountForm,
  followingAccount,
  maxAccounts,
  type StoredAccount,
} from './account-form.ts';

/*
 * One file per wallet. The header is readable without the password and authenticated by the cipher.
 * The digest distinguishes a damaged file from a wrong password before any derivation.
 */

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
const powerOfTwo = (value: number): boolean => Number.isInteger(Math.log2(value));

const allKeys = families.map((family) => definitionOf(family).keys);

/** In any family's form; opening the keystore checks that it is the right one. */
const addressText = z
  .string()
  .refine((text) => allKeys.some(({ addressPattern }) => addressPattern.test(text)));

const storedAccount: z.ZodType<StoredAccount> = z.union(
  allKeys.flatMap(
    ({ several }) =>
      (several?.schema ?? []) as z.ZodType<StoredAccount>[] | z.ZodType<StoredAccount>,
  ),
);

const plainHeader = z.strictObject({
  format: z.literal('ferryman-keystore'),
  version: z.literal(1),
  name: z.string(),
  family: z.enum(families),
  /** In the family's form; opening the keystore checks that the key belongs to it. */
  address: addressText,
  /** Which of the key's accounts it is. Only in files of families with several. */
  account: storedAccount.optional(),
  /**
   * Further accounts of the same secret, named `name/2` and on, each the next one in the key.
   * Absent if there are none.
   */
  accounts: z
    .array(z.strictObject({ address: addressText, account: storedAccount }))
    .min(1)
    .max(maxAccounts - 1)
    .optional(),
  /**
   * The encrypted secret: a BIP-39 phrase (key at `path`), 24 words of TON's own scheme, or a
   * private key.
   */
  secret: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('phrase'), path: z.string() }),
    z.strictObject({ kind: z.literal('ton-phrase') }),
    z.strictObject({ kind: z.literal('private-key') }),
  ]),
  /** RFC 7914. Bounded, so that a file can neither weaken the derivation nor exhaust memory. */
  kdf: z.strictObject({
    name: z.literal('scrypt'),
    n: z.int().min(16_384).max(1_048_576).refine(powerOfTwo),
    r: z.literal(8),
    p: z.int().min(1).max(4),
    salt: hex(32),
  }),
});

const header = plainHeader.refine(
  fitsTogether,
  'the account is not one of the family, or its key is at another path',
);

const sealed = z.strictObject({
  header,
  cipher: z.strictObject({
    name: z.literal('aes-256-gcm'),
    iv: hex(12),
    tag: hex(16),
    text: z.string().regex(/^([0-9a-f]{2}){1,1024}$/),
  }),
  /**
   * SHA-256 of the half of the derived bytes that is not the encryption key. It checks the
   * password.
   */
  check: hex(32),
});

const keystoreFile = sealed.extend({ digest: hex(32) });

export type KeystoreHeader = z.infer<typeof header>;
export type SealedKeystore = z.infer<typeof sealed>;

/** The account of a keystore. */
export function formOf({
  family,
  account,
}: Pick<KeystoreHeader, 'family' | 'account'>): AccountForm {
  if (!definitionOf(family).keys.several) return { family } as AccountForm;
  if (account?.family === family) return account;
  throw new FerrymanError(
    'KEYSTORE_DAMAGED',
    `a keystore of the family ${family} does not name its account`,
  );
}

export function formatKeystore(keystore: SealedKeystore): string {
  return `${JSON.stringify({ ...keystore, digest: digestOf(keystore) }, null, 2)}\n`;
}

/** @throws `KEYSTORE_DAMAGED` if the text was changed */
export function parseKeystore(text: string, path: string): SealedKeystore {
  const { digest, ...keystore } = readShape(text, path);
  if (digest !== digestOf(keystore)) throw damaged(path, 'its digest does not match its content');
  return keystore;
}

/** The same text for the same members, in any order. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_member, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

export function damaged(path: string, why: string, cause?: unknown): FerrymanError {
  return new FerrymanError('KEYSTORE_DAMAGED', `the keystore ${path} is damaged: ${why}`, {
    cause,
  });
}

function readShape(text: string, path: string): z.infer<typeof keystoreFile> {
  try {
    return keystoreFile.parse(JSON.parse(text));
  } catch (error) {
    throw damaged(path, 'it is not in the format of a keystore', error);
  }
}

function digestOf(keystore: SealedKeystore): string {
  return createHash('sha256').update(canonicalJson(keystore)).digest('hex');
}

function fitsTogether({
  family,
  account,
  accounts = [],
  secret,
}: z.infer<typeof plainHeader>): boolean {
  const { several, phraseSchemes, pathOf } = definitionOf(family).keys;
  if (account?.family !== (several ? family : undefined)) return false;
  const follows = (stored: StoredAccount, by: number): boolean =>
    account !== undefined &&
    canonicalJson(stored) ===
      canonicalJson({ ...followingAccount(account, by), publicKey: stored.publicKey });
  if (!accounts.every((further, position) => follows(further.account, position + 1))) return false;
  if (secret.kind === 'private-key') return true;
  if (!phraseSchemes.includes(secret.kind)) return false;
  return secret.kind !== 'phrase' || secret.path === pathOf(formOf({ family, account }));
}
