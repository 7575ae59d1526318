import { generateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { importWallet, type NewWallet } from './import-wallet.ts';
import type { ListedWallet } from './list-wallets.ts';

/**
 * Creates a wallet from 128 random bits. The phrase (12 words) is the only backup that needs no
 * password, and is returned only here.
 * @throws `WALLET_NAME_INVALID`, `WALLET_EXISTS`, `INVALID_REQUEST`
 */
export async function createWallet(
  request: NewWallet,
): Promise<{ wallet: ListedWallet; phrase: string }> {
  const phrase = generateMnemonic(wordlist, 128);
  return { wallet: await importWallet({ ...request, secret: phrase, scheme: 'phrase' }), phrase };
}
