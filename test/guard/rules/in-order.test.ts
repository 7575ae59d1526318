import { describe, expect, it } from 'vitest';
import { ofFamily } from '../../../src/core/swap/of-family.ts';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import type { GuardRequest } from '../../../src/ports/guard.ts';
import {
  aCancelRequest,
  account,
  amount,
  anAllowanceRequest,
  aSwapRequest,
  attacker,
  judged,
  spender,
  usdc,
} from '../scenario.ts';
import { crossChain, measured, nativeSwap, wrap } from '../special-swaps.ts';

describe('what is in order is allowed', () => {
  it.each<[string, () => GuardRequest]>([
    ['a swap', () => aSwapRequest()],
    [
      'a swap that takes less than the amount',
      () => aSwapRequest({ simulation: measured(account, usdc, 1n - amount) }),
    ],
    ['a native swap with a declared fee', () => nativeSwap(10n ** 18n + 5n, 5n)],
    ['wrapping the native coin', () => wrap()],
    [
      'a legacy transaction where the chain has none but those',
      () =>
        aSwapRequest({
          bytes: {
            type: 'legacy',
            gasPrice: 10n ** 9n,
            maxFeePerGas: undefined,
            maxPriorityFeePerGas: undefined,
          },
          request: {
            chain: { ...ofFamily(aSwapRequest().chain, 'evm'), transactionType: 'legacy' },
          },
        }),
    ],
    [
      'a payment to another chain',
      () =>
        aSwapRequest({
          job: crossChain.job,
          order: { echo: crossChain.echo, declaredFee: 9n },
          call: { value: 9n },
          simulation: {
            balanceChanges: [
              { account, token: usdc, delta: -amount },
              { account, token: evmNativeToken, delta: -9n },
            ],
          },
        }),
    ],
    [
      'native output to the sender, who paid a declared fee from the same balance',
      () =>
        aSwapRequest({
          job: { receiver: account },
          order: {
            declaredFee: 5n,
            echo: {
              srcTokenBlockchain: 'ETH',
              srcTokenAddress: usdc,
              srcTokenAmount: '1000.00',
              dstTokenBlockchain: 'ETH',
              dstTokenAddress: evmNativeToken,
              fromAddress: account.toLowerCase(),
              receiver: account,
            },
          },
          call: { value: 5n },
          simulation: {
            balanceChanges: [
              { account, token: usdc, delta: -amount },
              { account, token: evmNativeToken, delta: 394n },
            ],
          },
        }),
    ],
    [
      'an approve',
      () => anAllowanceRequest({ kind: 'approve', token: usdc, spender, value: amount }),
    ],
    ['a revoke', () => anAllowanceRequest({ kind: 'revoke', token: usdc, spender })],
    [
      'taking a permission back from what is no contract',
      () => anAllowanceRequest({ kind: 'revoke', token: usdc, spender: attacker }),
    ],
    ['a cancel', () => aCancelRequest()],
    [
      'a cancel whose fee is above what the job allows, and within the policy',
      () => ({ ...aCancelRequest(), job: { ...aCancelRequest().job, maxFee: 1n } }),
    ],
  ])('%s', (_what, request) => {
    expect(judged(request())).toEqual({ kind: 'allow', fired: [] });
  });
});
