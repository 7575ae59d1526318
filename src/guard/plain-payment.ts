import type { GuardRequest } from '../ports/guard.ts';
import type { Effects } from './effects.ts';

/** One payment of one token to one account, with its memo. */
interface PlainPayment {
  token: string;
  to: string;
  /** Base units of the token. */
  amount: bigint;
  memo: string | undefined;
}

export type ReadPayment = { ok: true; payment: PlainPayment } | { ok: false; fault: string };

/**
 * Reads what the bytes pay, if they are a plain payment from the wallet and nothing else.
 * @param to the intended receiver. A Solana token account does not name its owner in the bytes, but
 * can be compared with the one derived for an owner
 */
export type ReadPlainPayment<Seen extends Effects> = (
  effects: Seen,
  request: GuardRequest,
  to: string,
) => ReadPayment;

/** Bytes that are not UTF-8 become a character that no memo has. */
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
