import type { SignedTransaction, UnsignedTransaction } from '../../../ports/chain-adapter.ts';
import type { Keys } from '../../../ports/keys.ts';
import { isSignedBy } from '../../shared/formats/ed25519.ts';
import type { SolanaChain } from '../formats/chain.ts';
import {
  encodeHex,
  idOf,
  isMissing,
  messageBytes,
  mismatch,
  readOwnBytes,
  signatureLength,
} from './wire-transaction.ts';

/**
 * Signs the message in exactly the given bytes, and does not trust the keys: decodes the signed
 * bytes again and requires the same transaction, with the account's signature first and a valid
 * signature of every other signer. Throws `SIGNATURE_MISMATCH` otherwise.
 */
export async function sign(
  chain: SolanaChain,
  unsigned: UnsignedTransaction,
  keys: Keys,
  keyRef: string,
): Promise<SignedTransaction> {
  if (unsigned.chain !== chain.name)
    throw mismatch(`the transaction is for ${unsigned.chain}, not ${chain.name}`);
  const { message, signatures } = readOwnBytes(unsigned.bytes);
  const [own, ...others] = signatures;
  if (own === undefined || !isMissing(own)) throw mismatch('the bytes are already signed');
  if (message.keys[0] !== unsigned.account) {
    throw mismatch(`the fee is paid by ${message.keys[0]}, not by ${unsigned.account}`);
  }
  const signature = await keys.signMessage(keyRef, messageBytes(message));
  const bytes = encodeHex({ message, signatures: [signature, ...others] });

  const decoded = readOwnBytes(bytes);
  const withoutOwn = {
    ...decoded,
    signatures: [new Uint8Array(signatureLength), ...decoded.signatures.slice(1)],
  };
  if (encodeHex(withoutOwn) !== unsigned.bytes)
    throw mismatch('the signed transaction differs from the unsigned one');
  const signed = messageBytes(decoded.message);
  decoded.signatures.forEach((one, index) => {
    const account = decoded.message.keys[index] ?? '';
    if (!isSignedBy(account, signed, one))
      throw mismatch(`the signature of ${account} is missing or invalid`);
  });
  return { chain: chain.name, txId: idOf(decoded), bytes };
}
