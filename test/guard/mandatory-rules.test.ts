import { describe, expect, it } from 'vitest';
import { type Family, families } from '../../src/core/swap/chains.ts';
import { definitions } from '../../src/families/families.ts';
import { createGuard } from '../../src/guard/create-guard.ts';
import type { FamilyGuards } from '../../src/guard/family-guard.ts';
import type { Rule } from '../../src/guard/rule.ts';
import { type Intent, intentKinds } from '../../src/ports/guard.ts';

const payment = ['G05', 'G06', 'G07', 'G08', 'G10', 'G14', 'G15', 'E07', 'G12'];
const others = ['E07', 'G12'];
const mandatory: Readonly<Record<Intent['kind'], readonly string[]>> = {
  swap: payment,
  deposit: [...payment, 'D01', 'D02', 'D03', 'D04', 'D05'],
  approve: [...others, 'G10'],
  revoke: others,
  cancel: others,
  boost: others,
  refund: others,
  claim: others,
};

/** The guards of all families, with a list of rules of one of them replaced. */
function replacing(
  family: Family,
  intent: Intent['kind'],
  replace: (list: readonly Rule<never>[]) => readonly Rule<never>[] | undefined,
): FamilyGuards {
  const { guard } = definitions[family] as FamilyGuards[Family];
  const list = guard.rules[intent];
  if (list === 'refused') return definitions;
  const rules = { ...guard.rules, [intent]: replace(list) };
  return { ...definitions, [family]: { guard: { ...guard, rules } } } as FamilyGuards;
}

const listed = families.flatMap((family) =>
  intentKinds
    .filter((intent) => definitions[family].guard.rules[intent] !== 'refused')
    .map((intent) => [family, intent] as const),
);

describe('a guard', () => {
  it('starts with the rules of every family', () => {
    expect(() => createGuard()).not.toThrow();
  });

  it.each(listed)('does not start if %s lacks a mandatory rule for %s', (family, intent) => {
    for (const rule of mandatory[intent]) {
      const given = replacing(family, intent, (list) => list.filter(({ id }) => id !== rule));
      expect(() => createGuard({ definitions: given }), rule).toThrow(
        expect.objectContaining({
          code: 'GUARD_INCOMPLETE',
          message: `the guard of ${family} has no rule ${rule} for ${intent}`,
          details: { family, intent, rule },
        }),
      );
    }
  });

  it.each(listed)('does not start if no rule of %s reads the bytes for %s', (family, intent) => {
    const given = replacing(family, intent, (list) =>
      list.filter(({ id }) => mandatory[intent].includes(id)),
    );
    expect(() => createGuard({ definitions: given })).toThrow(
      `the guard of ${family} has no rule of its own for ${intent}`,
    );
  });

  it.each(listed)('does not start if %s has no list of rules for %s', (family, intent) => {
    const given = replacing(family, intent, () => undefined);
    expect(() => createGuard({ definitions: given })).toThrow(
      expect.objectContaining({ code: 'GUARD_INCOMPLETE' }),
    );
  });
});
