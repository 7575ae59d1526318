import type { Family } from '../core/swap/chains.ts';
import type { StoredAccount } from './account-form.ts';
import type { ListedWallet } from './list-wallets.ts';

/**
 * The account of the wallet with this address in canonical form. Undefined if no wallet has the
 * address, or its key has only one account.
 */
export function findAccount(
  wallets: readonly ListedWallet[],
  { family, address }: { family: Family; address: string },
): StoredAccount | undefined {
  return wallets.find((one) => one.family === family && one.address === address)?.account;
}
