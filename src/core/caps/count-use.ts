import { parseAmount } from '../amounts/amounts.ts';
import { assertNever } from '../assert-never.ts';
import { canonicalProvider } from '../registry/providers.ts';
import { treasuryOf } from '../swap/account-name.ts';
import { chainRegistry } from '../swap/chains.ts';
import type { Job } from '../swap/job.ts';
import { namesToken } from '../swap/names-token.ts';
import {
  type Cap,
  type CapBound,
  type CapFilter,
  type CapSubject,
  type CapUnit,
  type CapUse,
  capSubjects,
} from './cap.ts';

type Counting = CapFilter & Pick<Cap, 'each'>;

export function useOf(job: Job, provider: string, usdE18: bigint | undefined): CapUse {
  return {
    wallet: treasuryOf(job.wallet.name),
    chain: job.from.chain,
    token: job.from.token,
    provider: canonicalProvider(provider),
    receiver: job.receiver,
    rule: job.rule?.id ?? '',
    amount: job.amount,
    decimals: job.from.decimals,
    ...(usdE18 === undefined ? {} : { usdE18 }),
  };
}

/** Whether the cap counts the job's payments through a provider. */
export function counts(cap: Counting, { from, wallet, rule }: Job, provider: string): boolean {
  return (
    isOfRule(cap, rule?.id ?? '') &&
    (cap.wallet === undefined || treasuryOf(cap.wallet) === treasuryOf(wallet.name)) &&
    (cap.chain === undefined || cap.chain === from.chain) &&
    (cap.token === undefined || namesToken(cap.token, from)) &&
    (cap.provider === undefined || canonicalProvider(cap.provider) === canonicalProvider(provider))
  );
}

/** The same for what a lease has reserved. */
export function countsUse(cap: Counting, use: Record<CapSubject, string>): boolean {
  const family = chainRegistry[use.chain]?.family;
  const from = family && { family, chain: use.chain, token: use.token };
  return (
    isOfRule(cap, use.rule) &&
    (cap.wallet === undefined || treasuryOf(cap.wallet) === use.wallet) &&
    (cap.chain === undefined || cap.chain === use.chain) &&
    (cap.token === undefined || (from !== undefined && namesToken(cap.token, from))) &&
    (cap.provider === undefined || canonicalProvider(cap.provider) === use.provider)
  );
}

/** A bound of each rule by itself is none of payments that no rule asks for. */
function isOfRule({ rule, each }: Counting, own: string): boolean {
  return (rule === undefined || rule === own) && (each !== 'rule' || own !== '');
}

/**
 * What the cap allows, in its unit: 10^-18 US dollars, base units, or payments.
 * @param decimals of the token, for a cap of an amount
 */
export function limitOf({ bound }: Pick<Cap, 'bound'>, decimals: number): bigint {
  switch (bound.unit) {
    case 'usd':
      return bound.usdE18;
    case 'amount': {
      const parsed = parseAmount(bound.amount, decimals);
      // An amount with more decimals than the token has allows nothing.
      return parsed.ok ? parsed.baseUnits : 0n;
    }
    case 'count':
      return BigInt(bound.count);
    default:
      return assertNever(bound, 'unit of a cap');
  }
}

/**
 * What the cap allows and what the payment takes, in its unit. `undefined`: the payment has no
 * value in US dollars.
 */
export function measure(
  cap: Pick<Cap, 'bound'>,
  use: CapUse,
  decimals: number,
): { limit: bigint; value: bigint } | undefined {
  const value = takenBy(use, cap.bound.unit);
  return value === undefined ? undefined : { limit: limitOf(cap, decimals), value };
}

function takenBy({ usdE18, amount }: CapUse, unit: CapUnit): bigint | undefined {
  switch (unit) {
    case 'usd':
      return usdE18;
    case 'amount':
      return amount;
    case 'count':
      return 1n;
    default:
      return assertNever(unit, 'unit of a cap');
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
