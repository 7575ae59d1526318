import { type TonWallet, tonWalletId } from '../families/ton/formats/wallet.ts';
import { listWallets } from './list-wallets.ts';

/**
 * The wallet contract that a keystore of the data folder is for, by its address in canonical form; nothing where none is. With the network that it was made for. Needs no password. That
 * the address follows from it whoever uses it has to see. @throws `KEYSTORE_DAMAGED`
 */
export async function findTonWallet(
  dataFolder: string,
  address: string,
): Promise<(TonWallet & { networkId: number }) | undefined> {
  const wallet = (await listWallets(dataFolder)).find((one) => one.family === 'ton' && one.address === address);
  if (wallet?.account?.family !== 'ton') return undefined;
  const { version, networkId, subwallet, publicKey } = wallet.account;
  return {
    version,
    publicKey: Uint8Array.from(Buffer.from(publicKey, 'hex')),
    walletId: tonWalletId(version, { network: networkId, subwallet }),
    networkId,
  };
}
