import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { formatAmount } from '../amounts/amounts.ts';
import { type SealedJob, sealedText } from '../swap/job-seal.ts';
import type { AdmissionItem } from './admission-item.ts';

/**
 * What a person admits of a job without a seal: this job, by its money and by the hash of all that a
 * seal would cover. The approver sees it, and only a job of which it is true gets a seal.
 */
export function unsealedItem(sealed: SealedJob): Extract<AdmissionItem, { kind: 'finding' }> {
  const { wallet, amount, from, to, receiver, refundAddress } = sealed.job;
  const text = sealedText(sealed, { version: 1, keyId: '', by: '' });
  const { decimals } = from;
  const what = [
    `the unsealed job to swap ${formatAmount(amount, decimals)} of ${from.token} on ${from.chain}`,
    `of ${decimals} decimals`,
    `from ${wallet.address} to ${to.token} on ${to.chain}`,
    `for ${receiver}, with refunds to ${refundAddress}`,
    `sha256:${bytesToHex(sha256(utf8ToBytes(text)))}`,
  ];
  return { kind: 'finding', rule: 'G13', what: what.join(', ') };
}
