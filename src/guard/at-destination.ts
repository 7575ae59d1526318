import { accountBytesOf } from '../core/registry/account-bytes.ts';
import { checkAddress } from '../core/registry/check-address.ts';
import { knownChains } from '../core/registry/known-chains.ts';
import type { Job } from '../core/swap/job.ts';
import { sameAddress } from './same-address.ts';

/**
 * Whether a text is the job's receiver. On a chain that is not configured, the registry's address
 * forms decide, including their checksum.
 */
export function isReceiver({ to, receiver }: Pick<Job, 'to' | 'receiver'>, text: string): boolean {
  if (!to.reportedOnly) return sameAddress(to.family, text, receiver);
  const checked = checkAddress(to.chain, text);
  return checked.ok && checked.canonical === receiver;
}

/** Whether hex digits are the account of the job's receiver, padded on the left to their length. */
export function isReceiverBytes(
  { to, receiver }: Pick<Job, 'to' | 'receiver'>,
  digits: string,
): boolean {
  return accountBytesOf(to.family, receiver).some(
    (own) => own.padStart(digits.length, '0') === digits,
  );
}

/**
 * Whether a text is the token that the job buys. On a chain that is not configured: one of the
 * interface's forms of its native coin.
 */
export function isBoughtToken({ to }: Pick<Job, 'to'>, text: string): boolean {
  if (!to.reportedOnly) return sameAddress(to.family, text, to.token);
  return knownChains[to.chain]?.nativeToken.forms.includes(text) === true;
}
