import type { ChainName, TokenAddress } from '../swap/chains.ts';

/**
 * `transaction`: each payment alone. `hour`, `day`, `week`: all payments of the last 60 minutes, 24
 * hours or 7 days. `unsettled`: all payments of swaps that have not ended, and those of the last 24
 * hours of swaps that ended by the routing service's report alone.
 */
export const capWindows = ['transaction', 'hour', 'day', 'week', 'unsettled'] as const;
export type CapWindow = (typeof capWindows)[number];

/** Members of a payment: a cap may bound the payments of each value of one separately. */
export const capSubjects = ['wallet', 'chain', 'token', 'provider', 'receiver', 'rule'] as const;
export type CapSubject = (typeof capSubjects)[number];

export type CapUnit = 'usd' | 'amount' | 'count';

/**
 * A bound on what payments take from wallets (G09). It holds for the payments that have all the
 * members that it names.
 */
export interface Cap extends CapFilter {
  /** For people: how findings and waits name it. */
  name: string;
  window: CapWindow;
  /** `usd`: 10^-18 US dollars. `amount`: a decimal of the source token. `count`: payments. */
  bound:
    | { unit: 'usd'; usdE18: bigint }
    | { unit: 'amount'; amount: string }
    | { unit: 'count'; count: number };
  /** The cap bounds the payments of each of these by itself. Absent: all together. */
  each?: CapSubject;
}

/** The payments that a cap counts. Absent members: any. */
export interface CapFilter {
  /** The treasury wallet; its accounts count together. */
  wallet?: string;
  /** The source chain. */
  chain?: ChainName;
  /** The source token, in any form of the chain; `native`: its coin. */
  token?: TokenAddress;
  /** By any of its names. */
  provider?: string;
  /** The treasury rule whose payments it counts. */
  rule?: string;
}

/** What one payment takes from a wallet. `rule` is empty if no treasury rule asked for it. */
export interface CapUse extends Record<CapSubject, string> {
  /** Base units of the source token. */
  amount: bigint;
  /** Of the source token. */
  decimals: number;
  /** 10^-18 US dollars, by the operator's own prices. Absent: there is no price. */
  usdE18?: bigint;
}

/** A cap as it bounds one payment, with all others that it counts. */
export interface CapBound extends Partial<Record<CapSubject, string>> {
  name: string;
  window: Exclude<CapWindow, 'transaction'>;
  unit: CapUnit;
  /** In the unit: 10^-18 USD, base units, payments. */
  limit: bigint;
  /** What this payment adds. */
  value: bigint;
}

/** What a lease of a payment reserves, and the bounds that it must keep. */
export interface LeaseCaps {
  use: CapUse;
  bounds: readonly CapBound[];
  /**
   * When the payment counts, and windows end: milliseconds since the epoch by the calendar. Absent:
   * now, by the journal's clock.
   */
  at?: number;
}

/** The windows that roll, in milliseconds. */
export const windowMs = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
