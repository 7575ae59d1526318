import { describe, expect, it } from 'vitest';
import { guardNaming, testPolicyFile } from '../../support/guard-policy.ts';
import { objects } from '../objects.ts';
import {
  amount,
  anAllowanceRequest,
  approveData,
  aSwapRequest,
  attacker,
  cleanSwap,
  dai,
  judged,
  spender,
  target,
  usdc,
} from '../scenario.ts';
import { simulated } from '../special-swaps.ts';

describe('an allowance for an order', () => {
  const { spenders } = testPolicyFile.chains.ETH;
  const judgedFor = (provider: string, file: Record<string, unknown>) => {
    const guard = guardNaming('ETH', { spenders }, file);
    const approve = { kind: 'approve', token: usdc, spender, value: amount, provider } as const;
    const verdict = guard.judge(anAllowanceRequest(approve));
    return verdict.kind === 'allow'
      ? []
      : verdict.findings.map(({ rule, item }) => [rule, item?.kind]);
  };
  it('goes to a spender of its provider, which the policy names', () => {
    expect(judgedFor('UNISWAP_V2', {})).toEqual([]);
    expect(judgedFor('evil', { providers: ['UNISWAP_V2'] })).toEqual([['G10', 'provider']]);
    const only = guardNaming('ETH', { spenders: [{ address: spender, providers: ['across'] }] });
    const approve = { kind: 'approve', token: usdc, spender, value: amount } as const;
    expect(only.judge(anAllowanceRequest({ ...approve, provider: 'across' })).kind).toBe('allow');
    expect(only.judge(anAllowanceRequest({ ...approve, provider: 'UNISWAP_V2' }))).toMatchObject({
      kind: 'hold',
      findings: [{ rule: 'E04', item: { kind: 'spender' } }],
    });
  });
});

describe('allowance', () => {
  const approve = { kind: 'approve', token: usdc, spender, value: amount } as const;
  const facts = (address: string, found: { hasCode: boolean; isToken: boolean }) => ({
    inspected: new Map([[address, found]]),
  });
  objects([
    {
      rule: 'E04',
      what: 'more than was asked for',
      request: () =>
        anAllowanceRequest(approve, { call: { data: approveData(spender, amount + 1n) } }),
    },
    {
      rule: 'E04',
      what: 'another spender',
      request: () => anAllowanceRequest(approve, { call: { data: approveData(attacker, amount) } }),
    },
    {
      rule: 'E04',
      what: 'bytes after the arguments',
      request: () =>
        anAllowanceRequest(approve, { call: { data: `${approveData(spender, amount)}00` } }),
    },
    {
      rule: 'E04',
      what: 'another token',
      request: () => anAllowanceRequest(approve, { call: { to: dai } }),
    },
    {
      rule: 'E04',
      what: 'coins with it',
      request: () => anAllowanceRequest(approve, { call: { value: 1n } }),
    },
    {
      rule: 'E04',
      what: 'a spender without code',
      request: () =>
        anAllowanceRequest(approve, {
          simulation: facts(spender, { hasCode: false, isToken: false }),
        }),
    },
    {
      rule: 'E04',
      what: 'a standing allowance to a spender that the policy does not name',
      request: () =>
        aSwapRequest({ simulation: simulated({ allowances: [[usdc, attacker, 5n, 5n]] }) }),
      kind: 'hold',
    },
    {
      rule: 'E04',
      what: 'a token as spender',
      request: () =>
        anAllowanceRequest(approve, {
          simulation: facts(spender, { hasCode: true, isToken: true }),
        }),
    },
    {
      rule: 'E04',
      kind: 'hold',
      what: 'a spender that the policy does not name',
      request: () => {
        const approve = { kind: 'approve', token: usdc, spender: attacker, value: amount } as const;
        return anAllowanceRequest(approve, {
          simulation: facts(attacker, { hasCode: true, isToken: false }),
        });
      },
    },
    {
      rule: 'E04',
      what: 'a spender that nobody inspected',
      request: () =>
        anAllowanceRequest(approve, {
          simulation: facts(target, { hasCode: true, isToken: false }),
        }),
    },
    {
      rule: 'E04',
      what: 'a token that is not sold',
      request: () => anAllowanceRequest({ ...approve, token: dai }),
    },
    {
      rule: 'E04',
      what: 'a revoke that gives',
      request: () =>
        anAllowanceRequest(
          { kind: 'revoke', token: usdc, spender },
          { call: { data: approveData(spender, 1n) } },
        ),
    },
    {
      rule: 'E04',
      what: 'a swap whose spender has no code',
      request: () =>
        aSwapRequest({
          simulation: {
            inspected: new Map([
              ...cleanSwap().inspected,
              [spender, { hasCode: false, isToken: false }],
            ]),
          },
        }),
    },
  ]);

  it('allows a spender that is on the list of the chain', () => {
    const request = anAllowanceRequest(approve);
    const chain = { ...request.chain, spenders: [target, spender.toLowerCase()] };
    expect(judged({ ...request, chain })).toEqual({ kind: 'allow', fired: [] });
  });
});
