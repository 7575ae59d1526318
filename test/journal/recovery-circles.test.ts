import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decide } from '../../src/core/decide/decide.ts';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import type { Family } from '../../src/core/swap/chains.ts';
import type { LeaseId, SwapId } from '../../src/core/swap/ids.ts';
import type { LeaseRequest } from '../../src/ports/stores/signing-records.ts';
import { careless, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { type RollingBack, startRollingBack } from './rolling-back.ts';
import {
  closeOrder,
  contradict,
  failedByMistake,
  payAgain,
  payment,
  refusedBy,
  unused,
} from './suite/contradiction.ts';
import { committed, included, newWorld, randomTxId, type World } from './suite/fixture.ts';
import { frozenReason, person } from './suite/lost-entry.ts';

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

/** All take the same position: the number seven, or at least one common coin. */
const positions: Partial<Record<Family, [Partial<LeaseRequest>, Partial<LeaseRequest>]>> = {
  evm: [{ chainNonce: 7n }, { chainNonce: 7n }],
  ton: [{ chainNonce: 7n }, { chainNonce: 7n }],
  bitcoin: [
    { outpoints: [`${'a'.repeat(64)}:0`, `${'b'.repeat(64)}:3`] },
    { outpoints: [`${'b'.repeat(64)}:3`, `${'c'.repeat(64)}:1`] },
  ],
};
const numbered = (family: Family) => (family === 'ton' ? { expires: 5_000n } : {});

async function sign(world: World, family: Family, id: SwapId, position: Partial<LeaseRequest>) {
  const lease = await world.lease(id, position);
  if (lease.kind !== 'leased') throw new Error(`refused: ${lease.refusal.kind}`);
  const [{ leaseId }, txId] = [lease, randomTxId()];
  const { attemptId } = committed(await world.commit(id, leaseId, { txId, ...numbered(family) }));
  return { id, leaseId, txId, attemptId };
}

async function isSigning(world: World): Promise<void> {
  expect(await rolling.journal.recognize(rolling.lines)).toMatchObject({
    openLosses: 0,
    missingLogs: [],
    unknown: [],
  });
  expect(await frozenReason(world)).toBeUndefined();
}

const consumers = async (leaseId: LeaseId) =>
  (await rolling.journal.lostConsumers(leaseId)).attempts;
const decided = async (world: World, id: SwapId) =>
  decide(await world.snapshot(id), { kind: 'none' }, Date.now(), defaultPolicy);
const imports = (imported: number) => ({ imported, refused: [], failed: [] });

describe('a journal that was rolled back, and a lease that a lost attempt used', () => {
  it('of TON: the number of what had expired before the loss leads to the import, and both swaps are paid once', async () => {
    const world = await newWorld(rolling, 'ton');
    const [first, second] = [await world.ready(), await world.ready()];
    const expired = await sign(world, 'ton', first, { chainNonce: 7n });
    await rolling.backUp();
    await world.prove(first, expired.leaseId, { expired: true });
    const lost = await sign(world, 'ton', second, { chainNonce: 7n });
    await rolling.log(lost);
    await rolling.rollBack();

    expect(await rolling.recover()).toEqual(imports(0));
    expect(await consumers(expired.leaseId)).toEqual([
      { txId: lost.txId, bytes: '0x02', isOfLease: false },
    ]);
    await world.prove(first, expired.leaseId, { stranger: true, usedBy: [lost.txId] });
    expect(await payment(world, first)).toMatchObject({
      outcome: 'dead',
      lease: { state: 'expired' },
    });
    expect(await rolling.journal.importLosses()).toEqual(imports(1));
    await isSigning(world);
    const again = await payment(world, second);
    expect(again).toMatchObject({
      outcome: 'open',
      lease: { terms: { seqno: 7n }, attempts: [{ txId: lost.txId }] },
    });
    await world.prove(second, again!.lease!.id, { txId: lost.txId });
    expect((await world.snapshot(second)).swap).toMatchObject({ isPaid: true });
    await closeOrder(world, first);
    await world.quote(first);
    await world.swapData(first);
    expect(await world.lease(first, { chainNonce: 8n })).toMatchObject({ kind: 'leased' });
  });

  it('of the same swap: the lost payment is its next generation, and nothing else ever pays for it', async () => {
    const world = await newWorld(rolling, 'ton');
    const id = await world.ready();
    const expired = await sign(world, 'ton', id, { chainNonce: 7n });
    await rolling.backUp();
    await world.prove(id, expired.leaseId, { expired: true });
    await closeOrder(world, id);
    await world.quote(id);
    await world.swapData(id);
    const lost = await sign(world, 'ton', id, { chainNonce: 7n });
    await rolling.log(lost);
    await rolling.rollBack();

    expect(await rolling.recover()).toEqual(imports(0));
    await world.prove(id, expired.leaseId, { stranger: true, usedBy: [lost.txId] });
    expect(await decided(world, id)).toMatchObject({
      kind: 'wait',
      reason: { code: 'JOURNAL_WENT_BACK' },
    });
    expect(
      await rolling.journal.retry({ swapId: id, maxGenerations: 3, now: Date.now() }),
    ).toMatchObject({
      kind: 'refused',
    });
    expect(await rolling.journal.importLosses()).toEqual(imports(1));
    await isSigning(world);
    const again = await payment(world, id, 2);
    expect(again).toMatchObject({
      outcome: 'open',
      lease: { state: 'signed', attempts: [{ txId: lost.txId }] },
    });
    await expect(world.lease(id, { chainNonce: 8n })).rejects.toMatchObject({
      code: 'JOURNAL_STALE',
    });
    await world.prove(id, again!.lease!.id, { txId: lost.txId });
    expect((await world.snapshot(id)).swap).toMatchObject({ isPaid: true });
  });

  it.each<[Family]>([['ton'], ['bitcoin'], ['evm']])(
    'of %s: what was signed before the loss was noticed makes way for what landed',
    async (family) => {
      const world = await newWorld(rolling, family);
      const [first, second] = [await world.ready(), await world.ready()];
      const [mine, other] = positions[family]!;
      await rolling.backUp();
      const lost = await sign(world, family, first, other);
      await rolling.log(lost);
      await rolling.rollBack();
      const late = await sign(world, family, second, mine);

      expect(await rolling.recover()).toEqual(imports(0));
      expect(await consumers(late.leaseId)).toMatchObject([{ txId: lost.txId, isOfLease: false }]);
      await world.prove(second, late.leaseId, { stranger: true, usedBy: [lost.txId] });
      expect(await payment(world, second)).toMatchObject({
        outcome: 'dead',
        lease: { state: 'expired' },
      });
      expect(await rolling.journal.importLosses()).toEqual(imports(1));
      await isSigning(world);
      const again = await payment(world, first);
      expect(again).toMatchObject({
        outcome: 'open',
        lease: { state: 'signed', attempts: [{ txId: lost.txId }] },
      });
      await world.prove(first, again!.lease!.id, { txId: lost.txId });
      expect((await world.snapshot(first)).swap).toMatchObject({ isPaid: true });
      // Its own payment has not landed, and cannot any more.
      expect((await decided(world, second)).kind).toBe('close_order');
    },
  );

  it('of EVM: a lost payment whose nonce another one has used since is left to a person', async () => {
    const world = await newWorld(rolling);
    const [first, second] = [await world.ready(), await world.ready()];
    await rolling.backUp();
    const lost = await sign(world, 'evm', first, { chainNonce: 7n });
    await rolling.log(lost);
    await rolling.rollBack();
    const late = await sign(world, 'evm', second, { chainNonce: 7n });
    expect(await rolling.recover()).toEqual(imports(0));
    await world.prove(second, late.leaseId, { txId: late.txId });
    expect(await rolling.journal.importLosses()).toMatchObject({
      refused: [{ why: expect.stringContaining('number 7') }],
    });
    expect(await frozenReason(world)).toBeDefined();
  });

  it.each([
    ['its own bump that is lost', true],
    ['what nobody knows', false],
  ])('is not expired by %s: the swap is never paid again by itself', async (_, isOwn) => {
    const world = await newWorld(rolling);
    const paid = await world.paid();
    await rolling.backUp();
    const bump = randomTxId();
    await rolling.log(
      committed(await world.commit(paid.id, paid.leaseId, { kind: 'bump', txId: bump })),
    );
    await rolling.rollBack();
    await rolling.journal.recordLosses(rolling.lines);
    expect(await consumers(paid.leaseId)).toEqual([{ txId: bump, bytes: '0x02', isOfLease: true }]);
    const usedBy = [isOwn ? bump : randomTxId()];
    await world.prove(paid.id, paid.leaseId, { stranger: true, usedBy });
    expect(await payment(world, paid.id)).toMatchObject({
      outcome: 'dead',
      lease: { state: 'dead' },
    });
    expect(await frozenReason(world)).toBeDefined();
    await expect(
      rolling.journal.submit({
        idempotencyKey: bump,
        bodyHash: 'x',
        retryOf: paid.id,
        job: world.job(),
      }),
    ).rejects.toMatchObject(refusedBy('p5_one_payment_per_chain_of_retries'));
  });

  it('is dead if the lost attempt was adopted: the person must learn that it landed', async () => {
    const world = await newWorld(rolling, 'ton');
    const [first, second] = [await world.ready(), await world.ready()];
    await rolling.backUp();
    const lost = await sign(world, 'ton', first, { chainNonce: 7n });
    await rolling.log(lost);
    await rolling.rollBack();
    await rolling.journal.recordLosses(rolling.lines);
    await rolling.journal.adopt(person);
    await rolling.raw('update wallets set frozen_reason = null');
    const late = await sign(world, 'ton', second, { chainNonce: 7n });
    expect(await consumers(late.leaseId)).toEqual([]);
    await world.prove(second, late.leaseId, { stranger: true, usedBy: [lost.txId] });
    expect(await payment(world, second)).toMatchObject({ lease: { state: 'dead' } });
    expect(await frozenReason(world)).toBeDefined();
  });

  it('differs from transactions of the account that cannot be read', async () => {
    const world = await newWorld(rolling);
    const paid = await world.paid();
    await rolling.backUp();
    const lost = await world.paid();
    await rolling.log(lost);
    await rolling.rollBack();
    const isWhole = async () => (await rolling.journal.lostConsumers(paid.leaseId)).isWhole;
    expect(await isWhole()).toBe(true);
    const { committed: known } = await rolling.journal.recognize([]);
    await rolling.journal.recordLosses(rolling.lines, { droppedUpTo: known + 1n });
    expect(await isWhole()).toBe(false);
    await rolling.journal.adopt(person);
    expect(await isWhole()).toBe(true);
  });
});

describe('a journal that was rolled back reopens nothing next to a lost payment', () => {
  async function paidAgain(): Promise<{ world: World; paid: Awaited<ReturnType<World['paid']>> }> {
    const world = await newWorld(rolling);
    const paid = await failedByMistake(world);
    await rolling.backUp();
    const { txId } = await payAgain(world, paid.id);
    const attemptId = await rolling.journal.findAttempt(world.chain, txId);
    await rolling.log({ attemptId: attemptId! });
    await rolling.rollBack();
    await rolling.journal.recordLosses(rolling.lines);
    return { world, paid };
  }

  it('that was signed after its failure: both may have been paid, and a person must check', async () => {
    const { world, paid } = await paidAgain();
    await contradict(world, paid, included(90n, 'final'));
    await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
    expect(await payment(world, paid.id)).toMatchObject({
      outcome: 'reverted_final',
      disputed: true,
    });
    expect(await frozenReason(world)).toContain('paid twice');
  });

  it('and does not send again what has left its block', async () => {
    const { world, paid } = await paidAgain();
    await contradict(world, paid, { status: 'unseen' }, unused(world, 'evm', ''));
    await world.journal.reopenLease({
      swapId: paid.id,
      version: await world.version(paid.id),
      leaseId: paid.leaseId,
    });
    expect(await payment(world, paid.id)).toMatchObject({
      outcome: 'reverted_final',
      lease: { state: 'consumed' },
    });
    expect(await frozenReason(world)).toContain('paid twice');
  });
});
