import type { SwapRecord } from 'ferryman-client';

type Retry = SwapRecord['money']['retry'];

const refusals: Readonly<Record<string, string>> = {
  PAYMENT_LANDED: 'No: the payment has left for good. A retry would pay twice.',
  PAYMENT_MAY_LAND: 'Not now: a payment of this swap may still land. A retry could pay twice.',
  FUNDS_UNKNOWN: 'Not now: it is not proven that nothing was paid. A retry could pay twice.',
  CANCEL_PENDING: 'Not now: it is being cancelled. Wait until it ends.',
};

/** Whether the swap may be retried, in a line. */
export function retryText({ allowed, code = '', message = '' }: Retry): string {
  return allowed
    ? 'Safe: nothing of this swap can still pay.'
    : (refusals[code] ?? `Not now: ${message}.`);
}
