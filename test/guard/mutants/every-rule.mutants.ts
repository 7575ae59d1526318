import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type Family, families } from '../../../src/core/swap/chains.ts';
import { definitions } from '../../../src/families/families.ts';
import type { createGuard } from '../../../src/guard/create-guard.ts';
import type { FamilyGuards } from '../../../src/guard/family-guard.ts';
import type { GuardPolicy } from '../../../src/guard/policy/guard-policy.ts';
import {
  type Guard,
  type GuardRequest,
  type Intent,
  intentKinds,
  type Verdict,
} from '../../../src/ports/guard.ts';
import '../deposit/rules.test.ts';
import '../rules/admission.test.ts';
import '../rules/allowance.test.ts';
import '../rules/binding-floor-and-assembly.test.ts';
import '../rules/envelope.test.ts';
import '../rules/for-every-intent.test.ts';
import '../rules/in-order.test.ts';
import '../rules/on-every-family.test.ts';
import '../rules/recovery.test.ts';
import '../rules/simulation.test.ts';
import '../rules/target-and-authority.test.ts';
import '../rules/value-and-network-fee.test.ts';
import '../../families/bitcoin/guard/enlargement.test.ts';
import '../../families/bitcoin/guard/rules.test.ts';
import '../../families/solana/guard/in-order.test.ts';
import '../../families/solana/guard/inner-calls.test.ts';
import '../../families/solana/guard/rules.test.ts';
import '../../families/ton/guard/rules.test.ts';
import '../../families/tron/guard/rules.test.ts';
import type { Fixtures } from '../vectors/run/fixtures.ts';
import { policyOf } from '../vectors/run/policy.ts';
import { failuresOf } from '../vectors/run/run-vectors.ts';
import { readVectors } from '../vectors/run/vector.ts';
import { closeSharedJournal } from '../vectors/run/with-world.ts';

/*
 * `npm run check:guard`. Removes each rule of each family's guard for each intent in turn, and requires
 * that a test notices: a judgement of the tests above comes out differently, or a vector fails. The tests run
 * first, and every judgement that they ask for is recorded.
 *
 * A guard without a mandatory rule does not start. That would count for every such rule, whatever the
 * rule does, so here it starts.
 */

vi.mock('../../../src/guard/require-mandatory-rules.ts', () => ({
  requireMandatoryRules: () => undefined,
}));

interface Options {
  policy?: GuardPolicy;
  definitions?: FamilyGuards;
}

const recorded = vi.hoisted(
  () => [] as { options: Options; request: GuardRequest; verdict: Verdict }[],
);

vi.mock('../../../src/guard/create-guard.ts', async (importOriginal) => {
  const original = await importOriginal<{ createGuard: (options?: Options) => Guard }>();
  return {
    createUnrecordedGuard: original.createGuard,
    createGuard(options: Options = {}): Guard {
      const guard = original.createGuard(options);
      return {
        ...guard,
        judge(request) {
          const verdict = guard.judge(request);
          recorded.push({ options, request, verdict });
          return verdict;
        },
      };
    },
  };
});

const { createUnrecordedGuard } = (await import(
  '../../../src/guard/create-guard.ts'
)) as unknown as {
  createUnrecordedGuard: typeof createGuard;
};

const read = (name: string): string =>
  readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8');
const fixtures = JSON.parse(read('fixtures.json')) as Fixtures;
const known = JSON.parse(read('known-failures.json')) as Record<string, string>;
const vectors = [...readVectors(read('vectors.jsonl')), ...readVectors(read('own.jsonl'))].filter(
  ({ id }) => !(id in known),
);

const basesOf: Readonly<Record<Family, RegExp>> = {
  evm: /^B-EVM/,
  tron: /^B-(TRON|DEP-TRX)/,
  ton: /^B-(TON|DEP-TON)/,
  solana: /^B-SOL/,
  bitcoin: /^B-BTC/,
};

interface Wired {
  family: Family;
  intent: Intent['kind'];
  id: string;
}

/** The guards of all families, one of them without a rule for an intent. */
function without({ family, intent, id }: Wired, all: FamilyGuards = definitions): FamilyGuards {
  const { guard } = all[family];
  const list = guard.rules[intent];
  if (list === 'refused') return all;
  const rules = { ...guard.rules, [intent]: list.filter((rule) => rule.id !== id) };
  return { ...all, [family]: { guard: { ...guard, rules } } } as FamilyGuards;
}

/** Every rule of a family, with each intent that it is for. */
const wiredOn = (family: Family): Wired[] =>
  intentKinds.flatMap((intent) => {
    const list: readonly { id: string }[] | 'refused' = definitions[family].guard.rules[intent];
    return list === 'refused'
      ? []
      : [...new Set(list.map(({ id }) => id))].map((id) => ({ family, intent, id }));
  });

const shownOf = (verdict: Verdict): string =>
  verdict.kind === 'allow'
    ? 'allow'
    : `${verdict.kind} ${verdict.findings.map(({ rule, message }) => `${rule} ${message}`).join()}`;

/** Whether a judgement of a test comes out differently. Only those with a finding of the rule can. */
function isNoticedByTest(wired: Wired): boolean {
  const { family, intent, id } = wired;
  return recorded.some(({ options, request, verdict }) => {
    if (request.unsigned.family !== family || request.intent.kind !== intent) return false;
    if (verdict.kind === 'allow') return false;
    if (!verdict.findings.some(({ rule }) => rule === id)) return false;
    const guard = createUnrecordedGuard({
      ...options,
      definitions: without(wired, options.definitions),
    });
    return shownOf(guard.judge(request)) !== shownOf(verdict);
  });
}

/** Of the vectors that expect the rule. */
async function isNoticedByVector(wired: Wired): Promise<boolean> {
  const { family, id } = wired;
  for (const vector of vectors) {
    if (vector.expectedRule !== id || !basesOf[family].test(vector.mutation.base)) continue;
    const failures = await failuresOf(vector, fixtures, (base, setting) =>
      createUnrecordedGuard({
        policy: policyOf(base, setting),
        definitions: without(wired),
      }),
    );
    // A vector that cannot be built has noticed nothing.
    if (failures.some(({ got }) => !got.startsWith('not built'))) return true;
  }
  return false;
}

afterAll(closeSharedJournal);

describe('every rule is needed', () => {
  it('has the judgements of the tests', () => {
    expect(recorded.length).toBeGreaterThan(300);
  });

  it.each(families)('on %s', async (family) => {
    const survivors: string[] = [];
    for (const wired of wiredOn(family)) {
      if (isNoticedByTest(wired) || (await isNoticedByVector(wired))) continue;
      survivors.push(`${wired.id} for ${wired.intent}`);
    }
    expect(survivors, 'these rules can be removed, and no test notices').toEqual([]);
  });
});
