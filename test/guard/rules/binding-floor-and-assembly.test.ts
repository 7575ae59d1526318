import { describe } from 'vitest';
import { evmNativeToken } from '../../../src/core/chains.ts';
import { objects } from '../objects.ts';
import { aCancelRequest, aSwapRequest, attacker, dai, weth } from '../scenario.ts';
import { crossChain } from '../special-swaps.ts';

describe('binding', () => {
  const echo = { ...crossChain.echo, dstTokenBlockchain: 'ETH', dstTokenAddress: evmNativeToken };
  const wrongEchoes = [
    ['source token', { srcTokenAddress: dai }],
    ['source chain', { srcTokenBlockchain: 'BSC' }],
    ['amount', { srcTokenAmount: '10000' }],
    ['amount that is no decimal number', { srcTokenAmount: '1e3' }],
    ['destination token', { dstTokenAddress: weth }],
    ['destination chain', { dstTokenBlockchain: 'ARBITRUM' }],
    ['sender', { fromAddress: attacker }],
    ['receiver', { receiver: attacker }],
    ['receiver with a wrong checksum', { receiver: '0xf02DC103E62cF4A2C007324d8Bb95513edabF875' }],
  ] as const;
  objects([
    ...wrongEchoes.map(([what, wrong]) => ({
      rule: 'G06',
      what: `the echo of another ${what}`,
      request: () => aSwapRequest({ order: { echo: { ...echo, ...wrong } } }),
    })),
    {
      rule: 'G06',
      what: 'no echo at all',
      request: () => {
        const request = aSwapRequest();
        if (request.intent.kind === 'swap') delete request.intent.order.echo;
        return request;
      },
    },
    {
      rule: 'G06',
      kind: 'requote',
      what: 'a minimum that fell by more than half a percent',
      request: () => aSwapRequest({ order: { minOut: 398n, quotedMinOut: 402n } }),
    },
    {
      rule: 'G06',
      kind: 'requote',
      what: 'a provider that is denied',
      request: () => aSwapRequest({ job: { providers: { allow: [], deny: ['uniswap_v2'] } } }),
    },
    {
      rule: 'G06',
      kind: 'requote',
      what: 'a provider that is not among those allowed',
      request: () => aSwapRequest({ job: { providers: { allow: ['across'], deny: [] } } }),
    },
    {
      rule: 'G07',
      kind: 'requote',
      what: 'a minimum below the job’s',
      request: () => aSwapRequest({ job: { bound: { kind: 'min_out', minOut: 399n } } }),
    },
    {
      rule: 'G07',
      kind: 'requote',
      what: 'a minimum below the job’s slippage',
      request: () => aSwapRequest({ job: { bound: { kind: 'slippage', slippageBps: 25 } } }),
    },
    {
      rule: 'G07',
      kind: 'requote',
      what: 'less expected than promised',
      request: () => aSwapRequest({ order: { expectedOut: 397n } }),
    },
    {
      rule: 'G11',
      what: 'another calldata than the order’s',
      request: () => aSwapRequest({ bytes: { data: '0xc35703ea0000002b' } }),
    },
    { rule: 'G11', what: 'a cancel that sends coins', request: () => aCancelRequest({ call: { value: 1n } }) },
    { rule: 'G11', what: 'a cancel that calls somebody', request: () => aCancelRequest({ call: { to: attacker } }) },
    { rule: 'G11', what: 'a cancel with calldata', request: () => aCancelRequest({ call: { data: '0x01' } }) },
  ]);
});
