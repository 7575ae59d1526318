import { renderSwap } from './render-swap.ts';
import { parseExecutableRequest } from './route-request.ts';
import type { RouterContext } from './router-context.ts';
import { asksForDeposits, selectRoute } from './select-route.ts';

/**
 * POST /api/routes/swapBest: the transaction of a newly selected best route. It accepts a quote id
 * and ignores it.
 */
export async function swapBest(context: RouterContext, body: unknown) {
  const request = parseExecutableRequest(body, context.chains, asksForDeposits);
  const selected = await selectRoute(context.providers, request.route, request.fields);
  return renderSwap(context, { request, ...selected, quoteId: null });
}
