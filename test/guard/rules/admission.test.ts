import { describe, expect, it } from 'vitest';
import { createGuard } from '../../../src/guard/create-guard.ts';
import type { GuardRequest, Verdict } from '../../../src/ports/guard.ts';
import { policyFrom, testPolicyFile } from '../../support/guard-policy.ts';
import { aSwapRequest, cleanSwap, receiver, spender, target } from '../scenario.ts';

const code = `0x${'aa'.repeat(32)}`;
const otherCode = `0x${'bb'.repeat(32)}`;
const selector = '0xc35703ea';
const eth = testPolicyFile.chains.ETH;

function verdict(chain: object, request: GuardRequest, profile = 'standard'): Verdict {
  const file = {
    ...testPolicyFile,
    profile,
    chains: { ...testPolicyFile.chains, ETH: { ...eth, ...chain } },
  };
  return createGuard({ policy: policyFrom(file) }).judge(request);
}

function withCode(codeHash: string, implementationHash?: string): GuardRequest {
  const { inspected, ...rest } = cleanSwap();
  const facts = { hasCode: true, isToken: false, codeHash };
  const seen = implementationHash === undefined ? facts : { ...facts, implementationHash };
  return aSwapRequest({
    simulation: { ...rest, inspected: new Map([...inspected, [target, seen], [spender, facts]]) },
  });
}

const itemsOf = (judged: Verdict) =>
  judged.kind === 'allow' ? [] : judged.findings.map(({ rule, item }) => ({ rule, item }));

describe('what the policy does not name holds the swap', () => {
  it('a target, with the code that was seen', () => {
    const judged = verdict({ targets: [] }, withCode(code, otherCode));
    expect(judged.kind).toBe('hold');
    expect(itemsOf(judged)).toEqual([
      {
        rule: 'E02',
        item: {
          kind: 'target',
          chain: 'ETH',
          address: expect.stringMatching(new RegExp(target, 'i')) as string,
          codeHash: code,
          implementationHash: otherCode,
        },
      },
    ]);
  });

  it.each([
    ['for another provider', { providers: ['SUSHI_SWAP'] }],
    ['for another function', { selectors: ['0xdeadbeef'] }],
  ])('a target that is named %s', (_, only) => {
    const judged = verdict({ targets: [{ address: target, ...only }] }, aSwapRequest());
    expect(itemsOf(judged)).toMatchObject([{ rule: 'E02', item: { kind: 'target' } }]);
  });

  it('a spender', () => {
    expect(itemsOf(verdict({ spenders: [] }, aSwapRequest()))).toMatchObject([
      { rule: 'E04', item: { kind: 'spender', address: spender } },
    ]);
  });

  it('a receiver', () => {
    expect(itemsOf(verdict({ receivers: [] }, aSwapRequest()))).toEqual([
      { rule: 'G10', item: { kind: 'receiver', chain: 'ETH', address: receiver } },
    ]);
  });

  it('nothing, once a person has admitted the item', () => {
    const request = withCode(code);
    const [held] = itemsOf(verdict({ targets: [] }, request));
    const admitted = { ...request, admitted: [held!.item!] };
    expect(verdict({ targets: [] }, admitted).kind).toBe('allow');
    // The contract got other code since.
    const upgraded = { ...withCode(otherCode), admitted: [held!.item!] };
    expect(verdict({ targets: [] }, upgraded).kind).toBe('hold');
  });
});

describe('the code of a contract', () => {
  const named = { targets: [{ address: target, codeHash: code, selectors: [selector] }] };

  it('is what the policy names', () => {
    expect(verdict(named, withCode(code)).kind).toBe('allow');
  });

  it.each([
    ['other code', named, withCode(otherCode)],
    ['unread code', named, aSwapRequest()],
    [
      'another implementation',
      { targets: [{ address: target, codeHash: code, implementationHash: code }] },
      withCode(code, otherCode),
    ],
  ])('is refused if it is %s', (_, chain, request) => {
    const judged = verdict(chain, request);
    expect(judged).toMatchObject({ kind: 'reject', findings: [{ rule: 'E02' }] });
  });

  it('has to be named under the strict profile, and so have the functions', () => {
    const spenders = [{ address: spender, codeHash: code }];
    const strict = (targets: object) =>
      verdict({ spenders, targets: [targets] }, withCode(code), 'strict');
    expect(strict({ address: target, codeHash: code, selectors: [selector] }).kind).toBe('allow');
    for (const loose of [
      { address: target, selectors: [selector] },
      { address: target, codeHash: code },
    ])
      expect(strict(loose)).toMatchObject({ kind: 'reject', findings: [{ rule: 'E02' }] });
  });
});

describe('the code behind a proxy', () => {
  it('has to be named with the code of the proxy', () => {
    const proxied = withCode(code, otherCode);
    const named = (entry: object) =>
      verdict({ targets: [{ address: target, codeHash: code, ...entry }] }, proxied);
    expect(named({})).toMatchObject({ kind: 'reject', findings: [{ rule: 'E02' }] });
    expect(named({ implementationHash: otherCode }).kind).toBe('allow');
  });
});
