import { createGuard } from '../../../../src/guard/create-guard.ts';
import type { Fixtures } from './fixtures.ts';
import { judgeCase, type MakeGuard } from './judge-case.ts';
import { policyOf } from './policy.ts';
import { CannotBuild, type Case, casesOf, type Vector } from './vector.ts';

export interface Failure {
  id: string;
  /** The value of `forEach`. */
  case: string;
  expected: string;
  got: string;
}

export interface Report {
  total: number;
  passed: number;
  failed: Failure[];
}

const realGuard: MakeGuard = (base, setting) => createGuard({ policy: policyOf(base, setting) });

/** Runs every case of every vector. `total` counts vectors: one passes if all of its cases do. */
export async function runVectors(
  vectors: readonly Vector[],
  fixtures: Fixtures,
  makeGuard: MakeGuard = realGuard,
): Promise<Report> {
  const failed: Failure[] = [];
  let passed = 0;
  for (const vector of vectors) {
    const failures = await failuresOf(vector, fixtures, makeGuard);
    failed.push(...failures);
    if (failures.length === 0) passed += 1;
  }
  return { total: vectors.length, passed, failed };
}

export async function failuresOf(
  vector: Vector,
  fixtures: Fixtures,
  makeGuard: MakeGuard = realGuard,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const one of casesOf(vector)) {
    const got = await resultOf(one, fixtures, makeGuard);
    if (!isExpected(vector, got))
      failures.push({
        id: vector.id,
        case: one.name,
        expected: vector.expectedRule,
        got: textOf(got),
      });
  }
  return failures;
}

type Result =
  | { kind: 'allow' | 'refused'; rules: readonly string[] }
  | { kind: 'not built'; reason: string };

async function resultOf(one: Case, fixtures: Fixtures, makeGuard: MakeGuard): Promise<Result> {
  try {
    return await judgeCase(one, fixtures, makeGuard);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      kind: 'not built',
      reason: error instanceof CannotBuild ? reason : `failed: ${reason}`,
    };
  }
}

function isExpected({ expectedRule, mutation }: Vector, got: Result): boolean {
  if (got.kind === 'not built') return false;
  if (expectedRule === 'ALLOW') {
    const silent = mutation.mustNotFire ?? [];
    return got.kind === 'allow' && !got.rules.some((rule) => silent.includes(rule));
  }
  return got.kind === 'refused' && got.rules.includes(expectedRule);
}

function textOf(got: Result): string {
  if (got.kind === 'not built') return `not built: ${got.reason}`;
  return got.kind === 'allow' ? 'ALLOW' : got.rules.join(' ');
}
