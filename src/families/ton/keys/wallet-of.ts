import { ofFamily } from '../../../core/swap/of-family.ts';
import type { StoredAccount } from '../../../keys/family-keys.ts';
import { type TonWallet, tonWalletId } from '../formats/wallet.ts';
import type { StoredTonAccount } from './account.ts';

/**
 * The wallet contract that a stored account is for, with the network that it was made for. That its
 * address follows from it whoever uses it has to see.
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
