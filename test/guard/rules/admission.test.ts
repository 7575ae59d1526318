import { encodeFunctionData, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import type { AdmissionItem } from '../../../src/core/approvals/admission-item.ts';
import { createGuard } from '../../../src/guard/create-guard.ts';
import type { GuardRequest, Verdict } from '../../../src/ports/guard.ts';
import { policyFrom, testPolicyFile } from '../../support/guard-policy.ts';
import { aJob } from '../../support/snapshot.ts';
import {
  amount,
  anAllowanceRequest,
  aSwapRequest,
  cleanSwap,
  receiver,
  spender,
  swapData,
  target,
  usdc,
} from '../scenario.ts';

const code = `0x${'aa'.repeat(32)}`;
const otherCode = `0x${'bb'.repeat(32)}`;
const selector = '0xc35703ea';
const other = '0x9A40B1655d6d147eA6c5BB92fECF600aB3fD5630';
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
          provider: 'UNISWAP_V2',
          selector: '0xc35703ea',
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

  it('a target and a spender again, once another provider or function uses them', () => {
    const nothing = { targets: [], spenders: [] };
    const admitted = itemsOf(verdict(nothing, aSwapRequest())).map(({ item }) => item!);
    const again = (request: GuardRequest) => verdict(nothing, { ...request, admitted });
    expect(again(aSwapRequest()).kind).toBe('allow');
    const order = { provider: 'SUSHI_SWAP' };
    expect(itemsOf(again(aSwapRequest({ order })))).toMatchObject([
      { rule: 'E02', item: { kind: 'target', provider: 'SUSHI_SWAP' } },
      { rule: 'E04', item: { kind: 'spender', provider: 'SUSHI_SWAP' } },
    ]);
    const multicall = '0xac9650d8';
    const swap = swapData(aJob(), { minOut: 398n });
    const data = encodeFunctionData({
      abi: parseAbi(['function multicall(bytes[] data)']),
      args: [[swap]],
    });
    expect(itemsOf(again(aSwapRequest({ call: { data } })))).toMatchObject([
      { rule: 'E02', item: { kind: 'target', selector: multicall } },
    ]);
  });

  it('the spender of an approve as the spender of the order that needs it', () => {
    const swap = itemsOf(verdict({ spenders: [] }, aSwapRequest()));
    const approve = { kind: 'approve', token: usdc, spender, value: amount } as const;
    const request = anAllowanceRequest({ ...approve, provider: 'UNISWAP_V2' });
    expect(itemsOf(verdict({ spenders: [] }, request))).toEqual(swap);
  });

  it('an allowance from before, with the code that its spender has', () => {
    const standing = [{ token: usdc, spender: other, before: 5n, after: 5n }];
    const having = (codeHash: string, admitted: AdmissionItem[] = [], chain: object = {}) => {
      const { inspected, ...rest } = cleanSwap();
      const facts = { hasCode: true, isToken: false, codeHash };
      const simulation = {
        ...rest,
        allowanceChanges: [...rest.allowanceChanges, ...standing],
        inspected: new Map([...inspected, [other, facts]]),
      };
      return verdict(chain, { ...aSwapRequest({ simulation }), admitted });
    };
    const items = itemsOf(having(code)).map(({ item }) => item!);
    expect(items).toMatchObject([{ kind: 'spender', address: other, codeHash: code }]);
    expect(having(code, items).kind).toBe('allow');
    expect(having(otherCode, items).kind).toBe('hold');
    const named = { spenders: [...eth.spenders, { address: other, codeHash: code }] };
    expect(having(code, [], named).kind).toBe('allow');
    expect(having(otherCode, [], named).kind).toBe('hold');
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
    const tokens = [{ address: usdc, decimals: 6 }];
    const strict = (targets: object) =>
      verdict({ spenders, targets: [targets], tokens }, withCode(code), 'strict');
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
