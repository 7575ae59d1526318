import { beforeAll, describe, expect, it } from 'vitest';
import { compareRow } from '../support/row-types/compare-row.ts';
import {
  type DescribedCalls,
  describeCalls,
  faultsOf,
} from '../support/row-types/describe-calls.ts';
import type { DeclaredColumn, Kind } from '../support/row-types/row-type.ts';

/** Functions that pass on the statements of others. */
const handedOn = new Set(['pglite-client.ts', 'postgres-client.ts', 'watch-statements.ts']);

/** Variables that a text depends on, with an expression for each possible text. */
const bases = ['reported', 'unreported', 'other_token', 'refund'].map(
  (rule) => `{ rule: '${rule}' }`,
);
const samples = {
  'operations/owners.ts': { request: bases },
  'operations/settle.ts': { basis: ['undefined', ...bases] },
  'recovery/import-order.ts': { pays: ['true', 'false'] },
};

/** Calls that are not compared, by file and variable. */
const byFilter =
  'the filter chooses its text; overview-plans.test.ts runs each, and suite/overviews.ts and suite/operators.ts read the rows';
const leftOut = new Map([
  ['operations/audit-log.ts: text', byFilter],
  ['operations/deliveries.ts: text', byFilter],
  ['operations/grouped-errors.ts: text', byFilter],
  [
    'migrate.ts: statement',
    'a migration changes the schema, makes what the others are compared with, and returns nothing',
  ],
]);

/** Reported faults that are none, by file. A listed fault that no longer occurs is a fault. */
const known = new Map<string, string>([
  ['deposits/reopen-for-deposit.ts: anchor may be null', 'the text compares it'],
  [
    'deposits/reopen-for-deposit.ts: amount may be null',
    'an order with a deposit address has an amount (orders_deposit_whole)',
  ],
  ['observe/doubts.ts: swap_id may be null', 'every step has a swap'],
  [
    'operations/deposit-targets.ts: account may be null',
    'an order with a deposit chain has it (orders_deposit_whole)',
  ],
  [
    'operations/deposit-targets.ts: amount may be null',
    'an order with a deposit chain has it (orders_deposit_whole)',
  ],
  ['operations/deposit-targets.ts: anchor may be null', 'it is written with the deposit chain'],
  [
    'operations/join-lease.ts: nonce may be null',
    'leases that others join have a number (leases_terms_of_family)',
  ],
  [
    'operations/submit.ts: wallet_id is returned, and not declared',
    'other parts of the statement read it',
  ],
  [
    'operations/submit.ts: chain is returned, and not declared',
    'other parts of the statement read it',
  ],
  [
    'operations/submit.ts: position is returned, and not declared',
    'other parts of the statement read it',
  ],
  [
    'operations/submit.ts: last_event_seq is returned, and not declared',
    'other parts of the statement read it',
  ],
  [
    'operations/submit.ts: last_event_transaction is returned, and not declared',
    'other parts of the statement read it',
  ],
  [
    'operations/submit.ts: last_event_hash is returned, and not declared',
    'other parts of the statement read it',
  ],
  ['operations/take-over.ts: swap_id may be null', 'the text asks for those that have one'],
  ['operations/void-lease.ts: swap_id may be null', 'the text asks for those that have one'],
  ['proofs/lock-steps.ts: position is returned, and not declared', 'the rows are in its order'],
  ['proofs/lock-steps.ts: swap_id may be null', 'every step has a swap'],
  ['proofs/proven-step.ts: position is returned, and not declared', 'the rows are in its order'],
  ['proofs/proven-step.ts: swap_id may be null', 'every step has a swap'],
  [
    'proofs/undo-landing.ts: fee may be null',
    'what is final has a fee (attempts_included_in_block)',
  ],
  [
    'operations/admitted-items.ts: scope may be null',
    'what admits was decided, with a scope (approvals_scope)',
  ],
  [
    'operations/admitted-items.ts: decided_by may be null',
    'what admits was decided by somebody (approvals_decided)',
  ],
  ['recovery/import-boost.ts: swap_id may be null', 'every step has a swap'],
  [
    'writes/lock-with-legs.ts: locked is returned, and not declared',
    'it is computed for its locks',
  ],
  ...['jobs', 'seal'].map(
    (column) =>
      [
        `rules/occurrences.ts: ${column} may be null`,
        'what acts or was submitted has it (treasury_occurrences_jobs)',
      ] as const,
  ),
]);

