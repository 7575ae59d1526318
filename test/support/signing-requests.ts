import {
  type Hex,
  parseTransaction,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem';
import type { PartToSign, Signer, SigningRequest } from '../../src/ports/signer.ts';

/** Records what honest workers ask a signer for, to ask it for something else later. */
export function recordingSigner(requests: SigningRequest[]): (signer: Signer) => Signer {
  return (signer) => ({
    sign: (request) => {
      requests.push(request);
      return signer.sign(request);
    },
  });
}

/** The only part of a request. */
export function partOf({ parts: [part] }: SigningRequest): PartToSign {
  return part;
}

export function requestOf(part: PartToSign): SigningRequest {
  return { unsigned: part.unsigned, parts: [part] };
}

/** The same part with other bytes. EVM only. */
export function withTransaction(
  part: PartToSign,
  change: Partial<TransactionSerializable>,
): PartToSign {
  const parsed = parseTransaction(part.unsigned.bytes as Hex);
  const bytes = serializeTransaction({ ...parsed, ...change } as TransactionSerializable);
  return { ...part, unsigned: { ...part.unsigned, bytes } };
}

/** The same payment under another nonce. */
export function withNonce(part: PartToSign, nonce: number): PartToSign {
  const lease = { ...part.lease, terms: { kind: 'nonce', nonce: BigInt(nonce) } as const };
  return { ...withTransaction(part, { nonce }), lease };
}
