import { parseAmount } from '../core/amounts/amounts.ts';
import { type Job, permits } from '../core/swap/job.ts';
import type { RouterSignals } from '../core/swap/router-signals.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { malformed } from './malformed.ts';
import { readSignals } from './read-signals.ts';
import { readUnsigned } from './read-unsigned.ts';
import type { RoutedTrade } from './schemas.ts';
import type { SlippageUnit } from './trade-request.ts';

export interface TradeTerms {
  provider: string;
  swapType: string;
  expectedOut: bigint;
  minOut: bigint;
  /** Milliseconds. */
  expectedDuration?: number;
  declaredFee: bigint;
  /** What the expected output is worth, with two decimals. Absent: not reported. */
  expectedUsd?: string;
  signals: RouterSignals;
}

/**
 * Reads what a quote or swap data promises and costs. Amounts come from the integer members only.
 * The human members must agree in the job's decimals, which refuses a service with other decimals.
 * @param slippageUnit of the service
 * @throws `ROUTER_MALFORMED`; `ROUTER_NO_ROUTE` if the job does not permit the provider
 */
export function readTrade(
  trade: RoutedTrade,
  job: Pick<Job, 'to' | 'providers'>,
  slippageUnit: SlippageUnit,
): TradeTerms {
  const { estimate, fees, providerType: provider, swapType } = trade;
  const expectedOut = readPositive(estimate.destinationWeiAmount, 'destinationWeiAmount');
  const minOut = readPositive(estimate.destinationWeiMinAmount, 'destinationWeiMinAmount');
  if (minOut > expectedOut) throw malformed('the minimum is above the expected amount', 'G07');
  const decimals = decimalsOf(trade) ?? job.to.decimals;
  const rule = decimals === job.to.decimals ? 'G07' : 'G07,G08';
  requireSame(estimate.destinationTokenAmount, expectedOut, job.to.decimals, rule);
  requireSame(estimate.destinationTokenMinAmount, minOut, job.to.decimals, rule);
  if (!permits(job.providers, provider)) {
    throw new FerrymanError(
      'ROUTER_NO_ROUTE',
      `the best route is by ${provider}, which the job does not permit`,
      { details: { rule: 'G06' } },
    );
  }
  const { protocol, provider: providerFee } = fees.gasTokenFees;
  const declaredFee =
    readUnsigned(protocol.fixedWeiAmount, 'fixedWeiAmount') +
    readUnsigned(providerFee.fixedWeiAmount, 'fixedWeiAmount');
  return {
    provider,
    swapType,
    expectedOut,
    minOut,
    declaredFee,
    ...readDuration(estimate.durationInMinutes),
    ...readUsd(estimate.destinationUsdAmount),
    signals: readSignals(trade, slippageUnit),
  };
}

/** Of the last token of the route. `undefined`: it names none. */
function decimalsOf({ routing }: RoutedTrade): number | undefined {
  const token = routing.flatMap(({ path }) => path).at(-1);
  return token && Number(token.decimals);
}

const minute = 60_000;
/** Exits from rollups take a week; longer claims are capped. */
const longestDuration = 10 * 24 * 60 * minute;

/** Only tells when a payout is late, so an odd value is ignored. */
function readDuration(minutes: number | string | null | undefined): { expectedDuration?: number } {
  const duration = Number(minutes ?? Number.NaN) * minute;
  return duration > 0 ? { expectedDuration: Math.round(Math.min(duration, longestDuration)) } : {};
}

/** Nothing real is worth more; the journal's column holds it. */
const maxUsd = 1e15;

/** Only people read it, so an odd value is ignored. */
function readUsd(usd: number | string | null | undefined): { expectedUsd?: string } {
  const worth = Number(usd ?? Number.NaN);
  return worth >= 0 && worth < maxUsd ? { expectedUsd: worth.toFixed(2) } : {};
}

function readPositive(text: string, member: string): bigint {
  const value = readUnsigned(text, member);
  if (value === 0n) throw malformed(`${member} is zero`, 'G07');
  return value;
}

/** Services truncate or round the human form; it must agree in the digits it has. */
function requireSame(human: string, baseUnits: bigint, decimals: number, rule: string): void {
  const shown = human.includes('.') ? human.length - human.indexOf('.') - 1 : 0;
  const parsed = parseAmount(human, Math.max(decimals, shown));
  const value = parsed.ok ? parsed.baseUnits : 0n;
  if (!parsed.ok && parsed.fault !== 'zero')
    throw malformed('a human amount is not a decimal number', 'G04');
  const exact = baseUnits * 10n ** BigInt(Math.max(decimals, shown) - decimals);
  const unit = 10n ** BigInt(Math.max(0, decimals - shown));
  const difference = value > exact ? value - exact : exact - value;
  if (difference >= unit) throw malformed('human and integer amounts disagree', rule);
}
