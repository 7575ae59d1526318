import { describe, expect, it } from 'vitest';
import { isClean, toComplaints, toJson, toTable } from './report.ts';
import type { ChaosResult } from './run-chaos.ts';

const zeros = {
  paidTwice: 0,
  paidButReportedFailed: 0,
  unpaidButReportedSettled: 0,
  lost: 0,
  open: 0,
  needsReview: 0,
  refunded: 0,
  paidOnce: 0,
  forPersons: 0,
  unexplained: 0,
  nonceGaps: 0,
  strayPayments: 0,
  ordersUnpaid: 0,
  ordersAgain: 0,
  unpayable: 0,
  findings: [],
  suspects: [],
};

function resultOf(audit: Partial<ChaosResult['audit']>, changes: Partial<ChaosResult> = {}): ChaosResult {
  const whole = { ...zeros, paidOnce: 8, refunded: 2, ...audit };
  return {
    family: 'evm',
    flow: 'wallet',
    jobs: 10,
    seed: 1,
    faults: {},
    cancels: { asked: 2, cancelled: 1 },
    audit: whole,
    faulty: [],
    elapsedMs: 61_234,
    ...changes,
  };
}

describe('a run', () => {
  it('is clean when every job is paid once or refunded', () => {
    expect(isClean(resultOf({}))).toBe(true);
    expect(isClean(resultOf({ paidOnce: 7 }))).toBe(false);
  });

  it.each(['paidTwice', 'paidButReportedFailed', 'unpaidButReportedSettled', 'lost', 'open', 'needsReview'] as const)(
    'is not clean with a job %s',
    (outcome) => {
      expect(isClean(resultOf({ paidOnce: 7, [outcome]: 1 }))).toBe(false);
      expect(isClean(resultOf({ paidOnce: 8, [outcome]: 1 }))).toBe(false);
    },
  );

  it.each(['unexplained', 'nonceGaps', 'strayPayments', 'ordersAgain'] as const)('is not clean with %s', (count) => {
    expect(isClean(resultOf({ [count]: 1 }))).toBe(false);
  });

  it('may leave jobs unpaid that can not be paid, and orders that nobody pays', () => {
    expect(isClean(resultOf({ paidOnce: 6, unpayable: 2, ordersUnpaid: 9 }))).toBe(true);
    expect(isClean(resultOf({ paidOnce: 6, unpayable: 1 }))).toBe(false);
  });

  it('may leave to a person what a restore or foreign use brought about, and everything else is as strict', () => {
    expect(isClean(resultOf({ paidOnce: 5, needsReview: 3, forPersons: 3 }))).toBe(true);
    expect(isClean(resultOf({ paidOnce: 5, needsReview: 2, forPersons: 2 }))).toBe(false);
    expect(isClean(resultOf({ paidOnce: 5, needsReview: 2, forPersons: 2, paidTwice: 1 }))).toBe(false);
    const faults = { restore: 1, foreign: 1 };
    expect(isClean(resultOf({ paidOnce: 5, needsReview: 3, forPersons: 2 }, { faults }))).toBe(false);
  });

  it('is not clean when a planned fault struck nothing', () => {
    const result = resultOf({ findings: ['open: job-3'] }, { faulty: ['drop at "commit", time 5: never came'] });
    expect(isClean(result)).toBe(false);
    expect(toComplaints(result)).toEqual(['the run: drop at "commit", time 5: never came', 'open: job-3']);
  });
});

describe('a report', () => {
  it('is one line of JSON with exactly these members', () => {
    const line = toJson(resultOf({}, { faults: { kill: 3 } }));
    expect(line).not.toContain('\n');
    const { findings: _, suspects: __, forPersons: ___, ...counts } = zeros;
    expect(JSON.parse(line)).toEqual({
      family: 'evm',
      flow: 'wallet',
      jobs: 10,
      seed: 1,
      faults: { kill: 3 },
      ...counts,
      paidOnce: 8,
      refunded: 2,
      elapsedMs: 61_234,
    });
  });

  it('is a table for people', () => {
    const table = toTable(resultOf({}, { faults: { kill: 3, drop: 4 } }));
    expect(table).toMatch(/^faults +kill 3, drop 4$/m);
    expect(table).toMatch(/^paidOnce +8$/m);
    expect(table).toMatch(/^cancels +2, of which 1 /m);
    expect(table).toMatch(/^seconds +61\.2$/m);
  });
});
