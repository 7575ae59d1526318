import { describe, expect, it } from 'vitest';
import {
  committed,
  included,
  leased,
  newWorld,
  randomTxId,
  stepOf,
  type Under,
} from './fixture.ts';

const because = { code: 'TEST', message: 'because' };
const stale = { code: 'JOURNAL_STALE' };

/**
 * Late writes of a process that was paused for too long and continues as if nothing had happened.
 */
export function describeFencing(under: Under): void {
  describe('a process that was paused', () => {
    it('commits nothing under an expired lease, even if no other process has taken it', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const { leaseId } = leased(await world.lease(id, { hold: 0 }));
      expect(await world.commit(id, leaseId)).toEqual({ kind: 'refused', why: 'lease_lost' });
    });

    it("commits nothing under another process's lease of the same nonce", async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const paused = leased(await world.lease(id, { hold: 0, holder: 'paused' }));
      const other = leased(await world.lease(id, { holder: 'other' }));
      expect(other.nonce).toBe(paused.nonce);
      for (const leaseId of [paused.leaseId, other.leaseId]) {
        expect(await world.commit(id, leaseId, { holder: 'paused' })).toEqual({
          kind: 'refused',
          why: 'lease_lost',
        });
      }
      expect(await world.commit(id, other.leaseId, { holder: 'other' })).toMatchObject({
        kind: 'committed',
      });
    });

    it('voids its own lease only, not the one that replaced it', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const paused = leased(await world.lease(id, { hold: 0, holder: 'paused' }));
      const other = leased(await world.lease(id, { holder: 'other' }));
      const version = await world.version(id);
      await world.journal.voidLease({ leaseId: paused.leaseId, reason: because });
      expect(await world.version(id)).toBe(version);
      expect(stepOf(await world.snapshot(id), 'swap')?.lease).toMatchObject({
        id: other.leaseId,
        state: 'held',
      });
      // The same for its nonce.
      expect(await world.lease(await world.ready())).toEqual({
        kind: 'refused',
        refusal: { kind: 'wallet_busy' },
      });
      await world.commit(id, other.leaseId, { holder: 'other' });
      await world.journal.voidLease({ leaseId: paused.leaseId, reason: because });
      expect(leased(await world.lease(await world.ready())).nonce).toBe(other.nonce + 1n);
    });

    it('cancels nothing that is proven', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await world.paid();
      await world.prove(id, leaseId, { txId });
      expect(await world.commit(id, leaseId, { kind: 'cancel' })).toMatchObject({
        kind: 'refused',
      });
    });

    it('changes nothing of a swap that continued without it', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await world.paid();
      const version = await world.version(id);
      await world.observe({ [txId]: included(90n) });
      const before = await world.snapshot(id);
      const evidence = {
        rule: 'test',
        endpoints: [],
        anchor: { number: 1n, hash: '0x' },
        answers: {},
      };
      const late: (() => Promise<unknown>)[] = [
        () =>
          world.journal.prove({
            swapId: id,
            version,
            leaseId,
            proof: { kind: 'used_by_stranger', evidence },
          }),
        () =>
          world.journal.transition({
            swapId: id,
            version,
            state: 'failed',
            fundsState: 'untouched',
          }),
        () => world.journal.closeOrder({ swapId: id, version, reason: because }),
        () =>
          world.journal.wait({
            swapId: id,
            version,
            holder: 'paused',
            delay: 1,
            failed: true,
            reason: because,
          }),
        () => world.journal.recordStatus({ swapId: id, version, status: 'SUCCESS' }),
        () =>
          world.journal.settle({
            swapId: id,
            version,
            holder: 'paused',
            state: 'settled',
            fundsState: 'moved',
            level: 'router-reported',
            legs: [],
          }),
        () => world.lease(id, { version }),
      ];
      for (const write of late) await expect(write()).rejects.toMatchObject(stale);
      expect(await world.snapshot(id)).toEqual(before);
    });

    it('records a send that is long over, and the swap stays where it is', async () => {
      const world = await newWorld(under());
      const { id, leaseId, attemptId, txId } = await world.paid();
      await world.prove(id, leaseId, { txId });
      await world.journal.recordSent(attemptId, { kind: 'unknown' });
      expect(stepOf(await world.snapshot(id), 'swap')).toMatchObject({
        outcome: 'landed',
        lease: { state: 'consumed', attempts: [{ inclusion: { status: 'final' } }] },
      });
    });

    it('does not revert an inclusion with an older observation', async () => {
      const world = await newWorld(under());
      const { id, txId } = await world.paid();
      const { since } = await world.journal.openAttempts(world.chain);
      await world.observe({ [txId]: included(90n) }, { latest: 100n });
      await world.observe({ [txId]: { status: 'unseen' } }, { latest: 99n, since });
      expect(stepOf(await world.snapshot(id), 'swap')?.lease?.attempts[0]?.inclusion.status).toBe(
        'included',
      );
    });

    it('does not renew a lock that another process has taken', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      expect(await world.journal.lock(id, 'paused', 0)).toBe(true);
      expect(await world.journal.lock(id, 'other', 60_000)).toBe(true);
      expect(await world.journal.lock(id, 'paused', 60_000)).toBe(false);
      await world.journal.release(id, 'paused', 0);
      expect(await world.journal.lock(id, 'third', 60_000)).toBe(false);
    });

    it('never has a second attempt of one transaction', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const { leaseId } = leased(await world.lease(id));
      const txId = randomTxId();
      committed(await world.commit(id, leaseId, { txId }));
      expect(await world.commit(id, leaseId, { txId })).toEqual({
        kind: 'refused',
        why: 'lease_lost',
      });
    });
  });
}
