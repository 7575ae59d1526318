/**
 * Whether a status reports that the provider received the deposit of its order, whatever happens
 * next. `REVERTED` may report that or an unpaid order that expired; the caller tells these apart.
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
