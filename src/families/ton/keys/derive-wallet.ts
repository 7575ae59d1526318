import { mnemonicToPrivateKey } from '@ton/crypto';
import { ed25519PublicKey } from '../../../keys/ed25519.ts';
import { phraseKey } from '../../../keys/phrase-key.ts';
import type { WalletSecret } from '../../../keys/wallet-secret.ts';
import { type TonWallet, tonWalletAddress, tonWalletId } from '../formats/wallet.ts';
import type { TonWalletVersion } from '../formats/wallet-versions.ts';
import { tonPath } from './path.ts';

/**
 * Derives the signing key (32 bytes), the wallet, and its canonical address. One key has a wallet
 * for each version, network (V5R1) and subwallet.
 * @param network `global_id` of the network's blocks
 */
export async function deriveTonWallet(
  secret: WalletSecret,
  {
    version,
    network,
    subwallet = 0,
  }: { version: TonWalletVersion; network: number; subwallet?: number },
): Promise<{ key: Uint8Array; wallet: TonWallet; address: string }> {
  const key = await keyOf(secret);
  const wallet = {
    version,
    publicKey: ed25519PublicKey(key),
    walletId: tonWalletId(version, { network, subwallet }),
  };
  return { key, wallet, address: tonWalletAddress(wallet) };
}

async function keyOf(secret: WalletSecret): Promise<Uint8Array> {
  switch (secret.kind) {
    case 'private-key':
      return secret.key;
    case 'phrase':
      return phraseKey(secret.phrase, tonPath, 'Ed25519');
    case 'ton-phrase': {
      const { secretKey } = await mnemonicToPrivateKey(secret.phrase.split(' '));
      // The public key follows the seed.
      return Uint8Array.from(secretKey.subarray(0, 32));
    }
  }
}
