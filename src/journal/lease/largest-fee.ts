import { type Fee, maximumFee } from '../../core/swap/transaction-object.ts';

export function largestFee(fees: readonly Fee[]): bigint {
  let largest = 0n;
  for (const fee of fees) {
    const maximum = maximumFee(fee);
    if (maximum > largest) largest = maximum;
  }
  return largest;
}
