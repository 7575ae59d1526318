import { keysOf } from '../../../parts/keys-of.ts';

/** How far back the page looks, and how closely. Milliseconds. */
export const spans = {
  day: { length: 24 * 3_600_000, every: 'hour', step: 3_600_000 },
  month: { length: 30 * 86_400_000, every: 'day', step: 86_400_000 },
} as const;
type Span = keyof typeof spans;

export const spanNames = keysOf(spans);

/** As it stands in the address. */
export interface HistoryChoice {
  /** Absent: a day. */
  span?: Span;
  /** Which balance the chart shows, by its key. Absent: all, in US dollars. */
  balance?: string;
}

export function readHistoryChoice({ span, balance }: Record<string, unknown>): HistoryChoice {
  const found = spanNames.find((name) => name === span);
  return {
    ...(found === undefined ? {} : { span: found }),
    ...(typeof balance === 'string' && balance !== '' ? { balance } : {}),
  };
}
