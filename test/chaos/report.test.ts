import { describe, expect, it } from 'vitest';
import { exitCodes, toComplaints, toJson, toTable, verdictOf } from './report.ts';
import type { ChaosResult } from './run-chaos.ts';

const zeros = {
  paidTwice: 0,
  paidButReportedFailed: 0,
  unpaidButReportedSettled: 0,
  lost: 0,
  open: 0,
  needsReview: 0,
  ambiguous: 0,
  refunded: 0,
  paidOnce: 0,
  forPersons: 0,
  unexplained: 0,
  nonceGaps: 0,
  misattributed: 0,
  strayPayments: 0,
  ordersUnpaid: 0,
  ordersAgain: 0,
  forks: 0,
  held: 0,
  edited: 0,
  unpayable: 0,
  findings: [],
  suspects: [],
};

function resultOf(
  audit: Partial<ChaosResult['audit']>,
  changes: Partial<ChaosResult> = {},
): ChaosResult {
  const whole = { ...zeros, paidOnce: 8, refunded: 2, ...audit };
  return {
    family: 'evm',
    flow: 'wallet',
    jobs: 10,
    seed: 1,
    faults: {},
    cancels: { asked: 2, cancelled: 1 },
    edits: { made: 1, refused: 3 },
    audit: whole,
    missed: [],
    faulty: [],
    elapsedMs: 61_234,
    ...changes,
  };
}

const isClean = (result: ChaosResult): boolean => verdictOf(result) === 'clean';

describe('a run', () => {
  it('is clean when every job is paid once or refunded', () => {
    expect(isClean(resultOf({}))).toBe(true);
    expect(isClean(resultOf({ paidOnce: 7 }))).toBe(false);
  });

  it.each([
    'paidTwice',
    'paidButReportedFailed',
    'unpaidButReportedSettled',
    'lost',
    'open',
    'needsReview',
  ] as const)('is not clean with a job %s', (outcome) => {
    expect(isClean(resultOf({ paidOnce: 7, [outcome]: 1 }))).toBe(false);
    expect(isClean(resultOf({ paidOnce: 8, [outcome]: 1 }))).toBe(false);
  });

  it.each([
    'unexplained',
    'nonceGaps',
    'misattributed',
    'strayPayments',
    'ordersAgain',
    'forks',
    'held',
  ] as const)('is not clean with %s', (count) => {
    expect(isClean(resultOf({ [count]: 1 }))).toBe(false);
  });

  it('may leave jobs unpaid that cannot be paid, and orders that nobody pays', () => {
    expect(isClean(resultOf({ paidOnce: 6, unpayable: 2, ordersUnpaid: 9 }))).toBe(true);
    expect(isClean(resultOf({ paidOnce: 6, unpayable: 1 }))).toBe(false);
  });

  it('counts a job that was edited once, as what came of the edited one', () => {
    expect(isClean(resultOf({ edited: 3 }))).toBe(true);
    expect(isClean(resultOf({ paidOnce: 7, edited: 1 }))).toBe(false);
  });

  it('may leave to a person what a restore or foreign use brought about, and everything else is as strict', () => {
    expect(isClean(resultOf({ paidOnce: 5, needsReview: 3, forPersons: 3 }))).toBe(true);
    expect(isClean(resultOf({ paidOnce: 5, needsReview: 2, forPersons: 2 }))).toBe(false);
    expect(isClean(resultOf({ paidOnce: 5, needsReview: 2, forPersons: 2, paidTwice: 1 }))).toBe(
      false,
    );
    const faults = { restore: 1, foreign: 1 };
    expect(isClean(resultOf({ paidOnce: 5, needsReview: 3, forPersons: 2 }, { faults }))).toBe(
      false,
    );
  });

  it('may leave to a person what competes with that', () => {
    expect(isClean(resultOf({ paidOnce: 6, needsReview: 1, forPersons: 1, ambiguous: 1 }))).toBe(
      true,
    );
    expect(isClean(resultOf({ paidOnce: 6, needsReview: 1, ambiguous: 1 }))).toBe(false);
  });

  const missed = [
    'drop at "commit", time 5: never came',
    'flush at "at settled", time 1: no job was open',
  ];

  it('is invalid, and neither clean nor a violation, when all went well and a planned fault met no open job', () => {
    const result = resultOf({}, { missed });
    expect(verdictOf(result)).toBe('invalid');
    expect(JSON.parse(toJson(result)).invalid).toBe(
      `planned faults met no open job: ${missed.join('; ')}`,
    );
    expect(toComplaints(result)).toEqual(
      missed.map((fault) => `a planned fault met no open job: ${fault}`),
    );
    expect(toTable(result)).toMatch(/^verdict +invalid$/m);
  });

  it.each([
    [
      'the chains show one',
      resultOf({ paidOnce: 7, paidTwice: 1, findings: ['paid twice: job-3'] }, { missed }),
    ],
    ['something is unexplained', resultOf({ unexplained: 1 }, { missed })],
    ['a process ended by itself', resultOf({}, { missed, faulty: ['worker 1 ended with 1'] })],
  ])('is a violation, whatever faults were missed, when %s', (_, result) => {
    expect(verdictOf(result)).toBe('violated');
    expect(JSON.parse(toJson(result))).not.toHaveProperty('invalid');
  });

  it('has an exit code for each verdict', () => {
    expect(exitCodes).toEqual({ clean: 0, violated: 1, invalid: 3 });
  });

  it('tells what went wrong with it', () => {
    const result = resultOf({ findings: ['open: job-3'] }, { faulty: ['worker 1 ended with 1'] });
    expect(verdictOf(result)).toBe('violated');
    expect(toComplaints(result)).toEqual(['the run: worker 1 ended with 1', 'open: job-3']);
  });
});

describe('a report', () => {
  it('is one line of JSON with exactly these members', () => {
    const line = toJson(resultOf({}, { faults: { kill: 3 } }));
    expect(line).not.toContain('\n');
    const {
      findings: _,
      suspects: __,
      forPersons: ___,
      forks: ____,
      held: _____,
      edited: ______,
      ...counts
    } = zeros;
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
    expect(table).toMatch(/^edits +1 made, 3 refused$/m);
    expect(table).toMatch(/^seconds +61\.2$/m);
  });
});
