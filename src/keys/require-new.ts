import type { Family } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { listWallets } from './list-wallets.ts';

/**
 * Throws `WALLET_EXISTS` if another wallet has one of the addresses: in the journal an account has
 * one name.
 */
export async function requireNew(
  dataFolder: string,
  family: Family,
  accounts: readonly { address: string }[],
): Promise<void> {
  const known = await listWallets(dataFolder);
  for (const { address } of accounts) {
    const same = known.find((one) => one.family === family && one.address === address);
    if (same)
      throw new FerrymanError('WALLET_EXISTS', `${address} is the wallet ${same.name} already`);
  }
}
