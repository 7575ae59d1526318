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
 * Signs the hash of the exact bytes given, and believes nothing of what comes back: the signed
 * bytes are decoded again and must be the same message of the same wallet, signed by its key.
 * Throws `SIGNATURE_MISMATCH` otherwise.
 * @param unsigned bag of the cell that is signed, 0x hex
 * @param isDeployed whether the wallet's account is there; else the message brings its code
 * @param sign Ed25519 over the 32 bytes given: 64 bytes
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
    throw mismatch(`a new wallet has no seqno ${message.seqno}`);
  const address = tonWalletAddress(wallet);
  const signature = await sign(signing.hash());
  if (signature.length !== 64) throw mismatch(`the signature has ${signature.length} bytes`);
  const bytes = encodeExternal(
    address,
    signing,
    signature,
    isDeployed ? undefined : tonWalletState(wallet),
  );

  const again = readExternal(bytes);
  if (
    again.wallet !== address ||
    !signing.hash().equals(again.digest) ||
    again.deploys === isDeployed
  ) {
    throw mismatch('the signed message is not the unsigned one');
  }
  if (!isSignedBy(encodeBase58(wallet.publicKey), again.digest, again.signature)) {
    throw mismatch('the signature is not of the wallet’s key');
  }
  return { bytes, txId: messageIdOf(bytes) };
}
