import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OccurrenceDraft, RuleDraft } from '../../src/ports/stores/treasury-store.ts';
import { isRuleSealed, ruleHash, sealRule } from '../../src/treasury/seals.ts';
import { engines, type JournalsOnBothEngines, openOnBothEngines } from './open-on-both-engines.ts';

let opened: JournalsOnBothEngines;
beforeAll(async () => {
  opened = await openOnBothEngines();
});
afterAll(() => opened.close());

const at = Date.parse('2026-11-30T08:00:00.123Z');
const minute = 60_000;
const jobs = [{ wallet: 'main', amount: '100', metadata: { rule: 'r' } }];

function draft(id: string, change: Partial<RuleDraft> = {}): RuleDraft {
  const body = { id, kind: 'recurring', amount: '100' };
  const named = { after: 0, hash: 'a', author: 'API key k', reason: 'first', seal: 's' };
  return { id, body, at, ...named, ...change };
}

describe.each(engines)('the treasury’s journal on %s', (engine) => {
  const journal = () => opened[engine].journal;

  /** A rule of its own, considered until `at`. */
  async function newRule(): Promise<string> {
    const id = `r-${randomUUID().slice(0, 8)}`;
    await journal().applyRule(draft(id));
    return id;
  }
  const act = (ruleId: string, instant: number): OccurrenceDraft => ({
    ...{ ruleId, version: 1, at: instant },
    now: { instant, kind: 'act', jobs, seal: 'sealed' },
  });
  const newest = async (ruleId: string) =>
    (await journal().listOccurrences({ ruleId, limit: 10 }))[0];

  it('lists the newest occurrence of each rule', async () => {
    const [one, other] = [await newRule(), await newRule()];
    const skip = (ruleId: string, instant: number) =>
      journal().beginOccurrence({
        ...{ ruleId, version: 1, at: instant },
        now: { instant, kind: 'skip', reason: { code: 'BALANCE', message: 'too little' } },
      });
    await skip(one, at + minute);
    await skip(one, at + 2 * minute);
    await skip(other, at + minute);
    const found = await journal().listOccurrences({ isNewest: true, limit: 1_000 });
    expect(
      found.flatMap(({ ruleId, instant }) => (ruleId === one || ruleId === other ? [instant] : [])),
    ).toEqual([at + 2 * minute, at + minute]);
  });

  it('keeps each change of a rule as a version, and the same rule as none', async () => {
    const id = await newRule();
    expect(await journal().applyRule(draft(id))).toMatchObject({ isNew: false });
    const change = { after: 1, hash: 'b', reason: 'more', body: { id, amount: '200' }, at: at + 5 };
    const second = await journal().applyRule(draft(id, change));
    expect(second).toMatchObject({
      isNew: true,
      rule: { version: 2, body: { id, amount: '200' }, author: 'API key k', failures: 0 },
    });
    expect(second.rule.consideredUntil).toBe(at + 5);
    await expect(journal().applyRule(draft(id, { after: 1, hash: 'c' }))).rejects.toMatchObject({
      code: 'RULE_CHANGED',
    });
    expect(
      (await journal().ruleVersions(id)).map(({ version, reason }) => [version, reason]),
    ).toEqual([
      [2, 'more'],
      [1, 'first'],
    ]);
    expect((await journal().treasuryRules()).find((rule) => rule.id === id)).toEqual(
      await journal().findRule(id),
    );
  });

  it('knows that somebody put an earlier version of a rule back in force', async () => {
    const sealer = { mac: async (text: string) => `mac of ${text}` };
    const id = `r-${randomUUID().slice(0, 8)}`;
    const store = async (version: number, amount: string) => {
      const body = { id, amount };
      const named = { id, version, hash: ruleHash(body), author: 'a', reason: 'test', at };
      const seal = await sealRule(sealer, named);
      return journal().applyRule({ ...named, body, seal, after: version - 1 });
    };
    await store(1, '100');
    const second = await store(2, '200');
    expect(await isRuleSealed(sealer, second.rule)).toBe(true);
    await opened[engine].raw(`update treasury_rule_state set version = 1 where id = '${id}'`);
    const found = await journal().findRule(id);
    expect(found).toMatchObject({ version: 1, newest: 2 });
    expect(await isRuleSealed(sealer, found!)).toBe(false);
    // A person applies what is meant again, also if that is the earlier one.
    const third = await store(3, '100');
    expect(third).toMatchObject({ isNew: true, rule: { version: 3, newest: 3 } });
    expect(await isRuleSealed(sealer, third.rule)).toBe(true);
  });

  it('lets one of many processes act at an instant', async () => {
    const ruleId = await newRule();
    const results = await Promise.all(
      Array.from({ length: 8 }, () => journal().beginOccurrence(act(ruleId, at + minute))),
    );
    expect(results.filter((result) => result === 'begun')).toHaveLength(1);
    expect(await journal().listOccurrences({ ruleId, limit: 10 })).toHaveLength(1);
    expect(await newest(ruleId)).toMatchObject({ state: 'acting', jobs, swaps: [] });
    expect(await journal().findRule(ruleId)).toMatchObject({
      consideredUntil: at + minute,
      lastActedAt: at + minute,
    });
  });

  it('begins nothing while another occurrence is open, or for another version or a paused rule', async () => {
    const ruleId = await newRule();
    expect(await journal().beginOccurrence({ ...act(ruleId, at + minute), version: 2 })).toBe(
      'changed',
    );
    await journal().beginOccurrence(act(ruleId, at + minute));
    expect(await journal().beginOccurrence(act(ruleId, at + 2 * minute))).toBe('changed');
    const skipped = {
      ...{ ruleId, version: 1, at },
      now: {
        instant: at + 2 * minute,
        kind: 'skip',
        reason: { code: 'OVERLAP', message: 'open' },
      },
    } as const;
    expect(await journal().beginOccurrence(skipped)).toBe('begun');
    expect(await journal().beginOccurrence(skipped)).toBe('considered');
    expect(await newest(ruleId)).toMatchObject({ state: 'skipped', code: 'OVERLAP' });
    const other = await newRule();
    await journal().pauseRule(other, { by: 'API key p', reason: 'why', at });
    expect(await journal().beginOccurrence(act(other, at + minute))).toBe('changed');
  });

  it('has one row for all that an outage missed', async () => {
    const ruleId = await newRule();
    const missed = { first: at + minute, last: at + 3 * minute, count: 3 };
    await journal().beginOccurrence({ ...act(ruleId, at + 4 * minute), missed });
    const rows = await journal().listOccurrences({ ruleId, limit: 10 });
    expect(rows.map(({ state, instant }) => [state, instant])).toEqual([
      ['acting', at + 4 * minute],
      ['missed', at + 3 * minute],
    ]);
    expect(rows[1]).toMatchObject({ missed: { count: 3, from: at + minute } });
    const page = { ruleId, limit: 1, before: { ruleId, instant: at + 4 * minute } };
    expect(await journal().listOccurrences(page)).toEqual([rows[1]]);
  });

  it('tells what was not done: each failure, and the first of skips for the same reason', async () => {
    const ruleId = await newRule();
    let instant = at;
    const skip = (code: 'BALANCE' | 'NOT_NEEDED' | 'STOPPED') => {
      instant += minute;
      const reason = { code, message: `for ${code}` };
      const now = { instant, kind: 'skip', reason } as const;
      return journal().beginOccurrence({ ruleId, version: 1, at, now });
    };
    for (const code of ['NOT_NEEDED', 'BALANCE', 'BALANCE', 'STOPPED', 'BALANCE'] as const)
      await skip(code);
    instant += 4 * minute;
    const missed = { first: at + 6 * minute, last: at + 8 * minute, count: 3 };
    await journal().beginOccurrence({ ...act(ruleId, instant), missed });
    const refused = { code: 'BALANCE', message: '1 of 2 jobs were refused' };
    await journal().recordSubmitted({ ruleId, instant }, [], refused);
    await journal().recordSubmitted({ ruleId, instant }, [], refused);
    expect(await newest(ruleId)).toMatchObject({ state: 'submitted', ...refused });
    const end = { ruleId, instant, at, pauseAfterFailures: 3 };
    await journal().endOccurrence({ ...end, state: 'failed', code: 'STOPPED', message: 'no' });
    await skip('STOPPED');
    // A clock that is put back tells nothing anew.
    await journal().pauseRule(ruleId, { by: 'API key p', reason: 'why', at });
    await journal().resumeRule(ruleId, at);
    await journal().beginOccurrence({ ruleId, version: 1, at, missed });
    const notices = await opened[engine].raw(
      `select data from notices where type = 'occurrence_not_done' and data->>'rule' = '${ruleId}' order by at`,
    );
    expect(
      notices.map(({ data }) => {
        const { occurrence, state, code, count = 1 } = data as Record<string, string | number>;
        return [(Date.parse(String(occurrence)) - at) / minute, state, code, count];
      }),
    ).toEqual([
      [2, 'skipped', 'BALANCE', 1],
      [4, 'skipped', 'STOPPED', 1],
      [5, 'skipped', 'BALANCE', 1],
      [8, 'missed', 'MISSED', 3],
      [9, 'submitted', 'BALANCE', 1],
      [9, 'failed', 'STOPPED', 1],
      [10, 'skipped', 'STOPPED', 1],
    ]);
  });

  it('pauses a rule that fails repeatedly, until a person resumes it', async () => {
    const ruleId = await newRule();
    const fail = async (instant: number) => {
      await journal().beginOccurrence(act(ruleId, instant));
      const end = { ruleId, instant, at: instant, pauseAfterFailures: 2 };
      return journal().endOccurrence({ ...end, state: 'failed', code: 'UNPAID', message: 'no' });
    };
    expect(await fail(at + minute)).toEqual({ paused: false });
    expect(await fail(at + 2 * minute)).toEqual({ paused: true });
    expect(await journal().findRule(ruleId)).toMatchObject({
      failures: 2,
      paused: { by: 'Ferryman', reason: expect.stringContaining('2 occurrences failed in a row') },
    });
    const resumed = await journal().resumeRule(ruleId, at + 10 * minute);
    expect(resumed).toMatchObject({ failures: 0, consideredUntil: at + 10 * minute });
    expect(resumed?.paused).toBeUndefined();
    expect(await journal().resumeRule('nothing', at)).toBeUndefined();
  });

  it('is due again once a person resumes it, after a clock was far ahead for a moment', async () => {
    const ruleId = await newRule();
    const year = 365 * 24 * 60 * minute;
    const missed = { first: at + 2 * minute, last: at + year, count: 365 };
    expect(await journal().beginOccurrence(act(ruleId, at + minute))).toBe('begun');
    await journal().endOccurrence({
      ...{ ruleId, instant: at + minute, state: 'done', at: at + minute, pauseAfterFailures: 3 },
    });
    expect(await journal().beginOccurrence({ ruleId, version: 1, at: at + year, missed })).toBe(
      'begun',
    );
    expect(await journal().beginOccurrence(act(ruleId, at + 3 * minute))).toBe('considered');
    await journal().pauseRule(ruleId, { by: 'ann', reason: 'a clock was wrong', at });
    await journal().resumeRule(ruleId, at);
    // What was done before stays done, and counts nothing as done now.
    expect(await journal().beginOccurrence(act(ruleId, at + minute))).toBe('considered');
    expect(await journal().openOccurrences()).not.toContainEqual(
      expect.objectContaining({ ruleId }),
    );
    expect(await journal().beginOccurrence(act(ruleId, at + 3 * minute))).toBe('begun');
    expect(await journal().findRule(ruleId)).toMatchObject({ consideredUntil: at + 3 * minute });
  });

  it('forgets failures with one that is done', async () => {
    const ruleId = await newRule();
    const end = { ruleId, pauseAfterFailures: 2, at };
    for (const [number, state] of (['failed', 'done', 'failed'] as const).entries()) {
      const instant = at + (number + 1) * minute;
      await journal().beginOccurrence(act(ruleId, instant));
      expect(await journal().endOccurrence({ ...end, instant, state })).toEqual({ paused: false });
      // The same end again changes nothing.
      expect(await journal().endOccurrence({ ...end, instant, state })).toEqual({ paused: false });
    }
    expect(await journal().findRule(ruleId)).toMatchObject({ failures: 1 });
  });

  it.each([
    `update treasury_rules set body = '{}'`,
    'delete from treasury_rules',
    'delete from treasury_rule_state',
    'delete from treasury_occurrences',
    `update treasury_occurrences set jobs = '[]'`,
    `update treasury_occurrences set state = 'acting' where state = 'skipped'`,
  ])('refuses %s', async (statement) => {
    const ruleId = await newRule();
    await journal().beginOccurrence(act(ruleId, at + minute));
    await expect(opened[engine].raw(statement)).rejects.toMatchObject({
      code: 'JOURNAL_BROKEN_INVARIANT',
    });
  });

  it('tells with the heartbeat when rules changed', async () => {
    const beat = { instance: randomUUID(), roles: ['treasury'], ttl: 1_000 } as const;
    const before = await journal().beat(beat);
    await newRule();
    const after = await journal().beat(beat);
    expect(after.rulesChangedAt).toBeGreaterThan(before.rulesChangedAt ?? 0);
  });
});
