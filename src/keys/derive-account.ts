import { FerrymanError } from '../errors/ferryman-error.ts';
import { definitionOf } from '../families/families.ts';
import {
  type AccountForm,
  followingAccount,
  maxAccounts,
  type StoredAccount,
} from './account-form.ts';
import { deriveKey } from './derive-key.ts';
import type { WalletSecret } from './wallet-secret.ts';

/**
 * The account as a keystore's header has it; `account` if the family has several for a key. Throws
 * `KEY_INVALID`.
 */
export async function deriveAccount(
  secret: WalletSecret,
  form: AccountForm,
): Promise<{ address: string; account?: StoredAccount }> {
  const { key, address } = await deriveKey(secret, form);
  const account = await storedAccount(form, key);
  // A private key is the secret itself, which is used again for the next account.
  if (secret.kind !== 'private-key') key.fill(0);
  return { address, ...(account ? { account } : {}) };
}

/**
 * The wallet's accounts number `from` to `to`; number 1 is the wallet itself. Throws
 * `INVALID_REQUEST` if a wallet cannot have that many, `KEY_INVALID` if the secret has only one.
 */
export async function deriveFurtherAccounts(
  secret: WalletSecret,
  form: AccountForm,
  { from, to }: { from: number; to: number },
): Promise<{ address: string; account: StoredAccount }[]> {
  if (!Number.isInteger(to) || to < 1 || to > maxAccounts) {
    throw new FerrymanError(
      'INVALID_REQUEST',
      `a wallet has 1 to ${maxAccounts} accounts, not ${to}`,
    );
  }
  const further = [];
  for (let number = from; number <= to; number++) {
    const { address, account } = await deriveAccount(secret, followingAccount(form, number - 1));
    if (!account)
      throw new FerrymanError('INTERNAL', `an account of the family ${form.family} has no form`);
    further.push({ address, account });
  }
  return further;
}

async function storedAccount(
  form: AccountForm,
  key: Uint8Array,
): Promise<StoredAccount | undefined> {
  const stored = await definitionOf(form.family).keys.several?.store(form, key);
  return stored as StoredAccount | undefined;
}
