import { listWallets } from './list-wallets.ts';

/**
 * The public key of a wallet of Bitcoin in the data folder, 33 bytes in hex (of P2TR the internal one), by its address; nothing where none has it.
 * Needs no password. @throws `KEYSTORE_DAMAGED`
 */
export async function findBitcoinKey(dataFolder: string, address: string): Promise<string | undefined> {
  const wallet = (await listWallets(dataFolder)).find((one) => one.family === 'bitcoin' && one.address === address);
  return wallet?.account?.family === 'bitcoin' ? wallet.account.publicKey : undefined;
}
