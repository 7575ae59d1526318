import { definitionOf } from '../families/families.ts';
import type { AccountForm } from './account-form.ts';
import type { WalletSecret } from './wallet-secret.ts';

/**
 * The key that a wallet signs with, 32 bytes, and its address on its family's chains, in canonical
 * form. @throws `KEY_INVALID`
 */
export async function deriveKey(
  secret: WalletSecret,
  form: AccountForm,
): Promise<{ key: Uint8Array; address: string }> {
  return definitionOf(form.family).keys.deriveKey(secret, form);
}
