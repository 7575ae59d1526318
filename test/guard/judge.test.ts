import { describe, expect, it } from 'vitest';
import { createGuard } from '../../src/guard/create-guard.ts';
import type { Objection, Rule } from '../../src/guard/rule.ts';
import { aSwapRequest } from './scenario.ts';

const saying = (id: string, ...severities: Objection['severity'][]): Rule => ({
  id,
  families: ['evm'],
  intents: ['swap'],
  check: () => severities.map((severity) => ({ severity, message: severity, facts: {} })),
});

describe('the verdict', () => {
  it.each([
    [[], 'allow'],
    [['hold'], 'hold'],
    [['hold', 'requote'], 'requote'],
    [['requote', 'reject', 'hold'], 'reject'],
  ] as const)('of %j is %s', (severities, kind) => {
    expect(createGuard({ rules: [saying('X1', ...severities), saying('X2')] }).judge(aSwapRequest()).kind).toBe(kind);
  });

  it('names every rule that was asked, and keeps every finding', () => {
    const verdict = createGuard({ rules: [saying('X1', 'hold', 'requote'), saying('X2')] }).judge(aSwapRequest());
    expect(verdict).toMatchObject({ rules: ['DECODE', 'X1', 'X2'], findings: [{ rule: 'X1' }, { rule: 'X1' }] });
  });

  it('is a rejection where a rule fails', () => {
    const failing: Rule = {
      ...saying('X1'),
      check() {
        throw new Error('no idea');
      },
    };
    expect(createGuard({ rules: [failing] }).judge(aSwapRequest())).toMatchObject({
      kind: 'reject',
      findings: [{ rule: 'X1', severity: 'reject' }],
    });
  });

  it('is a rejection where nobody is asked', () => {
    expect(createGuard({ rules: [] }).judge(aSwapRequest()).kind).toBe('reject');
    expect(createGuard({ rules: [{ ...saying('X1'), intents: ['cancel'] }] }).judge(aSwapRequest()).kind).toBe(
      'reject',
    );
  });

  it('can be stored as JSON', () => {
    const verdict = createGuard().judge(aSwapRequest({ call: { value: 1n } }));
    expect(JSON.parse(JSON.stringify(verdict))).toEqual(verdict);
  });
});
