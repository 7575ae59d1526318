import { z } from 'zod';
import { assertNever } from '../core/assert-never.ts';
import { type Family, formatsOf } from '../core/swap/chains.ts';
import type { LeaseTerms } from '../core/swap/swap.ts';
import type { LeaseToProve } from '../ports/lease-proof.ts';
import type { SigningLogEntry } from '../ports/signing-log.ts';

/** A signed attempt of the signing log, with the lease under which it was signed. */
export interface SignedAttempt
  extends Pick<SigningLogEntry, 'chain' | 'txId' | 'kind' | 'signedAt'> {
  lease: LeaseToProve;
  /** The exact signed bytes, 0x-prefixed hex. */
  bytes: string;
  /** Which of the transaction's messages is this swap's, if it has several. */
  message?: number;
}

/** As the journal writes it (`replay-row.ts`). Other members are for imports only. */
const replay = z.object({
  lease: z.object({ expires: z.int().nullable() }),
  outpoints: z.array(z.object({ outpoint: z.string(), added: z.boolean() })),
  step: z.object({ message: z.int().nullable() }),
  attempt: z.object({ bytes: z.string() }),
});

/**
 * What an entry of the signing log says was signed. `undefined`: an earlier version did not log
 * enough. `child`: a CPFP child, which pays a fee and nothing else.
 */
export function readSignedLease(
  family: Family,
  { chain, txId, kind, account, nonce, signedAt, replay: text }: SigningLogEntry,
): SignedAttempt | 'child' | undefined {
  const json: unknown = text === undefined ? undefined : JSON.parse(text);
  if (typeof json === 'object' && json !== null && 'boost' in json) return 'child';
  const read = replay.safeParse(json);
  if (!read.success) return undefined;
  const { lease, outpoints, step, attempt } = read.data;
  const terms = termsOf(family, {
    nonce,
    expires: lease.expires === null ? undefined : BigInt(lease.expires),
    outpoints: outpoints.flatMap((one) => (one.added ? [] : [one.outpoint])),
  });
  return (
    terms && {
      ...{ chain, txId, kind, signedAt },
      lease: { account, terms },
      bytes: attempt.bytes,
      ...(step.message === null ? {} : { message: step.message }),
    }
  );
}

function termsOf(
  family: Family,
  position: {
    nonce: bigint | undefined;
    expires: bigint | undefined;
    outpoints: readonly string[];
  },
): LeaseTerms | undefined {
  const { nonce, expires, outpoints } = position;
  const end = expires === undefined ? {} : { expires };
  const kind = formatsOf(family).leaseKind;
  switch (kind) {
    case 'nonce':
      return nonce === undefined ? undefined : { kind, nonce };
    case 'seqno':
      return nonce === undefined ? undefined : { kind, seqno: nonce, ...end };
    case 'outpoints':
      return { kind, outpoints };
    case 'expiry':
      return { kind, ...end };
    default:
      return assertNever(kind, 'lease kind');
  }
}
