/**
 * Whether a status says that the provider has the deposit of its order, whatever becomes of it.
 * `REVERTED` may say the same, or that an order has run out that nobody has paid: that is for
 * whoever asks.
 */
export function reportsArrival(status: string): boolean {
  return arrived.has(status);
}

const arrived: ReadonlySet<string> = new Set([
  'SUCCESS',
  'REVERT',
  'READY_TO_CLAIM',
  'WAITING_FOR_TRUSTLINE',
  'WAITING_FOR_REFUND_TRUSTLINE',
  'KYC_REQUIRED',
]);
