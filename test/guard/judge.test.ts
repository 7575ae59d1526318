import { describe, expect, it } from 'vitest';
import { definitions } from '../../src/families/families.ts';
import { judge } from '../../src/guard/judge.ts';
import { closedPolicy } from '../../src/guard/policy/read-guard-policy.ts';
import type { Rule, RuleFinding } from '../../src/guard/rule.ts';
import { testGuard } from '../support/guard-policy.ts';
import { aSwapRequest } from './scenario.ts';

const saying = (id: string, ...severities: RuleFinding['severity'][]): Rule => ({
  id,
  check: () => severities.map((severity) => ({ severity, message: severity, facts: {} })),
});

const { guard } = definitions.evm;
const judgedBy = (...rules: Rule[]) =>
  judge({ ...guard, rules: { ...guard.rules, swap: rules } }, aSwapRequest(), closedPolicy);

describe('the verdict', () => {
  it.each([
    [[], 'allow'],
    [['hold'], 'hold'],
    [['hold', 'requote'], 'requote'],
    [['requote', 'reject', 'hold'], 'reject'],
  ] as const)('of %j is %s', (severities, kind) => {
    expect(judgedBy(saying('X1', ...severities), saying('X2')).kind).toBe(kind);
  });

  it('names every rule that was asked, and keeps every finding', () => {
    const verdict = judgedBy(saying('X1', 'hold', 'requote'), saying('X2'));
    expect(verdict).toMatchObject({
      rules: ['DECODE', 'G13', 'G09', 'X1', 'X2'],
      findings: [{ rule: 'X1' }, { rule: 'X1' }],
    });
  });

  it('is a rejection where a rule fails', () => {
    const failing: Rule = {
      ...saying('X1'),
      check() {
        throw new Error('no idea');
      },
    };
    expect(judgedBy(failing)).toMatchObject({
      kind: 'reject',
      findings: [{ rule: 'X1', severity: 'reject' }],
    });
  });

  it('is a rejection of what a family never signs', () => {
    const request = aSwapRequest();
    const intent = { kind: 'boost', parent: { txId: '0x', fee: request.unsigned.fee } } as const;
    expect(testGuard.judge({ ...request, intent })).toMatchObject({
      kind: 'reject',
      findings: [{ rule: 'DECODE', message: 'nothing is signed for boost on this family' }],
    });
  });

  it('can be stored as JSON', () => {
    const verdict = testGuard.judge(aSwapRequest({ call: { value: 1n } }));
    expect(JSON.parse(JSON.stringify(verdict))).toEqual(verdict);
  });
});
