import type { Provider, ProviderQuote, Route } from '../providers/provider.ts';
import type { RouteFields } from './route-request.ts';
import { RouteError } from './router-error.ts';

export interface SelectedRoute {
  readonly provider: Provider;
  readonly quote: ProviderQuote;
}

/** Asks all providers that the request allows and takes the one that pays most. @throws {RouteError} 2001 */
export async function selectRoute(
  providers: readonly Provider[],
  route: Route,
  { preferredProvider, nativeBlacklist = [] }: RouteFields,
): Promise<SelectedRoute> {
  const allowed = providers.filter(({ id, onlyIfPreferred }) => {
    if (nativeBlacklist.includes(id)) return false;
    return preferredProvider === undefined ? onlyIfPreferred !== true : id === preferredProvider;
  });
  const offers = await Promise.all(allowed.map(async (provider) => ({ provider, quote: await provider.quote(route) })));
  let best: SelectedRoute | undefined;
  for (const { provider, quote } of offers) {
    if (quote === undefined) continue;
    if (best === undefined || quote.amountOut > best.quote.amountOut) best = { provider, quote };
  }
  if (best === undefined) throw new RouteError({ code: 2001, reason: 'No routes found' });
  return best;
}
