import { formatUnits } from 'viem';
import type { Provider, ProviderQuote, Refusal, Route } from '../providers/provider.ts';
import type { RouteFields } from './request-schema.ts';
import { RouteError, type RouterProblem } from './router-error.ts';

export interface SelectedRoute {
  readonly provider: Provider;
  readonly quote: ProviderQuote;
  readonly failed: readonly FailedRoute[];
}

/** A provider that serves the route, with the reason why it was not selected. */
interface FailedRoute {
  readonly provider: string;
  readonly error: RouterProblem;
}

/** A price impact above 10 %. */
const DANGEROUS_IMPACT_PPM = 100_000n;

export function isDangerous({ priceImpactPpm }: ProviderQuote): boolean {
  return priceImpactPpm !== null && priceImpactPpm > DANGEROUS_IMPACT_PPM;
}

/**
 * Requests quotes from all allowed providers and selects the one that pays most.
 * @throws {RouteError} 2001; 2004 or 2005 if the amount is out of bounds of the only preferred
 *   provider
 */
export async function selectRoute(
  providers: readonly Provider[],
  route: Route,
  fields: RouteFields,
): Promise<SelectedRoute> {
  const allowed = providers.filter(
    (provider) => isAllowed(provider, fields) && isWanted(provider, fields),
  );
  const failed: FailedRoute[] = [];
  let best: Candidate | undefined;
  for (const provider of allowed) {
    const quote = await provider.quote(route);
    if (quote === undefined) continue;
    const error = 'refused' in quote ? outOfBounds(quote, route) : objection(quote, fields);
    if (error !== undefined) failed.push({ provider: provider.id, error });
    else if (!('refused' in quote) && isBetter({ provider, quote }, best, fields))
      best = { provider, quote };
  }
  if (best !== undefined) return { ...best, failed };
  const [only] = failed;
  if (fields.preferredProvider !== undefined && only !== undefined)
    throw new RouteError(only.error);
  const data = fields.showFailedRoutes ? { data: { failedRoutes: failed } } : {};
  throw new RouteError({ code: 2001, reason: 'No routes found', ...data });
}

type Candidate = Pick<SelectedRoute, 'provider' | 'quote'>;

/**
 * Prefers the higher amount. If the request prefers deposits, a provider of deposits wins over all
 * others.
 */
function isBetter(one: Candidate, best: Candidate | undefined, fields: RouteFields): boolean {
  if (best === undefined) return true;
  if (fields.useDepositTradeIfAvailable && one.provider.takes !== best.provider.takes) {
    return one.provider.takes === 'deposits';
  }
  return one.quote.amountOut > best.quote.amountOut;
}

/** Whether the request allows deposit providers only. */
export function asksForDeposits({ depositTradeParams, providerTags = [] }: RouteFields): boolean {
  return (
    depositTradeParams === 'onlyDeposits' ||
    [providerTags].flat().some((tag) => tag === 'onlyDeposits')
  );
}

/**
 * Whether the deposit filter, under either of its names, allows the provider. No provider is
 * private.
 */
function isWanted({ takes }: Provider, fields: RouteFields): boolean {
  const { depositTradeParams, providerTags = [] } = fields;
  const tags: readonly string[] = [providerTags].flat();
  if (tags.includes('onlyPrivate')) return false;
  const isNever = depositTradeParams === 'noDeposits' || tags.includes('notDeposits');
  return takes === 'deposits' ? !isNever : !asksForDeposits(fields);
}

function isAllowed(
  { id, onlyIfPreferred }: Provider,
  { preferredProvider, nativeBlacklist }: RouteFields,
): boolean {
  if (nativeBlacklist.includes(id)) return false;
  return preferredProvider === undefined ? onlyIfPreferred !== true : id === preferredProvider;
}

function objection(quote: ProviderQuote, fields: RouteFields): RouterProblem | undefined {
  if (fields.skipFeeProviders && (quote.nativeFee > 0n || quote.feeBps > 0n)) {
    return { code: 2001, reason: 'The route has a fee' };
  }
  if (!fields.showDangerousRoutes && isDangerous(quote))
    return { code: 2001, reason: 'The price impact is dangerous' };
  return undefined;
}

function outOfBounds({ refused, limit }: Refusal, { from }: Route): RouterProblem {
  const [tokenSymbol, amount] = [from.symbol, formatUnits(limit, from.decimals)];
  return refused === 'above-maximum'
    ? {
        code: 2004,
        reason: 'The amount is above the maximum',
        data: { tokenSymbol, maxAmount: amount },
      }
    : {
        code: 2005,
        reason: 'The amount is below the minimum',
        data: { tokenSymbol, minAmount: amount },
      };
}
