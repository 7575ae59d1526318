import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AttemptId } from '../../../src/core/swap/ids.ts';
import {
  committed,
  fee,
  hour,
  leased,
  newWorld,
  randomTxId,
  stepOf,
  type Under,
} from './fixture.ts';

export function describeCommitting(under: Under): void {
  describe('committing', () => {
    it('stores the attempt before anything is sent', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const { leaseId } = leased(await world.lease(id));
      const txId = randomTxId();
      // As long as bytes are: four digits could occur in a hash by chance.
      const bytes = `0x${'f00d'.repeat(32)}` as const;
      const { attemptId, version } = committed(await world.commit(id, leaseId, { txId, bytes }));
      const snapshot = await world.snapshot(id);
      expect(snapshot.swap).toMatchObject({ state: 'executing', fundsState: 'in_flight', version });
      expect(stepOf(snapshot, 'swap')?.lease).toMatchObject({
        state: 'signed',
        attempts: [
          {
            id: attemptId,
            seq: 1,
            kind: 'pay',
            txId,
            bytes,
            fee,
            inclusion: { status: 'unseen' },
            progressed: false,
          },
        ],
      });
      expect(stepOf(snapshot, 'swap')?.lease?.attempts[0]?.sentAt).toBeUndefined();
      expect(await world.journal.findAttempt(world.chain, txId)).toBe(attemptId);
      expect(await world.journal.findAttempt('ANOTHER', txId)).toBeUndefined();
      expect(await world.journal.openAttempts(world.chain)).toEqual({
        attempts: [{ txId, account: world.wallet.address, inclusion: { status: 'unseen' } }],
        since: 0n,
      });
      const { events } = world.journal;
      expect(JSON.stringify(await events(id))).not.toContain('f00d'.repeat(32));
    });

    it('records every send', async () => {
      const world = await newWorld(under());
      const { id, attemptId } = await world.paid();
      const before = await world.version(id);
      await world.journal.recordSent(attemptId, { kind: 'unknown', message: 'socket hang up' });
      const snapshot = await world.snapshot(id);
      expect(stepOf(snapshot, 'swap')?.lease?.attempts[0]?.sentAt).toEqual(expect.any(Number));
      expect(snapshot.swap.version).toBe(before + 1);
      expect((await world.journal.events(id)).at(-1)).toMatchObject({
        type: 'attempt_sent',
        data: { outcome: 'unknown', message: 'socket hang up' },
      });
    });

    it('reports a send of an unknown attempt as its own fault, and does not give the swap up', async () => {
      const { journal } = await newWorld(under());
      const unknown = randomUUID() as AttemptId;
      await expect(journal.recordSent(unknown, { kind: 'accepted' })).rejects.toMatchObject({
        code: 'JOURNAL_WENT_BACK',
        next: 'retry',
      });
    });

    it('refuses any process without the lease, and pays once under it', async () => {
      const world = await newWorld(under());
      const [id, other] = [await world.ready(), await world.ready()];
      const { leaseId } = leased(await world.lease(id));
      const lost = { kind: 'refused', why: 'lease_lost' };
      expect(await world.commit(id, leaseId, { holder: 'another' })).toEqual(lost);
      expect(await world.commit(other, leaseId)).toEqual(lost);
      const results = await Promise.all([1, 2, 3].map(() => world.commit(id, leaseId)));
      expect(results.filter(({ kind }) => kind === 'committed')).toHaveLength(1);
      expect(results.filter(({ kind }) => kind === 'refused')).toEqual([lost, lost]);
    });

    it('refuses an expired hold, even if no other process took it over', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const { leaseId } = leased(await world.lease(id, { hold: 0 }));
      expect(await world.commit(id, leaseId)).toEqual({ kind: 'refused', why: 'lease_lost' });
      expect((await world.snapshot(id)).swap.state).toBe('quoted');
    });

    it('pays and bumps nothing while signing is stopped, but cancels', async () => {
      const world = await newWorld(under());
      const { id, leaseId } = await world.paid();
      const next = await world.ready();
      const held = leased(await world.lease(next));
      await world.journal.setSwitch({
        scope: 'chain',
        subject: world.chain,
        stopped: true,
        by: 'test',
        reason: 'test',
      });
      const stopped = { kind: 'refused', why: 'stopped' };
      expect(await world.commit(next, held.leaseId)).toEqual(stopped);
      expect(await world.commit(id, leaseId, { kind: 'bump' })).toEqual(stopped);
      expect(await world.commit(id, leaseId, { kind: 'cancel' })).toMatchObject({
        kind: 'committed',
      });
    });

    it('pays nothing while the rule that asked for it is stopped, and for others it does', async () => {
      const world = await newWorld(under());
      const rule = { id: `rule of ${world.chain}`, version: 1, budgets: [] };
      const id = await world.ready({ rule });
      const { leaseId } = leased(await world.lease(id));
      const stop = { scope: 'rule', subject: rule.id, by: 'test', reason: 'test' } as const;
      await world.journal.setSwitch({ ...stop, stopped: true });
      expect(await world.commit(id, leaseId)).toEqual({ kind: 'refused', why: 'stopped' });
      await world.journal.voidLease({ leaseId, reason: { code: 'X', message: 'rejected' } });
      const other = await world.ready();
      const next = leased(await world.lease(other));
      expect(await world.commit(other, next.leaseId)).toMatchObject({ kind: 'committed' });
    });

    it('bumps and cancels under a signed lease only', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const { leaseId } = leased(await world.lease(id));
      const lost = { kind: 'refused', why: 'lease_lost' };
      expect(await world.commit(id, leaseId, { kind: 'bump' })).toEqual(lost);
      expect(await world.commit(id, leaseId, { kind: 'cancel' })).toEqual(lost);
      await world.commit(id, leaseId);
      await world.commit(id, leaseId, { kind: 'bump' });
      await world.commit(id, leaseId, { kind: 'cancel' });
      const attempts = stepOf(await world.snapshot(id), 'swap')?.lease?.attempts;
      expect(attempts?.map(({ seq, kind }) => [seq, kind])).toEqual([
        [1, 'pay'],
        [2, 'bump'],
        [3, 'cancel'],
      ]);
    });

    it('replaces only the newest attempt', async () => {
      const world = await newWorld(under());
      const { id, leaseId, attemptId } = await world.paid();
      const { attemptId: second } = committed(
        await world.commit(id, leaseId, { kind: 'bump', replaces: attemptId }),
      );
      const late = { kind: 'refused', why: 'lease_lost' };
      expect(await world.commit(id, leaseId, { kind: 'bump', replaces: attemptId })).toEqual(late);
      expect(await world.commit(id, leaseId, { kind: 'cancel', replaces: attemptId })).toEqual(
        late,
      );
      expect(await world.commit(id, leaseId, { kind: 'cancel', replaces: second })).toMatchObject({
        kind: 'committed',
      });
    });

    it('signs no order that is too old, has no swap data, or is closed', async () => {
      const world = await newWorld(under());
      const expired = { kind: 'refused', why: 'order_expired' };
      const { id } = await world.submit();
      await world.quote(id);
      const bare = leased(await world.lease(id));
      expect(await world.commit(id, bare.leaseId)).toEqual(expired);
      await world.journal.voidLease({ leaseId: bare.leaseId, reason: { code: 'X', message: 'x' } });
      await world.swapData(id, { signBy: Date.now() - hour, goodUntil: Date.now() + hour });
      const old = leased(await world.lease(id));
      expect(await world.commit(id, old.leaseId)).toEqual(expired);
    });

    it('bumps until the order is no longer good, and cancels after that', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      await world.quote(id);
      await world.swapData(id, { signBy: Date.now() + hour, goodUntil: Date.now() - hour });
      const { leaseId } = leased(await world.lease(id));
      committed(await world.commit(id, leaseId));
      expect(await world.commit(id, leaseId, { kind: 'bump' })).toEqual({
        kind: 'refused',
        why: 'order_expired',
      });
      expect(await world.commit(id, leaseId, { kind: 'cancel' })).toMatchObject({
        kind: 'committed',
      });
    });

    it('signs nothing for a swap that has ended', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const { leaseId } = leased(await world.lease(id));
      const version = await world.version(id);
      await world.journal.transition({
        swapId: id,
        version,
        state: 'cancelled',
        fundsState: 'untouched',
      });
      expect(await world.commit(id, leaseId)).toEqual({ kind: 'refused', why: 'swap_ended' });
      expect(stepOf(await world.snapshot(id), 'swap')).toMatchObject({
        outcome: 'dead',
        lease: { state: 'void' },
      });
    });

    it('reserves what a bump may cost beyond the attempt before', async () => {
      const world = await newWorld(under());
      const { id, leaseId } = await world.paid();
      await world.commit(id, leaseId, { kind: 'bump', fee: { ...fee, maxFeePerGas: 15n } });
      await world.commit(id, leaseId, { kind: 'cancel', fee: { ...fee, maxFeePerGas: 12n } });
      expect(
        await world.raw(`select amount::text from reservations where lease_id = '${leaseId}'`),
      ).toEqual([{ amount: '1150' }]);
    });

    it('keeps a transaction id to one attempt: equal transactions of two swaps are one', async () => {
      const world = await newWorld(under());
      const { txId } = await world.paid();
      const id = await world.ready();
      const { leaseId } = leased(await world.lease(id));
      expect(await world.commit(id, leaseId, { txId })).toEqual({
        kind: 'refused',
        why: 'signed_before',
      });
      expect(stepOf(await world.snapshot(id), 'swap')?.lease).toMatchObject({
        state: 'held',
        attempts: [],
      });
    });
  });
}
