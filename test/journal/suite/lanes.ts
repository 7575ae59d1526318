import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Family } from '../../../src/core/swap/chains.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { Job } from '../../../src/core/swap/job.ts';
import type { Admission } from '../../../src/ports/stores/lane-store.ts';
import {
  committed,
  included,
  leased,
  newWorld,
  randomTxId,
  type Under,
  type World,
} from './fixture.ts';
import { lostEntry, person } from './lost-entry.ts';
import { resolve, timers, toReview } from './resolution.ts';

const worker = 'worker-1';

/** Swaps that wait for their wallet account. */
export function describeLanes(under: Under): void {
  const start = (family: Family = 'evm') => newWorld(under(), family);
  const laneOf = (world: World) => ({ walletId: world.wallet.id, chain: world.chain });
  const enter = async (world: World, change: Partial<Job> = {}): Promise<SwapId> => {
    const submission = { idempotencyKey: randomUUID(), bodyHash: 'a', job: world.job(change) };
    return (await world.journal.submit(submission)).swap.id;
  };
  const enterMany = async (world: World, count: number): Promise<SwapId[]> => {
    const ids: SwapId[] = [];
    while (ids.length < count) ids.push(await enter(world));
    return ids;
  };
  const admit = (world: World): Promise<Admission> =>
    world.journal.admit({ ...laneOf(world), holder: worker, ttl: 10_000 });
  const admitAll = async (world: World): Promise<SwapId[]> => {
    const ids: SwapId[] = [];
    for (let { swaps } = await admit(world); swaps.length > 0; { swaps } = await admit(world))
      ids.push(...swaps);
    return ids;
  };
  const isDue = async (world: World): Promise<boolean> =>
    (await world.journal.dueLanes(10_000)).some(
      ({ walletId, chain }) => walletId === world.wallet.id && chain === world.chain,
    );
  const order = async (world: World, id: SwapId): Promise<void> => {
    await world.quote(id);
    await world.swapData(id);
  };
  const pay = async (world: World, id: SwapId, change = {}) => {
    await order(world, id);
    const leased = await world.lease(id, change);
    if (leased.kind !== 'leased') throw new Error(`refused: ${leased.refusal.kind}`);
    const txId = randomTxId();
    const { attemptId } = committed(await world.commit(id, leased.leaseId, { txId }));
    return { leaseId: leased.leaseId, txId, attemptId };
  };

  describe('a swap that waits in a lane', () => {
    it('has no timer, no slot, and no worker can lock it', async () => {
      const world = await start();
      const id = await enter(world);
      expect(await world.journal.lock(id, worker, 1_000)).toBe(false);
      expect((await world.journal.dueSwaps(10_000)).map(({ swapId }) => swapId)).not.toContain(id);
      expect(await world.snapshot(id)).not.toHaveProperty('hasSlot');
      expect(await isDue(world)).toBe(true);
    });

    it('is admitted once, by one of the workers that ask at the same time, and locked for it', async () => {
      const world = await start();
      const ids = await enterMany(world, 5);
      const admissions = await Promise.all(Array.from({ length: 10 }, () => admit(world)));
      const rest = await admitAll(world);
      expect([...admissions.flatMap(({ swaps }) => swaps), ...rest].toSorted()).toEqual(
        ids.toSorted(),
      );
      for (const id of ids) {
        expect(await world.snapshot(id)).toMatchObject({ hasSlot: true });
        expect(await world.journal.lock(id, 'worker-2', 1_000)).toBe(false);
        expect(await world.journal.lock(id, worker, 1_000)).toBe(true);
      }
      expect(await isDue(world)).toBe(false);
    });

    it('is admitted by priority, then by age', async () => {
      const world = await start();
      const first = await enter(world);
      const second = await enter(world);
      const urgent = await enter(world, { priority: 3 });
      expect(await admitAll(world)).toEqual([urgent, first, second]);
    });

    it('is known to be the next one before it is admitted, and stays the next', async () => {
      const world = await start();
      const next = async () => {
        const [first, ...others] = await world.journal.nextInLane(laneOf(world));
        expect(others).toEqual([]);
        return first;
      };
      expect(await next()).toBeUndefined();
      const bound = { kind: 'slippage', slippageBps: 50 } as const;
      const first = await enter(world, { bound });
      const urgent = await enter(world, { priority: 3 });
      expect(await next()).toMatchObject({ job: { priority: 3 }, consecutiveFailures: 0 });
      expect(await next()).not.toHaveProperty('reason');
      expect((await admit(world)).swaps).toEqual([urgent]);
      expect(await next()).toMatchObject({ job: { bound, amount: 1_000n } });
      expect((await admit(world)).swaps).toEqual([first]);
      expect(await next()).toBeUndefined();
      const reason = { code: 'X', message: 'x' };
      const at = { swapId: first, version: await world.version(first), holder: worker };
      await world.journal.wait({ ...at, delay: 0, failed: true, reason });
      await world.journal.lock(first, worker, 10_000);
      const entry = { chain: world.chain, family: 'evm', isUrgent: false } as const;
      await world.journal.enterLane({ ...at, version: await world.version(first), ...entry });
      expect(await next()).toMatchObject({ consecutiveFailures: 1, reason });
    });

    it('is not admitted while all slots are used; the worker learns whether slots are free', async () => {
      const world = await start();
      const ids = await enterMany(world, 18);
      expect(await admit(world)).toMatchObject({ lane: laneOf(world), hasNext: true });
      expect(await admitAll(world)).toHaveLength(15);
      expect(await isDue(world)).toBe(false);
      await world.journal.cancel(ids[0] as SwapId);
      expect(await isDue(world)).toBe(true);
      expect(await admitAll(world)).toEqual(ids.slice(16, 17));
    });

    it('is not admitted while its wallet is stopped, and is due when that is over', async () => {
      const world = await start();
      await enter(world);
      const stop = { scope: 'chain', subject: world.chain, by: 'test', reason: 'test' } as const;
      await world.journal.setSwitch({ ...stop, stopped: true });
      expect(await admitAll(world)).toEqual([]);
      expect(await isDue(world)).toBe(false);
      await world.journal.setSwitch({ ...stop, stopped: false });
      expect(await isDue(world)).toBe(true);
      expect(await admitAll(world)).toHaveLength(1);
    });

    it('is not admitted while the journal lacks what was signed, and is due when it is adopted', async () => {
      const [world, concerned] = [await start(), await start()];
      await enter(world);
      await concerned.journal.recordLosses([lostEntry(concerned)]);
      try {
        expect(await admitAll(world)).toEqual([]);
        expect(await isDue(world)).toBe(false);
      } finally {
        await concerned.journal.adopt(person);
      }
      expect(await isDue(world)).toBe(true);
      expect(await admitAll(world)).toHaveLength(1);
    });

    it('leaves it when it is cancelled', async () => {
      const world = await start();
      const id = await enter(world);
      expect(await world.journal.cancel(id)).toMatchObject({ kind: 'cancelled' });
      expect(await admitAll(world)).toEqual([]);
      expect(await isDue(world)).toBe(false);
    });

    it('leaves it if a worker that had lost its lock signs for it, and is tracked', async () => {
      const world = await start('ton');
      const id = await enter(world);
      await admit(world);
      await order(world, id);
      const version = await world.version(id);
      await world.journal.wait({ swapId: id, version, holder: worker, delay: 0, failed: true });
      await world.journal.lock(id, 'worker-2', 10_000);
      const entry = {
        holder: 'worker-2',
        chain: world.chain,
        family: 'ton',
        isUrgent: true,
      } as const;
      await world.journal.enterLane({ ...entry, swapId: id, version });
      const signed = await world.lease(id, { version, chainNonce: 7n });
      if (signed.kind !== 'leased') throw new Error(signed.refusal.kind);
      const fee = { family: 'ton', walletFee: 10n } as const;
      committed(await world.commit(id, signed.leaseId, { fee, expires: 5_000n }));
      expect(await admit(world)).toEqual({ swaps: [], hasNext: false });
      expect((await world.journal.dueSwaps(10_000)).map(({ swapId }) => swapId)).toContain(id);
    });

    it('has not ended: a swap that a person ended and that is still signed is tracked by its timer', async () => {
      const world = await start();
      const { id, leaseId, txId } = await world.paid();
      await toReview(world, id);
      await resolve(world, id, 'unpaid');
      await world.journal.lock(id, worker, 10_000);
      const entry = {
        swapId: id,
        holder: worker,
        chain: world.chain,
        family: 'evm',
        isUrgent: true,
      } as const;
      await expect(
        world.journal.enterLane({ ...entry, version: await world.version(id) }),
      ).rejects.toMatchObject({
        code: 'JOURNAL_STALE',
      });
      expect(await timers(world, id)).toBe(1);
      await world.prove(id, leaseId, { txId });
      expect(await timers(world, id)).toBe(0);
    });

    it('is due by itself once its deadline has passed, however full the lane is', async () => {
      const world = await start('bitcoin');
      const [first, late] = [
        await enter(world),
        await enter(world, { deadline: Date.now() - 1_000 }),
      ];
      expect(await admit(world)).toMatchObject({ swaps: [first] });
      expect(await isDue(world)).toBe(true);
      expect(await admit(world)).toEqual({ swaps: [], hasNext: false });
      expect(await isDue(world)).toBe(false);
      expect((await world.journal.dueSwaps(10_000)).map(({ swapId }) => swapId)).toContain(late);
    });

    it('is checked later if the lane is postponed, unless a deadline passes or another swap enters before', async () => {
      const world = await start();
      const postpone = () => world.journal.postponeLane({ ...laneOf(world), delay: 3_600_000 });
      const [late] = [await enter(world, { deadline: Date.now() - 1_000 }), await enter(world)];
      await postpone();
      expect((await world.journal.dueSwaps(10_000)).map(({ swapId }) => swapId)).toContain(late);
      await postpone();
      expect(await isDue(world)).toBe(false);
      await enter(world);
      expect(await isDue(world)).toBe(true);
      await postpone();
      expect(await isDue(world)).toBe(false);
    });

    it('returns there with its order, before those that have not begun', async () => {
      const world = await start();
      const [first] = await enterMany(world, 17);
      await admitAll(world);
      await order(world, first as SwapId);
      const entry = {
        swapId: first as SwapId,
        holder: worker,
        chain: world.chain,
        family: 'evm',
        isUrgent: true,
      } as const;
      await expect(world.journal.enterLane({ ...entry, version: 1 })).rejects.toMatchObject({
        code: 'JOURNAL_STALE',
      });
      await expect(
        world.journal.enterLane({
          ...entry,
          holder: 'worker-2',
          version: await world.version(first as SwapId),
        }),
      ).rejects.toMatchObject({ code: 'JOURNAL_STALE' });
      await world.journal.enterLane({ ...entry, version: await world.version(first as SwapId) });
      expect(await world.journal.lock(first as SwapId, worker, 1_000)).toBe(false);
      expect(await admitAll(world)).toEqual([first]);
    });
  });

  /**
   * A swap whose payment has landed and waits on a bridge: its claim is signed in the lane of that
   * chain.
   */
  const fetching = async (world: World, chain = world.chain): Promise<SwapId> => {
    const { id, leaseId, txId } = await world.paid();
    await world.prove(id, leaseId, { txId });
    const version = await world.version(id);
    await world.journal.transition({
      swapId: id,
      version,
      state: 'claiming',
      fundsState: 'in_flight',
    });
    await goBack(world, id, chain);
    return id;
  };
  const goBack = async (world: World, swapId: SwapId, chain = world.chain) => {
    await world.journal.lock(swapId, worker, 10_000);
    const entry = { holder: worker, chain, family: 'evm', isUrgent: true } as const;
    await world.journal.enterLane({ ...entry, swapId, version: await world.version(swapId) });
  };
  const used = async (world: World, chain = world.chain): Promise<unknown> =>
    (
      await world.raw(
        `select used from lanes where wallet_id = '${world.wallet.id}' and chain = '${chain}'`,
      )
    )[0]?.used;

  describe('a swap that fetches its money', () => {
    it.each(['claiming', 'needs_review'] as const)(
      'returns its slot while it waits to sign for that, as %s',
      async (state) => {
        const world = await start();
        const id = await fetching(world);
        if (state === 'needs_review') {
          await toReview(world, id);
          await goBack(world, id);
        }
        expect(await admitAll(world)).toEqual([id]);
        const wait = { swapId: id, holder: worker, delay: 60_000, failed: true };
        await world.journal.wait({ ...wait, version: await world.version(id) });
        expect(await world.snapshot(id)).not.toHaveProperty('hasSlot');
        expect(await used(world)).toBe(0);
      },
    );

    it('waits for a slot past its deadline without making the lane due all the time', async () => {
      const world = await start();
      await enterMany(world, 16);
      await admitAll(world);
      const { id } = await world.submit({ deadline: Date.now() - 1_000 });
      await goBack(world, id);
      expect(await isDue(world)).toBe(false);
    });

    it('waits in the lane of the chain where it signs, not in its former one', async () => {
      const world = await start();
      const other = `${world.chain}-2`;
      const id = await fetching(world, other);
      expect(await used(world, other)).toBe(0);
      expect(
        await world.journal.admit({ ...laneOf(world), chain: other, holder: worker, ttl: 10_000 }),
      ).toMatchObject({
        swaps: [id],
      });
      await goBack(world, id);
      expect(await used(world, other)).toBe(0);
      expect(await admitAll(world)).toEqual([id]);
    });
  });

  describe('a slot of a lane', () => {
    it('is returned if the swap waits before it has signed, unless the swap keeps it', async () => {
      const world = await start();
      const id = await enter(world);
      await admitAll(world);
      const wait = { swapId: id, holder: worker, delay: 1_000, failed: true };
      await world.journal.wait({ ...wait, version: await world.version(id), keepsSlot: true });
      expect(await world.snapshot(id)).toMatchObject({ hasSlot: true });
      await world.journal.wait({ ...wait, version: await world.version(id) });
      expect(await world.snapshot(id)).not.toHaveProperty('hasSlot');
    });

    it('is returned when the swap waits for a person', async () => {
      const world = await start();
      const id = await enter(world);
      await admitAll(world);
      const change = {
        swapId: id,
        version: await world.version(id),
        fundsState: 'untouched',
      } as const;
      await world.journal.transition({ ...change, state: 'needs_review' });
      expect(await world.snapshot(id)).not.toHaveProperty('hasSlot');
    });

    it.each(['waits for a person', 'was ended by one'])(
      'is returned by the proof of an approve where its swap %s meanwhile',
      async (what) => {
        const world = await start();
        const id = await enter(world);
        await admitAll(world);
        await order(world, id);
        const { leaseId } = leased(await world.lease(id, { kind: 'approve' }, false));
        const txId = randomTxId();
        committed(await world.commit(id, leaseId, { txId }));
        await toReview(world, id, 'untouched');
        if (what === 'was ended by one') await resolve(world, id, 'unpaid');
        expect(await used(world)).toBe(1);
        await world.prove(id, leaseId, { txId });
        expect(await used(world)).toBe(0);
      },
    );

    it('is kept through the proof of an approve by a swap that continues', async () => {
      const world = await start();
      const id = await enter(world);
      await admitAll(world);
      await order(world, id);
      const { leaseId } = leased(await world.lease(id, { kind: 'approve' }, false));
      const txId = randomTxId();
      committed(await world.commit(id, leaseId, { txId }));
      await world.prove(id, leaseId, { txId });
      expect(await world.snapshot(id)).toMatchObject({ hasSlot: true });
    });

    it('of an EVM account is returned by the inclusion of the payment, whatever happened to the swap before', async () => {
      const world = await start();
      const id = await enter(world);
      await admitAll(world);
      const { txId, attemptId } = await pay(world, id);
      await world.journal.recordSent(attemptId, { kind: 'accepted' });
      expect(await world.snapshot(id)).toMatchObject({ hasSlot: true });
      await world.observe({ [txId]: included(90n) });
      expect(await world.snapshot(id)).not.toHaveProperty('hasSlot');
    });

    it('of a TRON or Solana account is returned when the payment was sent', async () => {
      for (const family of ['tron', 'solana'] as const) {
        const world = await start(family);
        const id = await enter(world);
        await admitAll(world);
        await order(world, id);
        const leased = await world.lease(id);
        if (leased.kind !== 'leased') throw new Error(leased.refusal.kind);
        const { attemptId } = committed(
          await world.commit(id, leased.leaseId, { expires: 5_000n }),
        );
        expect(await world.snapshot(id)).toMatchObject({ hasSlot: true });
        await world.journal.recordSent(attemptId, { kind: 'accepted' });
        expect(await world.snapshot(id)).not.toHaveProperty('hasSlot');
      }
    });

    it('of a TON wallet is returned by the proof, and swaps that share a transaction are admitted at once', async () => {
      const world = await start('ton');
      const ids = await enterMany(world, 6);
      expect(await world.journal.nextInLane(laneOf(world))).toHaveLength(4);
      expect((await admit(world)).swaps.toSorted()).toEqual(ids.slice(0, 4).toSorted());
      expect(await admit(world)).toEqual({ swaps: [], hasNext: false });
      const [first, ...others] = ids.slice(0, 4) as [SwapId, ...SwapId[]];
      await order(world, first);
      const leased = await world.lease(first, { chainNonce: 7n });
      if (leased.kind !== 'leased') throw new Error(leased.refusal.kind);
      const txId = randomTxId();
      const fee = { family: 'ton', walletFee: 10n } as const;
      committed(await world.commit(first, leased.leaseId, { txId, fee, expires: 5_000n }));
      for (const id of others) await world.journal.cancel(id);
      expect(await isDue(world)).toBe(false);
      await world.observe({ [txId]: included(90n) });
      expect(await admit(world)).toEqual({ swaps: [], hasNext: false });
      await world.prove(first, leased.leaseId, { txId });
      expect(await isDue(world)).toBe(true);
      expect((await admit(world)).swaps.toSorted()).toEqual(ids.slice(4).toSorted());
    });

    it('never goes to more swaps than slots exist, and is never lost', async () => {
      const world = await start();
      const ids = await enterMany(world, 40);
      const underWay = new Set<SwapId>();
      while (underWay.size < 40) {
        const admissions = await Promise.all(Array.from({ length: 8 }, () => admit(world)));
        const [counts] = await world.raw(
          `select used, waiting, (select count(*)::int from lane_swaps p where p.wallet_id = lanes.wallet_id and p.chain = lanes.chain and p.has_slot) as slots,
             (select count(*)::int from lane_swaps p where p.wallet_id = lanes.wallet_id and p.chain = lanes.chain and not p.has_slot) as waits
           from lanes where wallet_id = '${world.wallet.id}' and chain = '${world.chain}'`,
        );
        expect(counts?.used).toBe(counts?.slots);
        expect(counts?.waiting).toBe(counts?.waits);
        expect(counts?.used).toBeLessThanOrEqual(16);
        const swaps = admissions.flatMap((admission) => admission.swaps);
        for (const id of swaps) underWay.add(id);
        await Promise.all(swaps.map((id) => world.journal.cancel(id)));
      }
      expect([...underWay].toSorted()).toEqual(ids.toSorted());
      expect(await isDue(world)).toBe(false);
    });
  });
}
