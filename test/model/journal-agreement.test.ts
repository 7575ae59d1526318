import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPgliteClient } from '../../src/journal/pglite-client.ts';
import { openForTest } from '../journal/open-for-test.ts';
import type { OpenedJournal } from '../journal/suite/fixture.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { type BothJournals, compareSnapshots, openBoth } from './both-journals.ts';
import { operate, operateWith } from './journal-operations.ts';

const sequences = 160;
const seed = 20_260_101;

let folder = '';
let opened: OpenedJournal;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-model-'));
  await copyJournalTemplate(folder);
  opened = await openForTest(await openPgliteClient(join(folder, 'journal')));
});
afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true });
});

/** The model proves nothing about the journal unless both answer alike. */
it(`answers as the journal does, in ${sequences} sequences of operations`, async () => {
  const sequence = fc.array(fc.nat(2 ** 31 - 1), { minLength: 4, maxLength: 12, size: 'max' });
  const answers = new Set<string>();
  for (const [number, choices] of fc.sample(sequence, { seed, numRuns: sequences }).entries()) {
    const both = await openBoth(opened);
    const story = [`sequence ${number}`];
    const compare = async ({ name, real, model }: Operated): Promise<void> => {
      const answer = `${name}: ${show(real)}`;
      answers.add(answer.replace(/\d+/g, 'N'));
      story.push(answer);
      expect(show(model), story.join('\n')).toEqual(show(real));
      // What an operation left behind shows in its swap's version at the latest, which the next
      // ones answer by.
      if (story.length % snapshotEvery === 0) await expectSameSnapshots(both, story);
    };
    for (const [name, ...chosen] of beginnings[number % beginnings.length]!) {
      await compare(await operateWith(both, name, chosen));
    }
    for (const choice of choices) await compare(await operate(both, choice));
    await expectSameSnapshots(both, story);
  }
  expect(answersThatMatter.filter((answer) => !answers.has(answer))).toEqual([]);
});

const snapshotEvery = 4;

type Operated = Awaited<ReturnType<typeof operate>>;
type Beginning = readonly (readonly [name: string, ...choices: number[]])[];

const ordered: Beginning = [
  ['best swap', 0, 1],
  ['quote and swap data', 1, 1],
];
const orderedTooLate: Beginning = [
  ['quote and swap data', 0, 1, 3],
  ['lease', 0, 1, 1],
  ['commit', 1, 1],
];
const leased: Beginning = [...ordered, ['lease', 0, 1, 1]];
const signed: Beginning = [...leased, ['commit', 1, 1]];

/**
 * A nonce was given back, strangers took it and the next one, and a reorganization takes theirs
 * away.
 */
const released: Beginning = [
  ...leased,
  ['void lease', 1],
  ['lease', 0, 1, 0],
  ['release the wallet', 2],
  ['lease', 0, 1, 1],
];

/** Both wait in the lane, and one has its slot. */
const admitted: Beginning = [
  ['enter the lane', 0, 1],
  ['enter the lane', 1, 1],
  ['admit', 0],
  ['quote and swap data', 0, 1],
  ['lease', 0, 1, 1],
];

/**
 * One that waits in the lane is signed for by a worker that had lost its lock, waits once more and
 * goes to a person.
 */
const signedFor: Beginning = [
  ['quote and swap data', 1, 1],
  ['enter the lane', 1, 1],
  ['lease', 1, 1, 1],
  ['admit', 0],
  ['enter the lane', 1, 1],
  ['transition', 1, 1, 2, 1],
  ['enter the lane', 1, 1],
];

/** A person is waited for while a lease is held, and the slot comes back after it. */
const reviewed: Beginning = [
  ...admitted,
  ['transition', 0, 1, 2, 1],
  ['void lease', 1],
  ['claim and wait', 0, 1],
  ['admit', 0],
];

/** A person has ended a swap whose payment may still land. */
const resolved: Beginning = [...signed, ['transition', 0, 1, 2, 1], ['resolve', 0, 1]];

/** The second observation repeats the first one, and the third one is another. */
const observed: Beginning = [
  ...signed,
  ['record observation', 9, 2, 1],
  ['record observation', 9, 2, 1, 1],
  ['record observation', 6, 0, 1, 1],
];

/** What has ended needs no turn. */
const resolvedInLane: Beginning = [...resolved, ['enter the lane', 0, 1], ['prove', 1, 0, 1, 0, 1]];

/**
 * A payment does not come about by itself in a few random operations: most begin where one is under
 * way.
 */
const beginnings: readonly Beginning[] = [
  ordered,
  leased,
  signed,
  signed,
  orderedTooLate,
  released,
  resolved,
  admitted,
  admitted,
  signedFor,
  reviewed,
  resolvedInLane,
  observed,
];

/** A sample that never came by these would compare little. */
const answersThatMatter = [
  'lease: {"leased":"N"}',
  'lease: {"refused":"wallet_busy"}',
  'lease: {"refused":"stopped"}',
  'lease: {"refused":"external_nonce"}',
  'lease: "JOURNAL_STALE"',
  'lease: "JOURNAL_BROKEN_INVARIANT"',
  'commit: {"committed":N}',
  'commit: {"refused":"stopped"}',
  'commit: {"refused":"lease_lost"}',
  'commit: {"refused":"order_expired"}',
  'commit: {"refused":"swap_ended"}',
  'commit: {"refused":"cancel_requested"}',
  'cancel: "cancelled"',
  'cancel: "requested"',
  'cancel: "refused"',
  'retry: "retried"',
  'retry: "refused"',
  'resolve: "resolved"',
  'resolve: "refused"',
  'void lease: done',
  'void lease: "JOURNAL_BROKEN_INVARIANT"',
  'release the wallet: done',
  'release the wallet: "INVALID_REQUEST"',
  'record send: done',
  'record observation: done',
  'prove: done',
  'prove: "JOURNAL_BROKEN_INVARIANT"',
  'prove: "JOURNAL_STALE"',
  'close order: "JOURNAL_BROKEN_INVARIANT"',
  'transition: "JOURNAL_BROKEN_INVARIANT"',
  'settle: done',
  'enter the lane: true',
  'enter the lane: "JOURNAL_STALE"',
  'admit: [N]',
  'admit: []',
];

async function expectSameSnapshots(both: BothJournals, story: readonly string[]): Promise<void> {
  for (const { real, model } of await compareSnapshots(both))
    expect(model, story.join('\n')).toEqual(real);
}

function show(outcome: unknown): string {
  return (
    JSON.stringify(outcome, (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}` : value,
    ) ?? 'done'
  );
}
