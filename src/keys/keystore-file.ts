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
 * One file per wallet. The header is readable without the password and authenticated by the cipher;
 * the digest tells a damaged file from a wrong password before anything is derived.
 */

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
const powerOfTwo = (value: number): boolean => Number.isInteger(Math.log2(value));

const allKeys = families.map((family) => definitionOf(family).keys);

/** As the families write theirs; whose it is shows when the keystore is opened. */
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
  /** As the family writes it; that the key belongs to it shows when the keystore is opened. */
  address: addressText,
  /**
   * Which of the key's accounts it is, where the family has several; absent on the others, and in
   * no file of theirs.
   */
  account: storedAccount.optional(),
  /**
   * Further accounts of the same secret, `name/2` and on, each the next one in the key; absent
   * where there are none.
   */
  accounts: z
    .array(z.strictObject({ address: addressText, account: storedAccount }))
    .min(1)
    .max(maxAccounts - 1)
    .optional(),
  /**
   * What is encrypted: a BIP-39 phrase (key at `path`), 24 words of TON's own scheme, or a key of
   * its own.
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
   * SHA-256 of the half of the derived bytes that is not the encryption key: whether the password
   * is right.
   */
  check: hex(32),
});

const keystoreFile = sealed.extend({ digest: hex(32) });

export type KeystoreHeader = z.infer<typeof header>;
export type SealedKeystore = z.infer<typeof sealed>;

/** Which account a keystore is of. */
export function formOf({
  family,
  account,
}: Pick<KeystoreHeader, 'family' | 'account'>): AccountForm {
  if (!definitionOf(family).keys.several) return { family } as AccountForm;
  if (account?.family === family) return account;
  throw new FerrymanError(
    'KEYSTORE_DAMAGED',
    `a keystore of the family ${family} does not say which account it is`,
  );
}

export function formatKeystore(keystore: SealedKeystore): string {
  return `${JSON.stringify({ ...keystore, digest: digestOf(keystore) }, null, 2)}\n`;
}

/** @throws `KEYSTORE_DAMAGED` where the text is not what was written */
export function parseKeystore(text: string, path: string): SealedKeystore {
  const { digest, ...keystore } = readShape(text, path);
  if (digest !== digestOf(keystore)) throw damaged(path, 'its digest does not fit its content');
  return keystore;
}

/** The same text for the same members, whatever their order in the file. */
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
  const follows = (kept: StoredAccount, by: number): boolean =>
    account !== undefined &&
    canonicalJson(kept) ===
      canonicalJson({ ...followingAccount(account, by), publicKey: kept.publicKey });
  if (!accounts.every((further, position) => follows(further.account, position + 1))) return false;
  if (secret.kind === 'private-key') return true;
  if (!phraseSchemes.includes(secret.kind)) return false;
  return secret.kind !== 'phrase' || secret.path === pathOf(formOf({ family, account }));
}
