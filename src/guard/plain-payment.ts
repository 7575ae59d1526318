import type { GuardRequest } from '../ports/guard.ts';
import type { Effects } from './effects.ts';

/** One payment of one token to one account, and what is written beside it. */
interface PlainPayment {
  token: string;
  to: string;
  /** Base units of the token. */
  amount: bigint;
  memo: string | undefined;
}

export type ReadPayment = { ok: true; payment: PlainPayment } | { ok: false; fault: string };

/**
 * What the bytes pay, where they are a plain payment out of the wallet and nothing else at all.
 * @param to whom it is meant for: the owner of a token account of Solana does not stand in the
 * bytes, but what is derived for an owner can be compared
 */
export type ReadPlainPayment<Seen extends Effects> = (
  effects: Seen,
  request: GuardRequest,
  to: string,
) => ReadPayment;

/** Bytes that are no text are none that was ordered: what stands in their place is in no memo. */
export function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return '\ufffd';
  }
}

export function fault(text: string): ReadPayment {
  return { ok: false, fault: text };
}
