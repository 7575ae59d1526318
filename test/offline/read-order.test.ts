import { expect, it } from 'vitest';
import { chainRegistry } from '../../src/core/swap/chains.ts';
import { ofFamily } from '../../src/core/swap/of-family.ts';
import { readOrder } from '../../src/offline/read-order.ts';
import type { Quote, SwapData } from '../../src/ports/router.ts';
import { aJob, aReadyOrder, noSignals } from '../support/snapshot.ts';

it('judges the expectation that a swap would accept: the quote’s, if the answer only keeps its minimum', async () => {
  const { transaction, echo, provider, swapType } = aReadyOrder();
  const offer = { provider, swapType, minOut: 39_800n, declaredFee: 0n, signals: noSignals };
  const quote: Quote = { ...offer, quoteId: 'q-1', expectedOut: 40_000n, raw: {} };
  const swap: SwapData = {
    ...offer,
    expectedOut: 40_040n,
    transaction: transaction!,
    echo: echo!,
    raw: {},
  };
  const order = await readOrder(
    {
      quote: async () => quote,
      swap: async () => swap,
      swapBest: () => Promise.reject(new Error('it has a quote')),
      deposit: () => Promise.reject(new Error('it is no deposit')),
    },
    { ...aJob(), bound: { kind: 'slippage', slippageBps: 50 } },
    {
      chain: ofFamily(chainRegistry.ETH!, 'evm'),
      paymentOf: () => Promise.reject(new Error('it is no deposit')),
    },
  );
  expect(order).toMatchObject({ expectedOut: 40_000n, minOut: 39_800n, quotedMinOut: 39_800n });
});

it('takes what a quote would say from the answer of an order that came in one call', async () => {
  const { transaction, echo, provider, swapType } = aReadyOrder();
  const unasked = () => Promise.reject(new Error('it came in one call'));
  const order = await readOrder(
    {
      quote: unasked,
      swap: unasked,
      deposit: unasked,
      swapBest: async () => ({
        provider,
        swapType,
        minOut: 39_800n,
        expectedOut: 40_000n,
        declaredFee: 0n,
        signals: noSignals,
        transaction: transaction!,
        echo: echo!,
        raw: {},
      }),
    },
    { ...aJob(), bound: { kind: 'slippage', slippageBps: 50 } },
    { chain: ofFamily(chainRegistry.ETH!, 'evm'), paymentOf: unasked },
    { oneCall: 'o-1' },
  );
  expect(order).toMatchObject({ quoteId: 'o-1', expectedOut: 40_000n, quotedMinOut: 39_800n });
});
