import type { GasPrice } from '../common-chain.ts';
import type { BuiltSwap } from '../providers/provider.ts';
import { chainNamed, type SandboxChain } from '../sandbox-chain.ts';
import { checkWallet } from './check-wallet.ts';
import { renderRoute } from './render-route.ts';
import type { RouteFields } from './request-schema.ts';
import type { ExecutableRequest } from './route-request.ts';
import type { RouterContext } from './router-context.ts';
import { ValidationError } from './router-error.ts';
import type { SelectedRoute } from './select-route.ts';
import { minimumOut, slippagePpm } from './slippage.ts';

interface SwapOptions extends SelectedRoute {
  readonly request: ExecutableRequest;
  readonly quoteId: string | null;
}

/**
 * Builds the transaction of a swap and its answer (2.2).
 * @throws {RouteError} 3001, 3003, 3004
 */
export async function renderSwap(context: RouterContext, swap: SwapOptions) {
  const { request, provider, quote, failed } = swap;
  const { fields, route } = request;
  const chain = chainNamed(context.chains, route.from.chain);
  const gas = await chain.operations.readGasPrice();
  const ppm = slippagePpm(fields.slippage, context.slippageUnit);
  const { transaction, uniqueInfo = {} } = await build(context, swap, { chain, gas });
  return {
    quote: { ...fields, providerTags: providerTagsOf(fields) },
    transaction: {
      ...transaction,
      ...(quote.spender === null
        ? {}
        : { approvalAddress: chain.notation.renderAddress(quote.spender) }),
    },
    uniqueInfo,
    ...(fields.showFailedRoutes ? { failedRoutes: failed } : {}),
    ...renderRoute(context, { route, provider, quote, gas, slippagePpm: ppm }),
  };
}

interface SourceState {
  readonly chain: SandboxChain;
  readonly gas: GasPrice;
}

/** Does not check a wallet for manual deposits, because they can come from any wallet. */
async function build(
  context: RouterContext,
  swap: SwapOptions,
  { chain, gas }: SourceState,
): Promise<BuiltSwap> {
  const { request, provider, quote, quoteId } = swap;
  const { fields, route, refundTo } = request;
  const least = minimumOut(quote.amountOut, slippagePpm(fields.slippage, context.slippageUnit));
  if (provider.takes === 'deposits')
    return provider.openOrder({ route, quote, quoteId, minimumOut: least, refundTo });
  const { sender } = route;
  if (sender === undefined)
    throw new ValidationError([{ code: 1005, reason: 'fromAddress is missing' }]);
  const executed = { ...route, sender };
  if (fields.enableChecks) await checkWallet(chain, { route: executed, quote, gas });
  return provider.build({
    route: executed,
    quote,
    quoteId,
    minimumOut: least,
    deadline: BigInt(Math.floor((Date.now() + context.swapLifetimeMs) / 1_000)),
    publicKey: fields.publicKey ?? null,
  });
}

/** Answers show the filter under this name, also if the request used the other one. */
function providerTagsOf({ providerTags, depositTradeParams }: RouteFields) {
  if (providerTags !== undefined) return providerTags;
  return depositTradeParams === 'noDeposits' ? 'notDeposits' : depositTradeParams;
}
