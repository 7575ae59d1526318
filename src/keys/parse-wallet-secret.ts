import { definitionOf } from '../families/families.ts';
import type { AccountForm } from './account-form.ts';
import type { PhraseScheme, WalletSecret } from './wallet-secret.ts';

/**
 * Parses an imported secret: a phrase, 32 bytes in hex, or a key as wallets of the family export
 * it.
 * @throws `KEY_INVALID`, which never contains the input
 */
export async function parseWalletSecret(
  text: string,
  form: AccountForm,
  scheme?: PhraseScheme,
): Promise<WalletSecret> {
  return definitionOf(form.family).keys.parseSecret(text, form, scheme);
}
