import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decide } from '../../src/core/decide/decide.ts';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import type { Snapshot } from '../../src/core/swap/swap.ts';
import type { Fee } from '../../src/core/swap/transaction-object.ts';
import { careless, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { type RollingBack, startRollingBack } from './rolling-back.ts';
import { committed, newWorld, randomTxId, stepOf, type World } from './suite/fixture.ts';

const expires = 5_000n;
const fees: Record<'evm' | 'tron' | 'solana', Fee> = {
  evm: { family: 'evm', gasLimit: 10n, maxFeePerGas: 10n, maxPriorityFeePerGas: 1n },
  tron: { family: 'tron', feeLimit: 90n, bandwidthFee: 10n },
  solana: {
    family: 'solana',
    computeUnitLimit: 200_000n,
    computeUnitPrice: 1n,
    signatureFee: 10n,
  },
};

describe('an imported attempt', () => {
  let server: PostgresServer;
  let rolling: RollingBack;
  beforeAll(async () => {
    server = await startPostgresServer(careless);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    rolling = await startRollingBack(server);
    return () => rolling.close();
  });

  /** A payment that was signed after the backup, imported again. */
  async function imported(family: keyof typeof fees) {
    const world: World = await newWorld(rolling, family);
    const id = await world.ready();
    await rolling.backUp();
    const lease = await world.lease(id);
    if (lease.kind !== 'leased') throw new Error(`refused: ${lease.refusal.kind}`);
    const txId = randomTxId();
    const end = family === 'evm' ? {} : { expires };
    await rolling.log(
      committed(await world.commit(id, lease.leaseId, { txId, fee: fees[family], ...end })),
    );
    await rolling.rollBack();
    expect(await rolling.recover()).toEqual({ imported: 1, refused: [], failed: [] });
    const read = () => world.snapshot(id);
    return { world, id, txId, read, leaseId: stepOf(await read(), 'swap')!.lease!.id };
  }

  const decideAt = (snapshot: Snapshot, now: number) =>
    decide(snapshot, { kind: 'none' }, now, defaultPolicy);

  it.each([
    ['evm', { kind: 'cancel' }],
    ['tron', { kind: 'wait', reason: { code: 'INCLUSION_LATE' } }],
    ['solana', { kind: 'wait', reason: { code: 'INCLUSION_LATE' } }],
  ] as const)('is sent until its order is too old, and not after (%s)', async (family, after) => {
    const { txId, read } = await imported(family);
    const snapshot = await read();
    const until = snapshot.order!.goodUntil!;
    expect(decideAt(snapshot, until - 1)).toMatchObject({
      kind: 'broadcast',
      attempt: { txId },
      until,
    });
    expect(decideAt(snapshot, until)).toMatchObject(after);
  });

  describe.each(['tron', 'solana'] as const)('whose lease expires (%s)', (family) => {
    it('is the only one under it, and keeps its expiry', async () => {
      const { world, id, txId, read, leaseId } = await imported(family);
      expect(stepOf(await read(), 'swap')?.lease).toMatchObject({
        state: 'signed',
        terms: { kind: 'expiry', expires },
        overAtFinal: false,
        attempts: [{ txId, fee: fees[family], inclusion: { status: 'unseen' } }],
      });
      await expect(world.lease(id)).rejects.toMatchObject({ code: 'JOURNAL_STALE' });
      await expect(
        world.commit(id, leaseId, { kind: 'bump', fee: fees[family] }),
      ).rejects.toMatchObject({
        details: { constraint: 'p4_one_attempt_per_lease' },
      });
    });

    it('is proven expired before the swap is paid again', async () => {
      const { world, id, read, leaseId } = await imported(family);
      expect(await world.observe({}, { expiredUpTo: expires })).toMatchObject([{ swapId: id }]);
      expect(stepOf(await read(), 'swap')?.lease).toMatchObject({ overAtFinal: true });
      expect(decideAt(await read(), Date.now())).toMatchObject({ kind: 'prove' });
      await world.prove(id, leaseId, { expired: true });
      const reason = { code: 'PAYMENT_CANCELLED', message: 'expired' };
      await rolling.journal.closeOrder({ swapId: id, version: await world.version(id), reason });
      await world.quote(id);
      await world.swapData(id);
      const again = await world.lease(id);
      if (again.kind !== 'leased') throw new Error(`refused: ${again.refusal.kind}`);
      committed(
        await world.commit(id, again.leaseId, { fee: fees[family], expires: 2n * expires }),
      );
      expect((await read()).steps).toMatchObject([
        { generation: 1, outcome: 'dead', lease: { state: 'expired' } },
        { generation: 2, outcome: 'open', lease: { state: 'signed' } },
      ]);
    });
  });
});
