import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../src/core/amounts/amounts.ts';
import { createGuard } from '../../src/guard/create-guard.ts';
import { basesByName } from './vectors/run/bases.ts';
import { type Fixtures, units } from './vectors/run/fixtures.ts';
import { judgeCase } from './vectors/run/judge-case.ts';
import { policyOf } from './vectors/run/policy.ts';

/*
 * The bases' jobs have a slippage bound, which counts from what an answer expects: measured by
 * itself, one that expects more and keeps the minimum would be a worse one.
 */

const file = new URL('vectors/fixtures.json', import.meta.url);
const fixtures = JSON.parse(readFileSync(file, 'utf8')) as Fixtures;
const bases = Object.entries(basesByName).filter(([, { kind }]) => kind !== 'refund');

describe.each(bases)('swap data of %s', (base, { terms }) => {
  const { decimals } = terms.to;
  const expected = units(terms.expected, decimals);
  const min = units(terms.min, decimals);

  const estimate = (member: string, value: bigint) => [
    { op: 'replace' as const, path: `/estimate/destinationWei${member}`, value: `${value}` },
    {
      op: 'replace' as const,
      path: `/estimate/destinationToken${member}`,
      value: formatAmount(value, decimals),
    },
  ];

  async function outcomeOf(answered: { expected: bigint; min: bigint }) {
    const patch = [
      ...estimate('Amount', answered.expected),
      ...estimate('MinAmount', answered.min),
    ];
    return await judgeCase({ name: '', mutation: { base, patch } }, fixtures, (of, setting) =>
      createGuard({ policy: policyOf(of, setting) }),
    );
  }

  it('passes if it expects more than the quote and keeps the minimum', async () => {
    const better = { expected: (expected * 1002n) / 1000n, min };
    expect(await outcomeOf(better)).toMatchObject({ kind: 'allow' });
  });

  it('is refused if it expects more and promises less than the slippage allows', async () => {
    const worse = { expected: (expected * 1002n) / 1000n, min: min - min / 1000n };
    const { kind, rules } = await outcomeOf(worse);
    expect({ kind, rules: [...rules] }).toEqual({ kind: 'refused', rules: ['G07'] });
  });
});
