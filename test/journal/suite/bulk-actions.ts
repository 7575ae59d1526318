import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { BulkKind } from '../../../src/core/operator/bulk-action.ts';
import { judgeBulk } from '../../../src/core/operator/judge-bulk.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { BulkItemRequest, BulkTurn } from '../../../src/ports/stores/bulk-store.ts';
import { holder, newWorld, type Under, type World } from './fixture.ts';
import { lostEntry, person } from './lost-entry.ts';

/** Bulk actions are done swap by swap, each once, whoever dies meanwhile. */
export function describeBulkActions(under: Under): void {
  const keyId = 'key_0123456789ab';
  const create = async (
    { journal }: World,
    action: BulkKind,
    swaps: readonly SwapId[],
    change: { idempotencyKey?: string; bodyHash?: string; filter?: Record<string, string> } = {},
  ): Promise<string> => {
    const { idempotencyKey = randomUUID(), bodyHash = '', filter = { newerThan: '1h' } } = change;
    const draft = { action, swaps, keyId, idempotencyKey, bodyHash, perMinute: 6_000 };
    const made = { ...draft, id: randomUUID(), filter, reason: 'a test' };
    return (await journal.createBulkAction(made)).id;
  };
  /** The next turn of this action, without those of others. */
  const turnOf = async ({ journal }: World, id: string, by = holder): Promise<BulkTurn> => {
    for (;;) {
      const next = await journal.nextBulkItem(by, 60_000);
      if ('turn' in next && next.turn.bulkId === id) return next.turn;
      if ('turn' in next) throw new Error('another action runs');
    }
  };
  const request = (turn: BulkTurn): BulkItemRequest => ({
    turn,
    judge: (subject) =>
      judgeBulk(subject, { ...turn, maxGenerations: 3, outOfReach: () => undefined }),
    maxGenerations: 3,
    now: Date.now(),
    mayEnd: true,
  });

  describe('a bulk action', () => {
    it('does each swap once, counts it, and names itself in the audit log', async () => {
      const world = await newWorld(under());
      const { journal } = world;
      const open = await world.submit();
      const ended = await world.submit();
      await journal.cancel(ended.id);
      const id = await create(world, 'cancel', [open.id, ended.id]);
      const first = await turnOf(world, id);
      expect(first).toMatchObject({ seq: 1, swapId: open.id });
      expect(await journal.doBulkItem(request(first))).toEqual({ kind: 'done', swapId: open.id });
      expect(await journal.doBulkItem(request(first))).toEqual({ kind: 'not_running' });
      expect((await world.snapshot(open.id)).swap.state).toBe('cancelled');
      const [act] = await journal.listActs({ limit: 1, subject: `swap ${open.id}` });
      expect(act).toMatchObject({ action: 'cancelSwap', data: { bulkAction: id } });
      const second = await turnOf(world, id);
      expect(await journal.doBulkItem(request(second))).toEqual({
        kind: 'skipped',
        code: 'ALREADY_CANCELLED',
      });
      expect(await journal.nextBulkItem(holder, 60_000)).toEqual({});
      expect(await journal.findBulkAction(id)).toMatchObject({
        state: 'finished',
        total: 2,
        done: 1,
        skipped: 1,
        failed: 0,
      });
      expect(await journal.bulkItems(id, { limit: 10, outcome: 'skipped' })).toMatchObject([
        { seq: 2, swapId: ended.id, code: 'ALREADY_CANCELLED' },
      ]);
      expect(await journal.bulkItems(id, { limit: 10, after: 2 })).toEqual([]);
    });

    it('retries a swap once, though its process died before it could say so', async () => {
      const world = await newWorld(under());
      const { journal } = world;
      const { id: swapId } = await world.submit();
      await journal.cancel(swapId);
      const filter = { state: 'cancelled' };
      const id = await create(world, 'retry', [swapId], { filter });
      const turn = await turnOf(world, id);
      const dying = {
        ...request(turn),
        judge: () => {
          throw new Error('killed');
        },
      };
      await expect(journal.doBulkItem(dying)).rejects.toThrow();
      expect(await journal.bulkItems(id, { limit: 1 })).toEqual([{ seq: 1, swapId }]);
      const done = await journal.doBulkItem(request(await turnOf(world, id)));
      if (done.kind !== 'done') throw new Error(done.kind);
      expect((await world.snapshot(done.swapId)).swap.retryOf).toBe(swapId);
      expect(await journal.nextBulkItem(holder, 60_000)).toEqual({});
      const again = await create(world, 'retry', [swapId], { filter });
      expect(await journal.doBulkItem(request(await turnOf(world, again)))).toEqual({
        kind: 'skipped',
        code: 'ALREADY_RETRIED',
      });
      expect(await journal.nextBulkItem(holder, 60_000)).toEqual({});
    });

    it('pays nothing that its owner has cancelled, unless it was created to', async () => {
      const world = await newWorld(under());
      const { journal } = world;
      const before = await world.submit();
      const meanwhile = await world.submit();
      await journal.cancel(before.id);
      const swaps = [before.id, meanwhile.id];
      const skips = async (id: string) =>
        (await journal.bulkItems(id, { limit: 9, outcome: 'skipped' })).map(({ code }) => code);
      const unnamed = await create(world, 'retry', swaps);
      await journal.cancel(meanwhile.id);
      for (const _ of swaps) await journal.doBulkItem(request(await turnOf(world, unnamed)));
      expect(await skips(unnamed)).toEqual(['CANCELLED', 'CANCELLED']);

      const later = await world.submit();
      const filter = { state: 'requested, cancelled' };
      const named = await create(world, 'retry', [before.id, later.id], { filter });
      await journal.cancel(later.id);
      const first = await journal.doBulkItem(request(await turnOf(world, named)));
      expect(first).toMatchObject({ kind: 'done' });
      await journal.doBulkItem(request(await turnOf(world, named)));
      expect(await skips(named)).toEqual(['CANCELLED']);
      const retried = await world.raw(
        `select retry_of from swaps where retry_of in ('${before.id}', '${meanwhile.id}', '${later.id}')`,
      );
      expect(retried).toEqual([{ retry_of: before.id }]);
    });

    it('leaves alone what has changed since it was chosen', async () => {
      const world = await newWorld(under());
      const { journal } = world;
      const wait = async (id: SwapId, code: string) =>
        journal.transition({
          swapId: id,
          version: await world.version(id),
          state: 'needs_review',
          fundsState: 'untouched',
          reason: { code, message: 'a test' },
        });
      const { id: swapId } = await world.submit();
      await wait(swapId, 'ROUTER_NO_ROUTE');
      const filter = { state: 'needs_review', error: 'ROUTER_NO_ROUTE' };
      const retry = await create(world, 'retry', [swapId], { filter });
      await wait(swapId, 'GUARD_REFUSED');
      const version = await world.version(swapId);
      expect(await journal.doBulkItem(request(await turnOf(world, retry)))).toEqual({
        kind: 'skipped',
        code: 'NO_LONGER_MATCHES',
      });
      expect(await world.version(swapId)).toBe(version);

      const paying = await world.submit();
      const cancel = await create(world, 'cancel', [paying.id], { filter: { state: 'requested' } });
      await world.quote(paying.id);
      await world.swapData(paying.id);
      expect((await world.snapshot(paying.id)).swap.state).not.toBe('requested');
      expect(await journal.doBulkItem(request(await turnOf(world, cancel)))).toEqual({
        kind: 'skipped',
        code: 'NO_LONGER_MATCHES',
      });
      expect((await world.snapshot(paying.id)).swap.cancelRequestedAt).toBeUndefined();
    });

    it('belongs to one process, rests while it is paused, and ends when it is aborted', async () => {
      const world = await newWorld(under());
      const { journal } = world;
      const swaps: SwapId[] = [];
      for (let count = 0; count < 3; count++) swaps.push((await world.submit()).id);
      const id = await create(world, 'cancel', swaps);
      expect((await journal.sweep(1)).bulk).toBe(true);
      const turn = await turnOf(world, id, 'one');
      expect(await journal.nextBulkItem('another', 60_000)).not.toHaveProperty('turn');
      expect(await journal.doBulkItem(request({ ...turn, holder: 'another' }))).toEqual({
        kind: 'not_running',
      });
      const paused = await journal.changeBulkAction(id, { to: 'paused', reason: 'lunch' });
      expect(paused).toMatchObject({ state: 'paused', stateReason: 'lunch' });
      expect(await journal.doBulkItem(request(turn))).toEqual({ kind: 'not_running' });
      expect(await journal.nextBulkItem('one', 60_000)).toEqual({});
      expect((await journal.sweep(1)).bulk).toBeUndefined();
      await journal.changeBulkAction(id, { to: 'running', reason: 'back' });
      // The one process dies, and its lock runs out.
      await world.raw('update bulk_actions set locked_until = now()');
      const next = await turnOf(world, id, 'another');
      expect(await journal.doBulkItem(request(next))).toMatchObject({ kind: 'done' });
      await journal.changeBulkAction(id, { to: 'aborted', reason: 'enough' });
      expect(await journal.nextBulkItem('another', 60_000)).toEqual({});
      expect(await journal.changeBulkAction(id, { to: 'running', reason: 'no' })).toMatchObject({
        state: 'aborted',
        done: 1,
      });
      const states = await Promise.all(swaps.map((swap) => world.snapshot(swap)));
      expect(states.map(({ swap }) => swap.state)).toEqual(['cancelled', 'requested', 'requested']);
    });

    it('waits for a person when the journal has gone back', async () => {
      const world = await newWorld(under());
      const { journal } = world;
      const { id: swapId } = await world.submit();
      const id = await create(world, 'cancel', [swapId]);
      const turn = await turnOf(world, id);
      await journal.recordLosses([lostEntry(world)]);
      await journal.adopt(person);
      expect(await journal.doBulkItem(request(turn))).toEqual({ kind: 'not_running' });
      expect(await journal.findBulkAction(id)).toMatchObject({
        state: 'paused',
        stateReason: expect.stringContaining('gone back'),
      });
      expect(await journal.nextBulkItem(holder, 60_000)).toEqual({});
      await journal.changeBulkAction(id, { to: 'running', reason: 'looked at it' });
      expect(await journal.doBulkItem(request(await turnOf(world, id)))).toMatchObject({
        kind: 'done',
      });
    });

    it('says in the audit log what failed, and rests after what it skips', async () => {
      const world = await newWorld(under());
      const { journal } = world;
      const failing = await world.submit();
      const ended = await world.submit();
      await journal.cancel(ended.id);
      const id = await create(world, 'cancel', [failing.id, ended.id]);
      const turn = await turnOf(world, id);
      await journal.failBulkItem(turn, { code: 'INTERNAL', message: 'broken' });
      await journal.failBulkItem(turn, { code: 'INTERNAL', message: 'broken' });
      expect(await journal.listActs({ limit: 9, subject: `swap ${failing.id}` })).toMatchObject([
        {
          action: 'cancelSwap.refused',
          reason: 'a test',
          data: { bulkAction: id, code: 'INTERNAL', detail: 'broken' },
        },
      ]);
      await journal.doBulkItem(request(await turnOf(world, id)));
      const [rest] = await world.raw(
        `select next_at > updated_at as rests from bulk_actions where id = '${id}'`,
      );
      expect(rest).toEqual({ rests: true });
    });

    it('is the same under its idempotency key, and refused with another body', async () => {
      const world = await newWorld(under());
      const { id: swapId } = await world.submit();
      const same = { idempotencyKey: randomUUID(), bodyHash: 'a' };
      const id = await create(world, 'cancel', [swapId], same);
      expect(await create(world, 'cancel', [], same)).toBe(id);
      await expect(create(world, 'cancel', [], { ...same, bodyHash: 'b' })).rejects.toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
      });
      await world.journal.changeBulkAction(id, { to: 'aborted', reason: 'a test' });
      await expect(
        world.raw(`update bulk_items set swap_id = gen_random_uuid() where bulk_id = '${id}'`),
      ).rejects.toMatchObject({ code: 'JOURNAL_BROKEN_INVARIANT' });
    });
  });
}
