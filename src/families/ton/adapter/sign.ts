import { encodeBase58 } from '../../shared/formats/base58.ts';
import { isSignedBy } from '../../shared/formats/ed25519.ts';
import { type TonWallet, tonWalletAddress, tonWalletState } from '../formats/wallet.ts';
import {
  encodeExternal,
  messageIdOf,
  mismatch,
  readExternal,
  readUnsigned,
} from './external-message.ts';

/**
 * Signs the hash of exactly the given bytes, and does not trust the keys: decodes the signed
 * bytes again and requires the same message and wallet, and a signature of its key. Throws
 * `SIGNATURE_MISMATCH` otherwise.
 * @param unsigned BOC of the cell to sign, 0x hex
 * @param isDeployed if false, the message carries the wallet's state init
 * @param sign returns the 64-byte Ed25519 signature of the given 32 bytes
 * @returns the external message, 0x hex, and its id (TEP-467)
 */
export async function signWalletMessage(
  { wallet, unsigned, isDeployed }: { wallet: TonWallet; unsigned: string; isDeployed: boolean },
  sign: (digest: Uint8Array) => Promise<Uint8Array>,
): Promise<{ bytes: string; txId: string }> {
  const { signing, message } = readUnsigned(unsigned);
  if (message.version !== wallet.version) {
    throw mismatch(`the message is for a ${message.version} wallet, not ${wallet.version}`);
  }
  if (message.walletId !== wallet.walletId) {
    throw mismatch(`the message is for the wallet id ${message.walletId}, not ${wallet.walletId}`);
  }
  if (!isDeployed && message.seqno !== 0)
    throw mismatch(`the first message of a wallet has seqno 0, not ${message.seqno}`);
  const address = tonWalletAddress(wallet);
  const signature = await sign(signing.hash());
  if (signature.length !== 64) throw mismatch(`the signature has ${signature.length} bytes`);
  const bytes = encodeExternal(
    address,
    signing,
    signature,
    isDeployed ? undefined : tonWalletState(wallet),
  );

  const decoded = readExternal(bytes);
  if (
    decoded.wallet !== address ||
    !signing.hash().equals(decoded.digest) ||
    decoded.deploys === isDeployed
  ) {
    throw mismatch('the signed message differs from the unsigned one');
  }
  if (!isSignedBy(encodeBase58(wallet.publicKey), decoded.digest, decoded.signature)) {
    throw mismatch('the signature was not made by the wallet’s key');
  }
  return { bytes, txId: messageIdOf(bytes) };
}
