import { parseAmount } from '../amounts/amounts.ts';
import { canonicalProvider } from '../registry/providers.ts';
import { treasuryOf } from '../swap/account-name.ts';
import { type ChainName, chainRegistry, type TokenAddress } from '../swap/chains.ts';
import type { Job } from '../swap/job.ts';
import { namesToken } from '../swap/names-token.ts';

/**
 * `transaction`: each payment alone. `hour`, `day`: all payments of the last 60 minutes or 24 hours.
 * `unsettled`: all payments of swaps that have not ended, and those of the last 24 hours of swaps
 * that ended by the routing service's report alone.
 */
export const capWindows = ['transaction', 'hour', 'day', 'unsettled'] as const;
export type CapWindow = (typeof capWindows)[number];

/** What a cap may hold separately for each of. */
export const capSubjects = ['wallet', 'chain', 'token', 'provider', 'receiver'] as const;
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
  /** It holds for each of these by itself. Absent: for all together. */
  each?: CapSubject;
}

/** Of payments. Absent members: any. */
export interface CapFilter {
  /** The treasury wallet; its accounts count together. */
  wallet?: string;
  /** The source chain. */
  chain?: ChainName;
  /** The source token, in any form of the chain; `native`: its coin. */
  token?: TokenAddress;
  /** By any of its names. */
  provider?: string;
}

/** What one payment takes from a wallet. */
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
}

export const windowMs = { hour: 3_600_000, day: 86_400_000 } as const;

export function useOf(job: Job, provider: string, usdE18: bigint | undefined): CapUse {
  return {
    wallet: treasuryOf(job.wallet.name),
    chain: job.from.chain,
    token: job.from.token,
    provider: canonicalProvider(provider),
    receiver: job.receiver,
    amount: job.amount,
    decimals: job.from.decimals,
    ...(usdE18 === undefined ? {} : { usdE18 }),
  };
}

/** Whether the cap counts the job's payments through a provider. */
export function counts(cap: CapFilter, { from, wallet }: Job, provider: string): boolean {
  return (
    (cap.wallet === undefined || treasuryOf(cap.wallet) === treasuryOf(wallet.name)) &&
    (cap.chain === undefined || cap.chain === from.chain) &&
    (cap.token === undefined || namesToken(cap.token, from)) &&
    (cap.provider === undefined || canonicalProvider(cap.provider) === canonicalProvider(provider))
  );
}

/** The same for what a lease has reserved. */
export function countsUse(cap: CapFilter, use: Record<CapSubject, string>): boolean {
  const family = chainRegistry[use.chain]?.family;
  const from = family && { family, chain: use.chain, token: use.token };
  return (
    (cap.wallet === undefined || treasuryOf(cap.wallet) === use.wallet) &&
    (cap.chain === undefined || cap.chain === use.chain) &&
    (cap.token === undefined || (from !== undefined && namesToken(cap.token, from))) &&
    (cap.provider === undefined || canonicalProvider(cap.provider) === use.provider)
  );
}

/**
 * What the cap allows and what the payment takes, in its unit. `undefined`: the payment has no
 * value in US dollars.
 */
export function measure(
  { bound }: Pick<Cap, 'bound'>,
  use: CapUse,
  decimals: number,
): { limit: bigint; value: bigint } | undefined {
  switch (bound.unit) {
    case 'usd':
      return use.usdE18 === undefined ? undefined : { limit: bound.usdE18, value: use.usdE18 };
    case 'amount': {
      const parsed = parseAmount(bound.amount, decimals);
      // A bound of zero allows nothing; digits below the token's are worth less than its unit.
      return { limit: parsed.ok ? parsed.baseUnits : 0n, value: use.amount };
    }
    case 'count':
      return { limit: BigInt(bound.count), value: 1n };
  }
}

/**
 * The caps that bound a payment together with others. What breaks one alone, or cannot be measured,
 * is the guard's to hold.
 */
export function boundsOf(
  caps: readonly Cap[],
  job: Job,
  use: CapUse,
  provider: string,
): CapBound[] {
  return caps.flatMap((cap): CapBound[] => {
    const { name, window, bound, each } = cap;
    if (window === 'transaction' || !counts(cap, job, provider)) return [];
    const measured = measure(cap, use, job.from.decimals);
    if (!measured || measured.value > measured.limit) return [];
    const named = capSubjects.filter(
      (one) => one === each || (one !== 'receiver' && cap[one] !== undefined),
    );
    // A token is one of a chain.
    const members = named.includes('token') ? [...named, 'chain' as const] : named;
    const filter = Object.fromEntries(members.map((one) => [one, use[one]]));
    return [{ name, window, unit: bound.unit, ...measured, ...filter }];
  });
}
