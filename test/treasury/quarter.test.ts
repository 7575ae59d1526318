import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredOccurrence } from '../../src/ports/stores/treasury-store.ts';
import { tokenOf } from '../support/harness.ts';
import { weeks } from './quarter/calendar.ts';
import { offTheBooks, readExport } from './quarter/compare-books.ts';
import {
  otherAmounts,
  outsideEnvelopes,
  overBudget,
  paidTwice,
  signedUnderStop,
  unaccounted,
} from './quarter/invariants.ts';
import { type Played, playQuarter } from './quarter/play-quarter.ts';
import { type Landed, paidOf, readLanded, sentByOthers } from './quarter/read-chains.ts';
import { openStage, type Stage } from './quarter/stage.ts';

/*
 * A quarter of a treasury: twelve rules, five approvers, outages, restarts and moves of the price, drawn
 * from a seed. `QUARTER_SEED=7 npx vitest run test/treasury/quarter.test.ts` plays one again,
 * and `QUARTER_WEEKS=3` only its first weeks.
 *
 * The test drives the calendar (`treasury.clock`): schedules, occurrences, cooldowns, windows of caps,
 * blackouts, how long an envelope is good, and persons. It goes on only while nothing is between a
 * decision and a signature (quiet.ts). Chains, quotes, orders, deadlines, locks and timers go by the time of
 * the machine; so do the books' dates, the time that a row of an approval is open, and the cooling
 * of new receivers, which the quarter has none of.
 */

const seed = Number(process.env.QUARTER_SEED ?? 1);

let stage: Stage;
let played: Played;
let landed: Map<string, Landed>;
let occurrences: StoredOccurrence[];

beforeAll(async () => {
  process.stdout.write(`the quarter's seed is ${seed}\n`);
  stage = await openStage();
  played = await playQuarter(stage, seed);
  landed = await readLanded(stage);
  const { journal } = stage.running();
  const pages = await Promise.all(
    stage.rules.map(({ id }) => journal.listOccurrences({ ruleId: id, limit: 100 })),
  );
  occurrences = pages.flat();
});
afterAll(() => stage?.close());

describe(`a quarter of a treasury, seed ${seed}`, () => {
  it.skipIf(weeks < 13)('came to what it is about', () => {
    expect(occurrences.length).toBeGreaterThanOrEqual(60);
    expect(paidOf(stage.signed, landed).length).toBeGreaterThanOrEqual(30);
    expect(played.votes.length).toBeGreaterThanOrEqual(10);
    expect(played.waits).toContain('CAP_REACHED');
    expect(played.waits).toContain('BLACKOUT');
    expect(played.restarts).toBeGreaterThanOrEqual(3);
  });

  it('acts on each occurrence at most once, and accounts for each', () => {
    expect(paidTwice(stage.rules, stage.signed, landed)).toEqual([]);
    const lost = stage.rules.flatMap((rule) =>
      unaccounted(
        rule,
        occurrences.filter(({ ruleId }) => ruleId === rule.id),
      ),
    );
    expect(lost).toEqual([]);
  });

  it('sends nothing that it was not asked to sign, and what it pays is what was signed', async () => {
    expect(await sentByOthers(stage, landed)).toEqual([]);
    expect(otherAmounts(stage.signed, landed, stage.wallets)).toEqual([]);
  });

  it('keeps every budget at every signature', () => {
    const usdc = tokenOf(stage.sandbox.endpoints, 'ETH', 'USDC');
    expect(overBudget(stage.signed, landed, usdc)).toEqual([]);
  });

  it('signs nothing outside an envelope that enough approvers have signed', () => {
    expect(outsideEnvelopes(stage.signed, played.votes)).toEqual([]);
  });

  it('signs nothing under a stop or in a blackout', () => {
    expect(signedUnderStop(stage.signed, played.stops)).toEqual([]);
  });

  it('leaves books that match the chains to the base unit', async () => {
    expect(await offTheBooks(stage, await readExport(stage))).toEqual([]);
  });
});
