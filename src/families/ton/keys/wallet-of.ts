import { ofFamily } from '../../../core/swap/of-family.ts';
import type { StoredAccount } from '../../../keys/family-keys.ts';
import { type TonWallet, tonWalletId } from '../formats/wallet.ts';
import type { StoredTonAccount } from './account.ts';

/**
 * The wallet contract and network of a stored account. The caller must check that the wallet hashes
 * to the account's address.
 */
export function tonWalletOf(
  account: StoredAccount | undefined,
): (TonWallet & { networkId: number }) | undefined {
  if (!account) return undefined;
  const { version, networkId, subwallet, publicKey } = ofFamily(account as StoredTonAccount, 'ton');
  return {
    version,
    publicKey: Uint8Array.from(Buffer.from(publicKey, 'hex')),
    walletId: tonWalletId(version, { network: networkId, subwallet }),
    networkId,
  };
}
