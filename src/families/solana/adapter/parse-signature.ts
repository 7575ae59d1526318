import { decodeBase58, encodeBase58 } from '../../shared/formats/base58.ts';

/** A signature (the transaction's id) if it is canonical: 64 bytes in base58. */
export function parseSignature(text: string): string | undefined {
  const bytes = decodeBase58(text);
  return bytes?.length === 64 && encodeBase58(bytes) === text ? text : undefined;
}
