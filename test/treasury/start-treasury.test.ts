import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import { createSignals } from '../../src/executor/signals.ts';
import type { BookKeeping } from '../../src/treasury/books/follow-books.ts';
import { startTreasury } from '../../src/treasury/start-treasury.ts';
import type { TreasuryContext } from '../../src/treasury/treasury-context.ts';
import { noOutages } from '../support/no-outages.ts';

const minute = 60_000;
const hour = 60 * minute;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A treasury's worker with a journal that counts what it is asked. */
function aWorker(when: BookKeeping['when']) {
  const signals = createSignals();
  let nextIn = hour;
  const keep = vi.fn(async () => nextIn);
  const journal = {
    electObserver: vi.fn(async () => true),
    treasuryRules: vi.fn(async () => []),
    openOccurrences: vi.fn(async () => []),
  };
  const context = {
    ...{ journal, signals, outages: noOutages, holder: 'w', policy: defaultPolicy },
    ...{ clock: { now: () => Date.now() }, logger: pino({ level: 'silent' }) },
  } as unknown as TreasuryContext;
  const stop = startTreasury(context, { when, every: minute, keep });
  return {
    ...{ signals, keep, journal, stop },
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    /** Until balances are due again. */
    dueIn(ms: number) {
      nextIn = ms;
    },
  };
}

describe('the treasury’s worker', () => {
  it('asks the journal nothing while there is neither a rule nor a book', async () => {
    for (const when of ['with-rules', 'never'] as const) {
      const { journal, keep, pass, signals, stop } = aWorker(when);
      await pass(hour);
      signals.treasury.announce({ hasUnbooked: true });
      await pass(hour);
      expect(keep).not.toHaveBeenCalled();
      expect(journal.electObserver).not.toHaveBeenCalled();
      await stop();
    }
  });

  it('keeps books without a rule where the operator wants them, and asks nothing in between', async () => {
    const { journal, keep, pass, stop } = aWorker('always');
    await pass(0);
    expect(keep).toHaveBeenCalledTimes(1);
    expect(journal.electObserver).toHaveBeenCalledTimes(1);
    await pass(hour - 1_000);
    expect(keep).toHaveBeenCalledTimes(1);
    expect(journal.electObserver).toHaveBeenCalledTimes(1);
    await pass(1_000);
    expect(keep).toHaveBeenCalledTimes(2);
    expect(journal.treasuryRules).not.toHaveBeenCalled();
    await stop();
  });

  it('keeps them with the first rule, and not at all where the operator wants none', async () => {
    for (const [when, times] of [
      ['with-rules', 1],
      ['never', 0],
    ] as const) {
      const { keep, journal, pass, signals, stop } = aWorker(when);
      await pass(hour);
      signals.treasury.announce({ rulesChangedAt: 1 });
      await pass(minute);
      expect(journal.treasuryRules).toHaveBeenCalledTimes(1);
      expect(keep).toHaveBeenCalledTimes(times);
      await stop();
    }
  });

  it('books what has ended within a minute, and goes on while something is to be booked', async () => {
    const { keep, pass, signals, stop } = aWorker('always');
    await pass(10 * minute);
    expect(keep).toHaveBeenCalledTimes(1);
    signals.treasury.announce({ hasUnbooked: true });
    await pass(minute);
    expect(keep).toHaveBeenCalledTimes(2);
    await pass(minute);
    expect(keep).toHaveBeenCalledTimes(3);
    signals.treasury.announce({});
    await pass(2 * minute);
    const done = keep.mock.calls.length;
    await pass(10 * minute);
    expect(keep).toHaveBeenCalledTimes(done);
    await stop();
  });

  it('reads balances again soon where a chain did not answer', async () => {
    const { keep, pass, dueIn, stop } = aWorker('always');
    dueIn(0);
    await pass(0);
    await pass(minute);
    expect(keep).toHaveBeenCalledTimes(2);
    await stop();
  });
});
