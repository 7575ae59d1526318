import { describe, expect, it } from 'vitest';
import type { Echo } from '../../../src/core/swap/echo.ts';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import { aJob } from '../../support/snapshot.ts';
import { objects } from '../objects.ts';
import {
  aCancelRequest,
  aSwapRequest,
  attacker,
  dai,
  judged,
  swapData,
  weth,
} from '../scenario.ts';
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
      rule: 'G06',
      kind: 'requote',
      what: 'more slippage than the job allows, with an honest minimum',
      request: () =>
        aSwapRequest({
          job: { bound: { kind: 'slippage', slippageBps: 100 } },
          order: { signals: { warnings: [], flags: [], slippageBps: '101' } },
        }),
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
      request: () =>
        aSwapRequest({
          job: { bound: { kind: 'slippage', slippageBps: 25 } },
          order: { quotedMinOut: 399n },
        }),
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
      request: () => aSwapRequest({ bytes: { data: swapData(aJob(), { minOut: 399n }) } }),
    },
    {
      rule: 'G11',
      what: 'a cancel that sends coins',
      request: () => aCancelRequest({ call: { value: 1n } }),
    },
    {
      rule: 'G11',
      what: 'a cancel that calls somebody',
      request: () => aCancelRequest({ call: { to: attacker } }),
    },
    {
      rule: 'G11',
      what: 'a cancel with calldata',
      request: () => aCancelRequest({ call: { data: '0x01' } }),
    },
  ]);
});

it('knows a receiver whose checksum is wrong as no address', () => {
  const echo = { ...crossChain.echo, receiver: '0xf02DC103E62cF4A2C007324d8Bb95513edabF875' };
  const { fired } = judged(aSwapRequest({ job: crossChain.job, order: { echo } }));
  expect(fired.filter((rule) => rule.startsWith('G0'))).toEqual(['G05', 'G06']);
});

describe('binding to a destination that is not configured', () => {
  const spelled = 'ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq';
  const to = {
    family: 'other',
    chain: 'BITCOIN_CASH',
    token: evmNativeToken,
    decimals: 8,
    symbol: 'BCH',
  } as const;
  const job = { to: { ...to, reportedOnly: true }, receiver: `bitcoincash:${spelled}` } as const;
  const asked = {
    ...crossChain.echo,
    dstTokenBlockchain: to.chain,
    dstTokenAddress: to.token,
    receiver: job.receiver,
  };
  const judgedOn = (echo: Partial<Echo>) =>
    judged(aSwapRequest({ job, order: { echo: { ...asked, ...echo } } }));

  it.each([job.receiver, spelled, job.receiver.toUpperCase()])(
    'knows the receiver as %s',
    (receiver) => {
      expect(judgedOn({ receiver }).fired).not.toContain('G06');
    },
  );

  it.each<[string, Partial<Echo>]>([
    ['receiver', { receiver: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a' }],
    ['receiver with a wrong letter', { receiver: spelled.replace('ppm2', 'ppm3') }],
    [
      'receiver in another case',
      { receiver: `${spelled.slice(0, 9)}${spelled.slice(9).toUpperCase()}` },
    ],
    ['token', { dstTokenAddress: dai }],
    ['chain', { dstTokenBlockchain: 'BSV' }],
  ])('refuses the echo of another %s', (_what, echo) => {
    const { kind, fired } = judgedOn(echo);
    // G05 knows those that are no addresses at all.
    expect([kind, ...fired.filter((rule) => rule !== 'G05')]).toEqual(['reject', 'G06']);
  });
});
