import { describe, expect, it } from 'vitest';
import { holdInBlackouts } from '../../../src/executor/gate/hold-in-blackouts.ts';
import { createGuard } from '../../../src/guard/create-guard.ts';
import { policyFrom } from '../../support/guard-policy.ts';
import { aJob, aSnapshot, aSwap } from '../../support/snapshot.ts';

const guard = createGuard({
  policy: policyFrom({
    version: 1,
    blackouts: [
      { name: 'weekend', timeZone: 'UTC', days: ['sat', 'sun'], chains: ['ETH'] },
      { name: 'review', timeZone: 'UTC', rules: ['dca'], dates: ['2026-11-26'] },
    ],
  }),
});
const rule = { id: 'dca', version: 1, budgets: [] };
const own = { code: 'SIGNING_STOPPED', message: 'a person stopped it' };

function journalAt(moment: string, shown: object = {}, job = aJob(), calendar?: string) {
  const snapshot = { ...aSnapshot({ swap: aSwap({ job }) }), ...shown };
  const journal: Parameters<typeof holdInBlackouts>[0] = {
    snapshot: async () => snapshot,
    lockAndRead: async () => snapshot,
    stopOfSignature: async () => undefined,
    findStop: async () => undefined,
  };
  return holdInBlackouts(journal, {
    guard,
    clock: { now: () => Date.parse(moment) },
    ...(calendar === undefined ? {} : { calendar: { now: () => Date.parse(calendar) } }),
  });
}

const signature = {
  ...{ walletId: 'w-1' as never, wallet: 'treasury', chain: 'ETH', providers: [] },
  rules: [] as string[],
};

describe('a journal in a blackout', () => {
  it('shows it as a stop with its end, which an operator’s own stop precedes', async () => {
    const saturday = '2026-11-28T12:00:00Z';
    const monday = Date.parse('2026-11-30T00:00:00Z');
    const held = { code: 'BLACKOUT', until: monday };
    const journal = journalAt(saturday);
    expect((await journal.lockAndRead('s-1' as never, 'me', 1))?.stopped).toMatchObject(held);
    expect((await journal.snapshot('s-1' as never))?.stopped).toMatchObject(held);
    expect(await journal.stopOfSignature(signature)).toMatchObject(held);
    expect(await journal.findStop(signature)).toMatchObject(held);
    const stopped = journalAt(saturday, { stopped: own });
    expect((await stopped.snapshot('s-1' as never))?.stopped).toEqual(own);
  });

  it('goes by the calendar, and its end is as far away by the clock', async () => {
    const [wednesday, saturday] = ['2026-11-25T12:00:00Z', '2026-11-28T12:00:00Z'];
    const journal = journalAt(wednesday, {}, aJob(), saturday);
    expect((await journal.snapshot('s-1' as never))?.stopped).toMatchObject({
      code: 'BLACKOUT',
      until: Date.parse('2026-11-27T00:00:00Z'),
    });
    const open = journalAt(saturday, {}, aJob(), wednesday);
    expect(await open.snapshot('s-1' as never)).not.toHaveProperty('stopped');
  });

  it('shows nothing outside of it', async () => {
    const journal = journalAt('2026-11-27T12:00:00Z');
    expect(await journal.snapshot('s-1' as never)).not.toHaveProperty('stopped');
    expect(await journal.stopOfSignature(signature)).toBeUndefined();
  });

  it('holds what a rule asked for, alone and in a shared transaction', async () => {
    const review = '2026-11-26T12:00:00Z';
    const job = { ...aJob(), rule };
    expect((await journalAt(review, {}, job).snapshot('s-1' as never))?.stopped?.code).toBe(
      'BLACKOUT',
    );
    expect(await journalAt(review).snapshot('s-1' as never)).not.toHaveProperty('stopped');
    const rules = ['sweep', 'dca'];
    expect(await journalAt(review).stopOfSignature({ ...signature, rules })).toMatchObject({
      code: 'BLACKOUT',
    });
  });
});
