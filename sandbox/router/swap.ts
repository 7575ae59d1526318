import type { Route } from '../providers/provider.ts';
import { renderSwap } from './render-swap.ts';
import { parseExecutableRequest } from './route-request.ts';
import type { RouterContext } from './router-context.ts';
import { RouteError } from './router-error.ts';

/** POST /api/routes/swap: the transaction of a quote, with recomputed amounts. */
export async function swap(context: RouterContext, body: unknown) {
  const request = parseExecutableRequest(body, context.chains, ({ id }) =>
    context.quotes.isByDeposit(id),
  );
  const kept = context.quotes.find(request.fields.id);
  if (!isSameRoute(kept.route, request.route)) {
    throw new RouteError({ code: 1003, reason: 'The request differs from its quote' });
  }
  const quote = await kept.provider.quote(request.route);
  if (quote === undefined || 'refused' in quote) {
    throw new RouteError({ code: 2001, reason: 'The quoted route is no longer there' });
  }
  const { provider } = kept;
  return renderSwap(context, {
    request,
    provider,
    quote,
    failed: [],
    quoteId: request.fields.id ?? null,
  });
}

function isSameRoute(quoted: Route, asked: Route): boolean {
  return quoted.from === asked.from && quoted.to === asked.to && quoted.amountIn === asked.amountIn;
}
