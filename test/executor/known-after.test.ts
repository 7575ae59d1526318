import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { defaultPolicy as policy } from '../../src/core/decide/policy.ts';
import type { Snapshot, SwapState } from '../../src/core/swap/swap.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { type AdvanceStores, advance } from '../../src/executor/advance.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { knownAfter } from '../../src/executor/known-after.ts';
import { openPgliteClient } from '../../src/journal/pglite-client.ts';
import { openForTest } from '../journal/open-for-test.ts';
import { newWorld } from '../journal/suite/fixture.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { noOutages } from '../support/no-outages.ts';
import {
  aLease,
  anAttempt,
  aPaidSnapshot,
  aSnapshot,
  aStep,
  aSwap,
  included,
  noon,
} from '../support/snapshot.ts';

/** Advances a swap from its attribution; `then` is what the journal returns after that. */
async function carryOn(
  attributed: Snapshot,
  then: Snapshot,
  change: { assertRunning?: () => void; stale?: boolean } = {},
) {
  const stale = new FerrymanError('JOURNAL_STALE', 'changed');
  const journal = {
    lockAndRead: vi.fn(async () => attributed),
    snapshot: vi.fn(async () => then),
    transition: vi.fn(async (_request: unknown) => undefined),
    wait: vi.fn(async (_request: unknown) => undefined),
    release: vi.fn(async () => undefined),
  };
  if (change.stale) journal.wait.mockRejectedValueOnce(stale);
  const broadcast = vi.fn();
  const quote = vi.fn(async () => {
    throw new FerrymanError('ROUTER_UNAVAILABLE', 'it does not answer');
  });
  const context = {
    journal,
    guard: { caps: [] },
    router: { quote },
    queue: { dispatch: async () => undefined },
    signingLog: { has: () => true },
    chains: new Map([
      [
        'ETH',
        { broadcast, head: async () => ({ latest: 1n, final: 1n }), chain: { family: 'evm' } },
      ],
    ]),
    policy,
    clock: { now: () => noon },
    logger: pino({ level: 'silent' }),
    outages: noOutages,
    holder: 'h-1',
    checkpoint: async () => undefined,
  };
  const { assertRunning } = change;
  const done = advance(
    context as unknown as ExecutorContext<AdvanceStores>,
    attributed.swap.id,
    assertRunning ? { assertRunning } : {},
  );
  return { done, journal, broadcast };
}

const inBlock = aPaidSnapshot([anAttempt({ sentAt: noon - 300, inclusion: included })]);

describe('a swap that was read with its claim', () => {
  it('is not read again after what was asked of the routing service failed', async () => {
    const { done, journal } = await carryOn(aSnapshot(), aSnapshot());
    await done;
    expect(journal.snapshot).not.toHaveBeenCalled();
    expect(journal.wait.mock.calls[0]?.[0]).toMatchObject({
      version: 1,
      reason: { code: 'ROUTER_UNAVAILABLE' },
    });
  });

  it('is carried on at the version that it has after a change of its state', async () => {
    const { done, journal } = await carryOn(inBlock, inBlock);
    await done;
    expect(journal.transition.mock.calls[0]?.[0]).toMatchObject({
      version: 1,
      state: 'confirming',
    });
    expect(journal.wait.mock.calls[0]?.[0]).toMatchObject({ version: 2 });
    expect(journal.snapshot).not.toHaveBeenCalled();
  });

  it('is read again where somebody has changed it meanwhile', async () => {
    const swap = aSwap({ state: 'confirming', fundsState: 'in_flight', version: 7 });
    const { done, journal } = await carryOn(inBlock, { ...inBlock, swap }, { stale: true });
    await done;
    expect(journal.snapshot).toHaveBeenCalledOnce();
    expect(journal.wait.mock.calls[1]?.[0]).toMatchObject({ version: 7 });
  });

  it('is read again before anything is sent for it: signing may be stopped by now', async () => {
    const swap = aSwap({ state: 'confirming', fundsState: 'in_flight' });
    const steps = [aStep({ lease: aLease([anAttempt()]) })];
    const stopped = { code: 'SIGNING_STOPPED', message: 'signing is stopped' };
    const then = aPaidSnapshot([anAttempt()], { steps, stopped });
    const { done, journal, broadcast } = await carryOn(
      aPaidSnapshot([anAttempt()], { swap, steps }),
      then,
    );
    await done;
    expect(journal.transition.mock.calls[0]?.[0]).toMatchObject({ state: 'executing' });
    expect(broadcast).not.toHaveBeenCalled();
    expect(journal.wait.mock.calls[0]?.[0]).toMatchObject({ reason: stopped });
  });

  it('is left as it is once the process is stopping', async () => {
    let asked = 0;
    const assertRunning = (): void => {
      asked += 1;
      if (asked > 1) throw new FerrymanError('SIGNING_STOPPED', 'this process is stopping');
    };
    const { done, journal } = await carryOn(inBlock, inBlock, { assertRunning });
    await expect(done).rejects.toMatchObject({ code: 'SIGNING_STOPPED' });
    expect(journal.transition).toHaveBeenCalledOnce();
    expect(journal.wait).not.toHaveBeenCalled();
  });
});

it('knows of a swap after a change of its state what the journal has of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-known-'));
  const opened = await openForTest(await openPgliteClient(await copyJournalTemplate(folder)));
  try {
    const world = await newWorld(opened);
    const { id } = await world.paid();
    const reason = { code: 'X', message: 'x' };
    const changes: { state: SwapState; reason?: typeof reason }[] = [
      { state: 'confirming', reason },
      { state: 'settling' },
      { state: 'executing' },
    ];
    for (const change of changes) {
      const { version } = (await world.snapshot(id)).swap;
      await world.journal.wait({
        swapId: id,
        version,
        holder: 'h',
        delay: 0,
        failed: true,
        reason,
      });
      const before = await world.snapshot(id);
      const to = { fundsState: 'in_flight', ...change } as const;
      await world.journal.transition({ swapId: id, version, ...to });
      const written = { observation: { kind: 'none' }, mayHaveWritten: true } as const;
      const known = knownAfter(before, { kind: 'transition', ...to }, written);
      const after = await world.snapshot(id);
      expect(known).toEqual({
        ...after,
        swap: { ...after.swap, updatedAt: before.swap.updatedAt },
      });
    }
  } finally {
    await opened.close();
    await rm(folder, { recursive: true });
  }
});
