import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { StepKind } from '../../src/core/swap/swap.ts';
import { careless, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { type RollingBack, startRollingBack } from './rolling-back.ts';
import { committed, leased, newWorld, randomTxId, stepOf, type World } from './suite/fixture.ts';
import { frozenReason } from './suite/lost-entry.ts';
import {
  aLeg,
  decided,
  expectNoOtherPayment,
  resolve,
  timers,
  toReview,
} from './suite/resolution.ts';

let server: PostgresServer;
let rolling: RollingBack;
let world: World;
beforeAll(async () => {
  server = await startPostgresServer(careless);
});
afterAll(() => server.close());
beforeEach(async () => {
  rolling = await startRollingBack(server);
  world = await newWorld(rolling);
  return () => rolling.close();
});

/** Signs for the swap an attempt that the journal then loses. */
async function lose(id: SwapId, kind: StepKind, chainNonce = 0n): Promise<string> {
  const { leaseId } = leased(await world.lease(id, { kind, chainNonce }, kind === 'swap'));
  const txId = randomTxId();
  await rolling.log(committed(await world.commit(id, leaseId, { txId })));
  await rolling.rollBack();
  return txId;
}

async function isImported(): Promise<void> {
  expect(await rolling.recover()).toEqual({ imported: 1, refused: [], failed: [] });
  expect(await frozenReason(world)).toBeUndefined();
  expect(await rolling.journal.recognize(rolling.lines)).toMatchObject({
    openLosses: 0,
    unknown: [],
  });
}

async function prove(id: SwapId, kind: StepKind, txId: string, succeeded = true): Promise<void> {
  const step = stepOf(await world.snapshot(id), kind);
  expect(step?.lease?.attempts).toMatchObject([{ txId }]);
  await world.prove(id, step!.lease!.id, { txId, succeeded });
}

describe('a journal that was rolled back, and a swap that ended before the loss was noticed', () => {
  it('tracks its approve to the proof, and the swap stays ended', async () => {
    const id = await world.ready();
    await rolling.backUp();
    const txId = await lose(id, 'approve');
    await rolling.journal.cancel(id);
    expect(await timers(world, id)).toBe(0);
    await isImported();
    expect((await world.snapshot(id)).swap).toMatchObject({
      state: 'cancelled',
      fundsState: 'untouched',
    });
    expect(await timers(world, id)).toBe(1);
    // No job needs it any more.
    expect((await decided(world, id)).kind).toBe('cancel');
    await prove(id, 'approve', txId);
    expect((await world.snapshot(id)).swap).toMatchObject({
      state: 'cancelled',
      fundsState: 'untouched',
    });
    expect(await timers(world, id)).toBe(0);
  });

  it.each<[StepKind, string]>([
    ['refund', 'LANDED_AFTER_END'],
    ['claim', 'RESOLVED_BY_PERSON'],
  ])('tracks its %s to the proof, and reports what the end does not say', async (kind, code) => {
    const paid = await world.paid();
    await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
    await rolling.backUp();
    const txId = await lose(paid.id, kind, 1n);
    await toReview(world, paid.id);
    await resolve(world, paid.id, 'paid', { legs: [aLeg(world)] });
    await isImported();
    expect(await timers(world, paid.id)).toBe(1);
    await prove(paid.id, kind, txId);
    expect((await world.snapshot(paid.id)).swap.reason?.code).toBe(code);
    expect(await timers(world, paid.id)).toBe(0);
  });

  it('tracks a bump of the payment that a person left behind', async () => {
    const paid = await world.paid();
    await rolling.backUp();
    const bump = randomTxId();
    await rolling.log(
      committed(await world.commit(paid.id, paid.leaseId, { kind: 'bump', txId: bump })),
    );
    await rolling.rollBack();
    await toReview(world, paid.id);
    await resolve(world, paid.id, 'unpaid');
    await isImported();
    expect((await world.snapshot(paid.id)).swap).toMatchObject({
      state: 'failed',
      fundsState: 'unknown',
    });
    await world.prove(paid.id, paid.leaseId, { txId: bump });
    expect((await world.snapshot(paid.id)).swap).toMatchObject({
      state: 'needs_review',
      reason: { code: 'LANDED_AFTER_END' },
    });
  });

  it.each([true, false])(
    'takes up a payment of a swap that a person ended as unpaid; it landed: %s',
    async (landed) => {
      const id = await world.ready();
      await rolling.backUp();
      const txId = await lose(id, 'swap');
      await toReview(world, id, 'untouched');
      await resolve(world, id, 'unpaid');
      await isImported();
      expect((await world.snapshot(id)).swap).toMatchObject({
        state: 'executing',
        fundsState: 'in_flight',
      });
      await prove(id, 'swap', txId, landed);
      if (landed) {
        expect((await world.snapshot(id)).swap).toMatchObject({ isPaid: true });
        return;
      }
      // A caller that saw the end may have paid otherwise: it is never paid again automatically.
      expect(await decided(world, id)).toMatchObject({
        kind: 'transition',
        state: 'cancelled',
        fundsState: 'untouched',
      });
      const again = await world.lease(id, { chainNonce: 1n }).then(
        async (result) => world.commit(id, leased(result).leaseId),
        (refusal) => refusal,
      );
      expect(again).not.toMatchObject({ kind: 'committed' });
    },
  );

  it('leaves a payment of a swap that was settled since to a person', async () => {
    const id = await world.ready();
    await rolling.backUp();
    await lose(id, 'swap');
    await toReview(world, id);
    await resolve(world, id, 'paid', { legs: [aLeg(world)] });
    expect(await rolling.recover()).toMatchObject({
      imported: 0,
      refused: [{ why: expect.stringContaining('ended') }],
    });
    expect(await frozenReason(world)).toBeDefined();
    await expectNoOtherPayment(world, id, 'FUNDS_UNKNOWN');
  });
});