let described: DescribedCalls;
beforeAll(async () => {
  described = await describeCalls(handedOn, samples);
});

describe('the statements of the journal', () => {
  it('are known before they are sent, but for those that are listed', () => {
    expect(
      described.unknown.map(({ file, variables }) => `${file}: ${variables.join(', ')}`),
    ).toEqual([...leftOut.keys()]);
    expect(described.calls.filter(({ statements }) => statements.length === 0)).toEqual([]);
    // Fewer would mean that calls are no longer found.
    expect(described.calls.length).toBeGreaterThan(250);
    expect(described.calls.filter(({ row }) => row).length).toBeGreaterThan(120);
  });

  it('return the columns that their row types declare', () => {
    const faults = faultsOf(described.calls);
    expect([...faults].filter((fault) => !known.has(fault))).toEqual([]);
    expect([...known.keys()].filter((fault) => !faults.has(fault))).toEqual([]);
  });
});

describe('a row type', () => {
  const declared = (kind: Kind, change: Partial<DeclaredColumn> = {}): DeclaredColumn => ({
    kinds: new Set([kind]),
    elements: new Set(),
    isNullable: false,
    isOptional: false,
    holdsBigint: kind === 'bigint',
    ...change,
  });
  const nullable = { isNullable: true };
  const of = (kind: Kind) => ({ elements: new Set([kind]) });
  const [boolean, int8, int4, text, jsonb, float8, timestamptz, numeric, uuid] = [
    16, 20, 23, 25, 3802, 701, 1184, 1700, 2950,
  ];
  const [texts, int8s] = [1009, 1016];

  it.each([
    [boolean, declared('boolean')],
    [int4, declared('number')],
    [float8, declared('number')],
    [timestamptz, declared('number')],
    [int8, declared('bigint')],
    [numeric, declared('bigint')],
    [text, declared('string')],
    [uuid, declared('string')],
    [texts, declared('array', of('string'))],
    [jsonb, declared('object')],
    [text, declared('string', nullable)],
  ])('that fits the type %i is accepted', (type, column) => {
    const statement = { text: '', columns: [{ name: 'a', type }] };
    expect(compareRow(new Map([['a', column]]), statement)).toEqual([]);
  });

  it.each([
    [int8, declared('number'), 'a is bigint, not number'],
    [int4, declared('bigint'), 'a is number, not bigint'],
    [numeric, declared('string'), 'a is bigint, not string'],
    [timestamptz, declared('string'), 'a is number, not string'],
    [
      text,
      declared('string', { kinds: new Set<Kind>(['string', 'number']) }),
      'a is string, not string or number',
    ],
    [texts, declared('array', of('number')), 'a is an array of string, not array of number'],
    [int8s, declared('array', of('bigint')), 'a has the type 1016, of which nothing is known here'],
    [jsonb, declared('object', { holdsBigint: true }), 'a is JSON, which holds no bigint'],
  ])('that does not fit the type %i is refused', (type, column, fault) => {
    const statement = { text: '', columns: [{ name: 'a', type }] };
    expect(compareRow(new Map([['a', column]]), statement)).toEqual([fault]);
  });

  it.each([
    [false, declared('string', nullable), '', ['a is never null']],
    [false, declared('string', nullable), 'select from b left join c', []],
    [true, declared('string'), '', ['a may be null']],
    [true, declared('string', nullable), '', []],
  ])('says what the schema says of null: %s', (mayBeNull, column, sql, faults) => {
    const statement = { text: sql, columns: [{ name: 'a', type: text, mayBeNull }] };
    expect(compareRow(new Map([['a', column]]), statement)).toEqual(faults);
  });

  it('has the columns of its statement, each once', () => {
    const row = new Map([
      ['a', declared('string')],
      ['b', declared('string')],
      ['c', declared('string', { isOptional: true })],
    ]);
    const columns = ['a', 'a', 'd'].map((name) => ({ name, type: text }));
    expect(compareRow(row, { text: '', columns })).toEqual([
      'a is returned twice',
      'd is returned, and not declared',
      'b is declared, and not returned',
    ]);
  });
});
