/**
 * Whether a coin carries nothing but its amount, as far as its amount tells. Inscriptions, runes and
 * rare satoshis are sent in small coins: 330 or 546 satoshis, and 10,000 by most tools
 * (docs.ordinals.com, wallets). A payment that spends one as plain money gives it away.
 * @param protectedCoin satoshis of the largest coin that may carry more, by the operator's policy
 */
export function isPlainCoin({ value }: { value: bigint }, protectedCoin: bigint): boolean {
  return value > protectedCoin;
}

/** `OP_FALSE OP_IF "ord"`, with which an inscription begins in a witness (docs.ordinals.com). */
const envelope = Buffer.from('0063036f7264', 'hex');

/** Whether a witness has the envelope of an inscription. */
export function isInscribing(witness: readonly Uint8Array[]): boolean {
  return witness.some((item) => Buffer.from(item).includes(envelope));
}
