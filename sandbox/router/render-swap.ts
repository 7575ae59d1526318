import type { Provider } from '../providers/provider.ts';
import { checkWallet } from './check-wallet.ts';
import { readGasPrice, renderRoute } from './render-route.ts';
import type { ExecutableRequest } from './route-request.ts';
import type { RouterContext } from './router-context.ts';
import type { SelectedRoute } from './select-route.ts';
import { minimumOut, slippagePpm } from './slippage.ts';

interface SwapOptions extends SelectedRoute {
  readonly request: ExecutableRequest;
  readonly quoteId: string | null;
  readonly provider: Provider;
}

/** Makes the transaction of a swap and the answer around it (2.2). @throws {RouteError} 3003, 3004 */
export async function renderSwap(context: RouterContext, { request, provider, quote, quoteId }: SwapOptions) {
  const { fields, route } = request;
  const chain = context.chains[route.from.chain];
  const gas = await readGasPrice(chain);
  const ppm = slippagePpm(fields.slippage, context.slippageUnit);
  if (fields.enableChecks !== false) await checkWallet(chain, { route, quote, gas });
  const call = provider.build({
    route,
    quote,
    quoteId,
    minimumOut: minimumOut(quote.amountOut, ppm),
    deadline: BigInt(Math.floor((Date.now() + context.swapLifetimeMs) / 1_000)),
  });
  return {
    quote: { ...fields, providerTags: 'all' },
    transaction: {
      to: call.to,
      data: call.data,
      value: `${call.value}`,
      ...(quote.spender === null ? {} : { approvalAddress: quote.spender }),
    },
    uniqueInfo: call.uniqueInfo ?? {},
    ...renderRoute(context, { route, provider, quote, gas, slippagePpm: ppm }),
  };
}
