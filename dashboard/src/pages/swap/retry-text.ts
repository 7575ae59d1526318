import type { Swap, SwapRecord } from 'ferryman-client';

type Retry = SwapRecord['money']['retry'];

const refusals: Readonly<Record<string, string>> = {
  PAYMENT_LANDED: 'No: the payment has left for good. A retry would pay twice.',
  PAYMENT_MAY_LAND: 'Not now: a payment of this swap may still land. A retry could pay twice.',
  FUNDS_UNKNOWN: 'Not now: it is not proven that nothing was paid. A retry could pay twice.',
  CANCEL_PENDING: 'Not now: it is being cancelled. Wait until it ends.',
};

/** What holds in one state only, where the code alone would frighten or mislead. */
const refusalsInState: Partial<Record<Swap['state'], Readonly<Record<string, string>>>> = {
  refunded: { PAYMENT_LANDED: 'No: this swap has ended, and its money came back.' },
  awaiting_deposit: {
    PAYMENT_MAY_LAND:
      'Not now: a person may have paid already without Ferryman seeing it yet. A retry could pay twice.',
  },
};

/** Whether the swap may be retried, in a line. */
export function retryText(
  { allowed, code = '', message = '' }: Retry,
  { state }: Pick<Swap, 'state'>,
): string {
  if (allowed) return 'Safe: nothing of this swap can still pay.';
  return refusalsInState[state]?.[code] ?? refusals[code] ?? `Not now: ${message}.`;
}
