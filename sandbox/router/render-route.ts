import { formatUnits } from 'viem';
import { usdMicrosOf } from '../chains/token.ts';
import type { GasPrice } from '../common-chain.ts';
import type { Provider, ProviderQuote, Route } from '../providers/provider.ts';
import { chainNamed } from '../sandbox-chain.ts';
import { renderToken, renderTokenAmount, usdNumber } from './render-token.ts';
import type { RouterContext } from './router-context.ts';
import { CONTRACT_MEMBERS, renderFigure } from './router-shape.ts';
import { isDangerous } from './select-route.ts';
import { minimumOut, slippageInUnit } from './slippage.ts';

interface RenderedRoute {
  readonly route: Route;
  readonly provider: Provider;
  readonly quote: ProviderQuote;
  readonly slippagePpm: bigint;
  readonly gas: GasPrice;
}

/** The members that quotes and swaps share (2.2 to 2.4). */
export function renderRoute(context: RouterContext, rendered: RenderedRoute) {
  const { provider, quote } = rendered;
  return {
    estimate: renderEstimate(context, rendered),
    fees: renderFees(context, rendered),
    warnings: isDangerous(quote) ? [{ code: 7001, reason: 'The price impact is dangerous' }] : [],
    routing: [
      {
        type: provider.kind,
        provider: provider.id,
        path: quote.path.map(({ token, amount }) => renderTokenAmount(context, token, amount)),
      },
    ],
    providerType: provider.id,
    swapType: provider.kind,
    [CONTRACT_MEMBERS[context.shape]]: provider.usesServiceContract,
  };
}

function renderEstimate(
  { slippageUnit }: RouterContext,
  { route: { to }, quote, slippagePpm }: RenderedRoute,
) {
  const minimum = minimumOut(quote.amountOut, slippagePpm);
  return {
    destinationTokenAmount: formatUnits(quote.amountOut, to.decimals),
    destinationTokenMinAmount: formatUnits(minimum, to.decimals),
    destinationWeiAmount: `${quote.amountOut}`,
    destinationWeiMinAmount: `${minimum}`,
    destinationUsdAmount: usdNumber(to, quote.amountOut),
    destinationUsdMinAmount: usdNumber(to, minimum),
    durationInMinutes: quote.durationInMinutes,
    slippage: slippageInUnit(slippagePpm, slippageUnit),
    priceImpact: quote.priceImpactPpm === null ? null : Number(quote.priceImpactPpm) / 10_000,
    intermidiateTokenWeiAmount: '0',
  };
}

function renderFees(context: RouterContext, { route: { from, to }, quote, gas }: RenderedRoute) {
  const { native } = chainNamed(context.chains, from.chain).deployment;
  const fixedFee = (wei: bigint) => ({
    fixedAmount: formatUnits(wei, native.decimals),
    fixedWeiAmount: `${wei}`,
    fixedUsdAmount: renderFigure(formatUnits(usdMicrosOf(native, wei), 6), context.shape),
  });
  const total = quote.gasLimit * gas.maxFeePerGas;
  return {
    gasTokenFees: {
      gas: {
        gasPrice: null,
        baseFee: `${gas.baseFeePerGas}`,
        maxFeePerGas: `${gas.maxFeePerGas}`,
        maxPriorityFeePerGas: `${gas.maxPriorityFeePerGas}`,
        gasLimit: `${quote.gasLimit}`,
        totalWeiAmount: `${total}`,
        totalUsdAmount: usdNumber(native, total),
      },
      protocol: fixedFee(quote.protocolFee),
      provider: fixedFee(quote.nativeFee - quote.protocolFee),
      nativeToken: renderToken(context, native),
    },
    percentFees: { percent: Number(quote.feeBps) / 100, token: renderToken(context, to) },
  };
}
