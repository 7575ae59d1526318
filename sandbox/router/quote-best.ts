import { chainNamed } from '../sandbox-chain.ts';
import { renderRoute } from './render-route.ts';
import { renderToken, renderTokenAmount } from './render-token.ts';
import { parseRouteRequest } from './route-request.ts';
import type { RouterContext } from './router-context.ts';
import { selectRoute } from './select-route.ts';
import { slippagePpm } from './slippage.ts';

/**
 * POST /api/routes/quoteBest: the best route, with an id that can be swapped for a limited time.
 */
export async function quoteBest(context: RouterContext, body: unknown) {
  const { fields, route } = parseRouteRequest(body, context.chains);
  const { provider, quote, failed } = await selectRoute(context.providers, route, fields);
  const { notation, operations } = chainNamed(context.chains, route.from.chain);
  const gas = await operations.readGasPrice();
  return {
    id: context.quotes.store({ provider, route }),
    tokens: {
      from: renderTokenAmount(context, route.from, route.amountIn),
      to: renderToken(context, route.to),
    },
    transaction:
      quote.spender === null ? {} : { approvalAddress: notation.renderAddress(quote.spender) },
    ...(fields.showFailedRoutes ? { failedRoutes: failed } : {}),
    ...renderRoute(context, {
      route,
      provider,
      quote,
      gas,
      slippagePpm: slippagePpm(fields.slippage, context.slippageUnit),
    }),
  };
}
