import { type ApprovalBatchAnswer, fromBaseUnits } from 'ferryman-client';

/** What the payments that wait are together. */
export function sumText({ sums }: Pick<ApprovalBatchAnswer, 'sums'>): string {
  const { payments, pays, gets } = sums;
  const most = pays.map(
    ({ maximumBaseUnits, decimals, symbol, chain }) =>
      `${fromBaseUnits(maximumBaseUnits, decimals)} ${symbol} on ${chain}`,
  );
  const least = gets.map(
    ({ minimumBaseUnits, decimals, symbol, chain }) =>
      `${fromBaseUnits(minimumBaseUnits, decimals)} ${symbol} on ${chain}`,
  );
  const count = payments === 1 ? '1 payment' : `${payments} payments`;
  if (payments === 0) return 'no payment waits';
  return `${count} of up to ${most.join(' and ')} for at least ${least.join(' and ')}`;
}
