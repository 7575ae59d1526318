import type { ApprovalBatchAnswer } from 'ferryman-client';
import { envelopeAmount } from './envelope-amount.ts';

/** What the payments that wait are together. */
export function sumText({ sums }: Pick<ApprovalBatchAnswer, 'sums'>): string {
  const { payments, pays, gets } = sums;
  if (payments === 0) return 'no payment waits';
  const most = pays.map((asset) => envelopeAmount(asset.maximumBaseUnits, asset));
  const least = gets.map((asset) => envelopeAmount(asset.minimumBaseUnits, asset));
  const count = payments === 1 ? '1 payment' : `${payments} payments`;
  return `${count} of up to ${most.join(' and ')} for at least ${least.join(' and ')}`;
}
