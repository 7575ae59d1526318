import { describe, expect, it } from 'vitest';
import { chainRegistry } from '../../../src/core/swap/chains.ts';
import { ofFamily } from '../../../src/core/swap/of-family.ts';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import type { EvmTransaction } from '../../../src/families/evm/formats/transaction.ts';
import type { SimulatedChanges } from '../../../src/ports/chain-adapter.ts';
import type { GuardRequest } from '../../../src/ports/guard.ts';
import { objects } from '../objects.ts';
import {
  account,
  amount,
  approveData,
  aSwapRequest,
  attacker,
  cleanSwap,
  dai,
  judged,
  receiver,
  target,
  usdc,
} from '../scenario.ts';
import { crossChain } from '../special-swaps.ts';

interface Change {
  call?: Partial<EvmTransaction>;
  simulation?: Partial<SimulatedChanges>;
  request?: Partial<GuardRequest>;
}

/** A refund on ETH of the USDC that the job paid. */
function aRefundRequest({ call = {}, simulation = {}, request = {} }: Change = {}): GuardRequest {
  const transaction: EvmTransaction = {
    family: 'evm',
    to: target,
    data: '0x3ccfd60b',
    value: 0n,
    ...call,
  };
  return {
    ...aSwapRequest({ job: crossChain.job, call: transaction }),
    intent: { kind: 'refund', transaction, minBack: 900_000_000n },
    simulation: {
      ...cleanSwap(),
      balanceChanges: [
        { account, token: usdc, delta: amount },
        { account, token: evmNativeToken, delta: 0n },
      ],
      allowanceChanges: [],
      ...simulation,
    },
    ...request,
  };
}

/** A claim on ARBITRUM of the DAI that the job bought. */
function aClaimRequest({ call = {}, simulation = {}, request = {} }: Change = {}): GuardRequest {
  const chain = chainRegistry.ARBITRUM!;
  const transaction: EvmTransaction = {
    family: 'evm',
    to: target,
    data: '0x3ccfd60b',
    value: 0n,
    ...call,
  };
  const { unsigned, ...same } = aSwapRequest({
    job: crossChain.job,
    call: transaction,
    bytes: { chainId: ofFamily(chain, 'evm').chainId },
  });
  return {
    ...same,
    chain,
    unsigned: { ...unsigned, chain: 'ARBITRUM' },
    intent: { kind: 'claim', transaction, minOut: 390n },
    simulation: {
      ...cleanSwap(),
      balanceChanges: [
        { account: receiver, token: dai, delta: 400n },
        { account, token: evmNativeToken, delta: 0n },
      ],
      allowanceChanges: [],
      ...simulation,
    },
    ...request,
  };
}

const balances = (...changes: [string, string, bigint][]) => ({
  balanceChanges: changes.map(([holder, token, delta]) => ({ account: holder, token, delta })),
});

describe('a refund and a claim in order', () => {
  it.each<[string, () => GuardRequest]>([
    ['a refund', () => aRefundRequest()],
    ['a claim', () => aClaimRequest()],
    [
      'a refund less a fee',
      () => aRefundRequest({ simulation: balances([account, usdc, 900_000_000n]) }),
    ],
  ])('%s is allowed', (_what, request) => {
    expect(judged(request())).toEqual({ kind: 'allow', fired: [] });
  });
});

describe('a refund or a claim that does something else', () => {
  objects([
    {
      rule: 'E01',
      what: 'a refund on the destination chain',
      request: () =>
        aRefundRequest({
          request: { chain: chainRegistry.ARBITRUM!, unsigned: aClaimRequest().unsigned },
        }),
    },
    {
      rule: 'E01',
      what: 'a claim on the source chain',
      request: () =>
        aClaimRequest({
          request: { chain: chainRegistry.ETH!, unsigned: aRefundRequest().unsigned },
        }),
    },
    {
      rule: 'E02',
      what: 'a target without code',
      request: () =>
        aRefundRequest({
          simulation: { inspected: new Map([[target, { hasCode: false, isToken: false }]]) },
        }),
    },
    {
      rule: 'E03',
      what: 'a call that gives permission',
      request: () => aRefundRequest({ call: { data: approveData(attacker, amount) } }),
    },
    {
      rule: 'E06',
      what: 'coins sent along that could pay for what comes back',
      request: () => aRefundRequest({ call: { value: 1n } }),
    },
    {
      rule: 'G12',
      what: 'something that nobody asked for, such as a debt, comes too',
      request: () =>
        aRefundRequest({ simulation: balances([account, usdc, amount], [account, dai, 1n]) }),
    },
    {
      rule: 'G11',
      what: 'bytes that are not the router’s call',
      request: () => {
        const transaction: EvmTransaction = {
          family: 'evm',
          to: target,
          data: '0x00000001',
          value: 0n,
        };
        return aRefundRequest({
          request: { intent: { kind: 'refund', transaction, minBack: 1n } },
        });
      },
    },
    {
      rule: 'G12',
      what: 'next to nothing comes back',
      request: () => aRefundRequest({ simulation: balances([account, usdc, 1n]) }),
    },
    {
      rule: 'G12',
      what: 'what comes back was not measured',
      request: () => aRefundRequest({ simulation: balances([account, evmNativeToken, 0n]) }),
    },
    {
      rule: 'G12',
      what: 'a token leaves beside the refund',
      request: () =>
        aRefundRequest({ simulation: balances([account, usdc, amount], [account, dai, -1n]) }),
    },
    {
      rule: 'G12',
      what: 'coins leave that were not sent along',
      request: () =>
        aRefundRequest({
          simulation: balances([account, usdc, amount], [account, evmNativeToken, -1n]),
        }),
    },
    {
      rule: 'G12',
      what: 'an authority changes',
      request: () =>
        aRefundRequest({
          simulation: {
            allowanceChanges: [{ token: dai, spender: attacker, before: 0n, after: 1n }],
          },
        }),
    },
    {
      rule: 'G12',
      what: 'a claim credits the wallet instead of the receiver',
      request: () =>
        aClaimRequest({ simulation: balances([account, dai, 400n], [receiver, dai, 0n]) }),
    },
    {
      rule: 'G12',
      what: 'a claim brings less than the minimum',
      request: () => aClaimRequest({ simulation: balances([receiver, dai, 389n]) }),
    },
  ]);

  it('waits for a lower network fee, bound by the chain’s cap and not by the job', () => {
    const cheap = { ...aRefundRequest().chain, maxNetworkFee: 1n };
    expect(judged(aRefundRequest({ request: { chain: cheap } }))).toEqual({
      kind: 'requote',
      fired: ['E07'],
    });
    const job = { ...aRefundRequest().job, maxFee: 1n };
    expect(judged(aRefundRequest({ request: { job } })).kind).toBe('allow');
  });
});
