import { definitionOf } from '../families/families.ts';
import type { AccountForm } from './account-form.ts';
import type { WalletSecret } from './wallet-secret.ts';

/** The wallet's signing key, 32 bytes, and its address in canonical form. Throws `KEY_INVALID`. */
export async function deriveKey(
  secret: WalletSecret,
  form: AccountForm,
): Promise<{ key: Uint8Array; address: string }> {
  return definitionOf(form.family).keys.deriveKey(secret, form);
}
