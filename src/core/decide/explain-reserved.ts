import { describeAmount } from '../amounts/amounts.ts';
import type { Job } from '../swap/job.ts';
import type { LeaseRefusal } from './lease-refusal.ts';

/** What other swaps leave of a balance, for a person. @param coin the source chain's */
export function explainReserved(
  { token, available, needed }: Extract<LeaseRefusal, { kind: 'reserved' }>,
  { from }: Pick<Job, 'from'>,
  coin: { symbol: string; decimals: number },
): string {
  // A step takes what it pays, and its fee in the native coin.
  const asset = token === from.token ? from : coin;
  const [free, wanted] = [available, needed].map((amount) => describeAmount(amount, asset));
  return `other swaps have reserved the balance: ${free} are free, and ${wanted} are needed`;
}
