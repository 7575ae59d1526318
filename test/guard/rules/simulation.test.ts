import { describe, expect, it } from 'vitest';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import { objects } from '../objects.ts';
import {
  aCancelRequest,
  account,
  amount,
  anAllowanceRequest,
  aSwapRequest,
  attacker,
  dai,
  judged,
  receiver,
  spender,
  usdc,
} from '../scenario.ts';
import { crossChain, measured, simulated } from '../special-swaps.ts';

describe('simulation', () => {
  const operator = (1n << 256n) - 1n;
  objects([
    {
      rule: 'G12',
      what: 'hosts that show different changes or code',
      request: () =>
        aSwapRequest({
          simulation: {
            witnesses: {
              hosts: ['a.example'],
              contradiction: [
                { host: 'a.example', shows: 'the contract has 0x01' },
                { host: 'b.example', shows: 'the contract has 0x02' },
              ],
            },
          },
        }),
    },
    {
      rule: 'G12',
      what: 'more taken than the job gives',
      request: () => aSwapRequest({ simulation: measured(account, usdc, -amount - 1n) }),
    },
    {
      rule: 'G12',
      what: 'coins taken beyond the value',
      request: () => aSwapRequest({ simulation: measured(account, evmNativeToken, -1n) }),
    },
    {
      rule: 'G12',
      what: 'another token of the sender taken',
      request: () => aSwapRequest({ simulation: simulated({ balances: [[account, dai, -1n]] }) }),
    },
    {
      rule: 'G12',
      what: 'more taken, and some of it given back in another form',
      request: () =>
        aSwapRequest({
          simulation: {
            balanceChanges: [
              ...measured(account, usdc, -amount - 1n).balanceChanges,
              { account, token: usdc, delta: 1n },
            ],
          },
        }),
    },
    {
      rule: 'G12',
      what: 'the source token taken a second time in another form',
      request: () => aSwapRequest({ simulation: simulated({ balances: [[account, usdc, -1n]] }) }),
    },
    {
      rule: 'G12',
      what: 'something of the receiver’s taken',
      request: () => aSwapRequest({ simulation: simulated({ balances: [[receiver, dai, -1n]] }) }),
    },
    {
      rule: 'G12',
      what: 'a new allowance',
      request: () =>
        aSwapRequest({ simulation: simulated({ allowances: [[dai, attacker, 0n, 1n]] }) }),
    },
    {
      rule: 'G12',
      what: 'a new operator over everything',
      request: () =>
        aSwapRequest({ simulation: simulated({ allowances: [[dai, attacker, 0n, operator]] }) }),
    },
    {
      rule: 'G12',
      what: 'another spender’s allowance used',
      request: () =>
        aSwapRequest({ simulation: simulated({ allowances: [[usdc, attacker, 9n, 0n]] }) }),
    },
    {
      rule: 'G12',
      what: 'more of the allowance used than the amount',
      request: () =>
        aSwapRequest({
          simulation: {
            allowanceChanges: [{ token: usdc, spender, before: amount + 1n, after: 0n }],
          },
        }),
    },
    {
      rule: 'G12',
      what: 'the spender’s allowance raised',
      request: () =>
        aSwapRequest({
          simulation: { allowanceChanges: [{ token: usdc, spender, before: 0n, after: 1n }] },
        }),
    },
    {
      rule: 'G12',
      kind: 'requote',
      what: 'less brought than the minimum',
      request: () => aSwapRequest({ simulation: measured(receiver, evmNativeToken, 397n) }),
    },
    {
      rule: 'G12',
      kind: 'requote',
      what: 'nothing paid in on the way to another chain',
      request: () =>
        aSwapRequest({
          job: crossChain.job,
          order: { echo: crossChain.echo },
          simulation: measured(account, usdc, 0n),
        }),
    },
    {
      rule: 'G12',
      what: 'the source token unmeasured',
      request: () => aSwapRequest({ simulation: measured(account, usdc, undefined) }),
    },
    {
      rule: 'G12',
      what: 'the sender’s coins unmeasured',
      request: () => aSwapRequest({ simulation: measured(account, evmNativeToken, undefined) }),
    },
    {
      rule: 'G12',
      what: 'the receiver unmeasured',
      request: () => aSwapRequest({ simulation: measured(receiver, evmNativeToken, undefined) }),
    },
    {
      rule: 'G12',
      what: 'the spender’s allowance unmeasured',
      request: () => aSwapRequest({ simulation: { allowanceChanges: [] } }),
    },
    {
      rule: 'G12',
      what: 'an approve that moves a balance',
      request: () =>
        anAllowanceRequest(
          { kind: 'approve', token: usdc, spender, value: amount },
          { simulation: { balanceChanges: [{ account, token: usdc, delta: -1n }] } },
        ),
    },
    {
      rule: 'G12',
      what: 'an approve that ends at another value',
      request: () =>
        anAllowanceRequest(
          { kind: 'approve', token: usdc, spender, value: amount },
          {
            simulation: {
              allowanceChanges: [{ token: usdc, spender, before: 0n, after: amount + 1n }],
            },
          },
        ),
    },
    {
      rule: 'G12',
      what: 'an approve that gives a second one',
      request: () =>
        anAllowanceRequest(
          { kind: 'approve', token: usdc, spender, value: amount },
          {
            simulation: {
              allowanceChanges: [
                { token: usdc, spender, before: 0n, after: amount },
                { token: usdc, spender: attacker, before: 0n, after: 1n },
              ],
            },
          },
        ),
    },
    {
      rule: 'G12',
      what: 'a cancel that changes something',
      request: () =>
        aCancelRequest({ simulation: { balanceChanges: [{ account, token: dai, delta: 1n }] } }),
    },
  ]);

  it('lets an unlimited allowance stay as it is', () => {
    const allowanceChanges = [{ token: usdc, spender, before: operator, after: operator }];
    expect(judged(aSwapRequest({ simulation: { allowanceChanges } })).kind).toBe('allow');
  });
});
