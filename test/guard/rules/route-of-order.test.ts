import { describe, expect, it } from 'vitest';
import type { PathToken, RouterSignals } from '../../../src/core/swap/router-signals.ts';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import { createGuard } from '../../../src/guard/create-guard.ts';
import type { GuardRequest, Verdict } from '../../../src/ports/guard.ts';
import { policyFrom, testPolicyFile } from '../../support/guard-policy.ts';
import { noSignals } from '../../support/snapshot.ts';
import { aSwapRequest, attacker, usdc, weth } from '../scenario.ts';
import { crossChain } from '../special-swaps.ts';

const first: PathToken = { chain: 'ETH', token: usdc.toLowerCase(), decimals: '6' };
const last: PathToken = { chain: 'ETH', token: evmNativeToken, decimals: '18' };

function verdict(
  signals: Partial<RouterSignals>,
  {
    request = {},
    chain = {},
    limits = {},
    profile = 'standard',
  }: { request?: Partial<GuardRequest>; chain?: object; limits?: object; profile?: string } = {},
): Verdict {
  const policy = policyFrom({
    ...testPolicyFile,
    profile,
    limits,
    chains: { ...testPolicyFile.chains, ETH: { ...testPolicyFile.chains.ETH, ...chain } },
  });
  const order = { signals: { ...noSignals, ...signals } };
  return createGuard({ policy }).judge(aSwapRequest({ order, request }));
}

const found = (judged: Verdict) =>
  judged.kind === 'allow' ? [] : judged.findings.map(({ rule, item }) => ({ rule, item }));

describe('G08: the route', () => {
  it('begins and ends with the job’s tokens, in any spelling', () => {
    expect(verdict({ path: { first, last } }).kind).toBe('allow');
    const { chain: _, ...unnamed } = first;
    expect(verdict({ path: { first: unnamed, last } }).kind).toBe('allow');
  });

  it.each<[string, Partial<PathToken>]>([
    ['another token', { token: attacker }],
    ['another chain', { chain: 'BSC' }],
    ['other decimals', { decimals: '18' }],
    ['decimals that are no number', { decimals: 'six' }],
  ])('is refused if it begins with %s', (_, wrong) => {
    const judged = verdict({ path: { first: { ...first, ...wrong }, last } });
    expect(judged).toMatchObject({ kind: 'reject', findings: [{ rule: 'G08' }] });
  });

  it('is held if it ends with another token than the chain’s coin, such as its wrapped form', () => {
    const judged = verdict({ path: { first, last: { ...last, token: weth } } });
    expect(judged.kind).toBe('hold');
    expect(found(judged)).toMatchObject([{ rule: 'G08', item: { kind: 'finding' } }]);
  });

  it('is refused if it ends with a look-alike of the bought token', () => {
    const judged = createGuard({ policy: policyFrom(testPolicyFile) }).judge(
      aSwapRequest({
        ...crossChain,
        order: {
          echo: crossChain.echo,
          signals: {
            ...noSignals,
            path: { first, last: { chain: 'ARBITRUM', token: attacker, decimals: '6' } },
          },
        },
      }),
    );
    expect(judged.kind).toBe('reject');
    expect(found(judged).map(({ rule }) => rule)).toContain('G08');
  });
});

describe('G08: a token that no list has', () => {
  const token = { kind: 'token', chain: 'ETH', token: usdc, decimals: 6 } as const;

  it('holds the swap, until a person admits it', () => {
    const judged = verdict({}, { chain: { tokens: [] } });
    expect(judged.kind).toBe('hold');
    expect(found(judged)).toEqual([{ rule: 'G08', item: token }]);
    const request = { admitted: [token] };
    expect(verdict({}, { chain: { tokens: [] }, request }).kind).toBe('allow');
  });

  it('passes if the policy names it with its decimals, and is refused with others', () => {
    const named = (decimals: number) => ({ chain: { tokens: [{ address: usdc, decimals }] } });
    expect(verdict({}, named(6)).kind).toBe('allow');
    expect(verdict({}, named(18))).toMatchObject({ kind: 'reject', findings: [{ rule: 'G08' }] });
  });

  it('passes if the settings of its chain list it', () => {
    const { chain, job } = aSwapRequest();
    const closed = { chain: { tokens: [] } };
    const listedNow = { chain: { ...chain, tokens: { USDC: usdc } } };
    expect(verdict({}, { ...closed, request: listedNow }).kind).toBe('allow');
    const listedThen = { job: { ...job, from: { ...job.from, listed: true as const } } };
    expect(verdict({}, { ...closed, request: listedThen }).kind).toBe('allow');
  });
});

describe('G08: the decimals of a token under a strict policy', () => {
  const said = 'the strict policy does not name the decimals of the token';
  const strict = (tokens: 'any' | object[], request: Partial<GuardRequest> = {}) => {
    const judged = verdict({}, { profile: 'strict', chain: { tokens }, request });
    const findings = judged.kind === 'allow' ? [] : judged.findings;
    return findings.flatMap(({ rule, severity, message }) =>
      rule === 'G08' ? [`${severity}: ${message}`] : [],
    );
  };

  it('are those of the policy', () => {
    const { chain } = aSwapRequest();
    expect(strict([{ address: usdc, decimals: 6 }])).toEqual([]);
    expect(strict('any')).toEqual([`reject: ${said}`]);
    expect(strict([], { chain: { ...chain, tokens: { USDC: usdc } } })).toEqual([
      `reject: ${said}`,
    ]);
  });

  it('are shown to a person if no list has the token', () => {
    expect(strict([])).toEqual(['hold: no list has the token']);
  });
});

describe('G14: what the router says itself', () => {
  it.each<[string, Partial<RouterSignals>, string]>([
    ['an unknown warning', { warnings: ['UNKNOWN_X'] }, 'warning UNKNOWN_X'],
    ['a warning without a code', { warnings: ['without a code'] }, 'warning without a code'],
    ['a large price impact', { priceImpact: '35' }, 'a price impact of 35 %'],
    ['a large gain', { priceImpact: '-3.01' }, 'a price impact of -3.01 %'],
    ['an unreadable price impact', { priceImpact: 'NaN' }, 'a price impact of NaN %'],
    ['a private route', { flags: ['private'] }, 'mark private'],
  ])('holds the swap at %s', (_, signals, what) => {
    const judged = verdict(signals);
    expect(judged.kind).toBe('hold');
    expect(found(judged)).toEqual([{ rule: 'G14', item: { kind: 'finding', rule: 'G14', what } }]);
    const admitted = [{ kind: 'finding', rule: 'G14', what }] as const;
    expect(verdict(signals, { request: { admitted } }).kind).toBe('allow');
  });

  it('says nothing of ordinary orders', () => {
    expect(verdict({ priceImpact: '3' }).kind).toBe('allow');
    expect(verdict({ priceImpact: '-0.02' }).kind).toBe('allow');
    const limits = { acceptedWarnings: ['7001'], priceImpactBps: 4_000 };
    expect(verdict({ warnings: ['7001'], priceImpact: '35' }, { limits }).kind).toBe('allow');
  });

  it('wants another order if nothing of it is stored', () => {
    const request = aSwapRequest();
    if (request.intent.kind === 'swap') delete request.intent.order.signals;
    const judged = createGuard({ policy: policyFrom(testPolicyFile) }).judge(request);
    expect(judged).toMatchObject({ kind: 'requote', findings: [{ rule: 'G14' }] });
  });
});
