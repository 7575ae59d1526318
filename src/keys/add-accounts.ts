import { FerrymanError } from '../errors/ferryman-error.ts';
import { deriveAccount, deriveFurtherAccounts } from './derive-account.ts';
import { replaceDurableFile } from './durable-file.ts';
import { damaged, formatKeystore, formOf, parseKeystore } from './keystore-file.ts';
import { accountsOf, type ListedWallet } from './list-wallets.ts';
import { requireNew } from './require-new.ts';
import { seal, unseal } from './seal.ts';
import { readWalletFile } from './wallet-file.ts';
import { decodeSecret } from './wallet-secret.ts';

/**
 * Extends a wallet to this many accounts, each the next one in its key. A wallet that has as many
 * stays unchanged. Replaces the whole file, after a check that the new one opens and contains the
 * same secret.
 * @param request.accounts in all, 1 to 20
 * @throws `KEYSTORE_MISSING`, `KEYSTORE_PASSWORD_WRONG`, `KEYSTORE_DAMAGED`, `KEY_INVALID` for a
 * secret with one account, `INVALID_REQUEST` for a family with one, `WALLET_EXISTS` if another
 * wallet has such an account already
 */
export async function addAccounts({
  dataFolder,
  name,
  password,
  accounts,
}: {
  dataFolder: string;
  name: string;
  password: string;
  accounts: number;
}): Promise<ListedWallet[]> {
  const { path, keystore } = await readWalletFile(dataFolder, name);
  const { kdf, ...header } = keystore.header;
  const known = header.accounts ?? [];
  const bytes = await unseal(keystore, password, path);
  const secret = decodeSecret(header.secret.kind, bytes);
  const form = formOf(header);
  if ((await deriveAccount(secret, form)).address !== header.address) {
    throw damaged(path, 'its key belongs to another address');
  }
  const further = await deriveFurtherAccounts(secret, form, {
    from: known.length + 2,
    to: accounts,
  });
  if (further.length === 0) return accountsOf(keystore.header);
  await requireNew(dataFolder, header.family, further);
  const sealed = await seal(
    bytes,
    password,
    { ...header, accounts: [...known, ...further] },
    kdf.n,
  );
  const text = formatKeystore(sealed);
  // The file may be the only copy of the secret.
  const reread = await unseal(parseKeystore(text, path), password, path);
  if (Buffer.compare(reread, bytes) !== 0)
    throw new FerrymanError('INTERNAL', 'the new keystore holds another secret');
  await replaceDurableFile(path, text);
  return accountsOf(sealed.header);
}
