import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AttemptId, SwapId } from '../../../src/core/ids.ts';
import type { Job } from '../../../src/core/job.ts';
import type { LedgerEntry } from '../../../src/ports/ledger.ts';
import {
  committed,
  hash,
  holder,
  leased,
  newWorld,
  type OpenedJournal,
  randomTxId,
  spender,
  stepOf,
  type Under,
  type World,
} from './fixture.ts';

const person = { by: 'ada', reason: 'compared with the chain' };
const broken = { code: 'JOURNAL_BROKEN_INVARIANT' };

/** An attempt of the world's wallet that its journal knows nothing of. */
function lostEntry(world: World, change: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    instanceId: randomUUID(),
    chain: world.chain,
    txId: randomTxId(),
    account: world.wallet.address,
    nonce: 0n,
    swapId: randomUUID() as SwapId,
    idempotencyKey: randomUUID(),
    retries: [],
    step: 'swap',
    kind: 'pay',
    signedAt: Date.now(),
    sequence: 0n,
    ...change,
  };
}

/** A world whose journal has lost `entries`; nothing else can be signed in the same journal until it is adopted. */
async function losing(opened: OpenedJournal, lose: (world: World) => Promise<LedgerEntry[]>): Promise<World> {
  const world = await newWorld(opened);
  await world.journal.recordLosses(await lose(world));
  await world.journal.adopt(person);
  return world;
}

async function unfreeze(world: World, chainNonce: bigint): Promise<void> {
  const chainNonces = new Map([[world.chain, chainNonce]]);
  await world.journal.unfreezeWallet({ walletId: world.wallet.id, chainNonces, ...person });
}

async function frozenReason({ journal, wallet }: World): Promise<string | undefined> {
  return (await journal.wallets()).find(({ id }) => id === wallet.id)?.frozenReason;
}

export function describeTimeTravel(under: Under): void {
  describe('time travel', () => {
    it('has one id of its own', async () => {
      const { journal, raw } = under();
      const instanceId = await journal.instanceId();
      expect(instanceId).toMatch(/^[0-9a-f-]{36}$/);
      expect(await journal.instanceId()).toBe(instanceId);
      await expect(raw('insert into journal_instance (only_one) values (true)')).rejects.toMatchObject(broken);
    });

    it('recognizes what it has committed, by chain and id', async () => {
      const world = await newWorld(under());
      const { txId } = await world.paid();
      const mine = { chain: world.chain, txId };
      const [elsewhere, other] = [
        { chain: 'ELSEWHERE', txId },
        { chain: world.chain, txId: randomTxId() },
      ];
      expect(await world.journal.recognize([mine, elsewhere, other])).toMatchObject({
        unknown: [other, elsewhere],
        openLosses: 0,
      });
    });

    it('gives for the ledger what it has committed, and nothing of what it has not', async () => {
      const world = await newWorld(under());
      const { id, attemptId, txId, nonce } = await world.paid({ chainNonce: 7n });
      const { swap } = await world.snapshot(id);
      expect(await world.journal.signedRecord(attemptId)).toEqual({
        instanceId: await world.journal.instanceId(),
        chain: world.chain,
        txId,
        account: world.wallet.address,
        nonce,
        swapId: id,
        idempotencyKey: swap.idempotencyKey,
        retries: [],
        step: 'swap',
        kind: 'pay',
        signedAt: expect.any(Number),
        sequence: expect.any(BigInt),
        payment: {
          from: { token: swap.job.from.token, amount: swap.job.amount, refundAddress: swap.job.refundAddress },
          to: {
            chain: swap.job.to.chain,
            token: swap.job.to.token,
            receiver: swap.job.receiver,
            minOut: 390n,
            expectedOut: 399n,
            destinationAnchor: 7n,
          },
        },
      });
      expect(await world.journal.signedRecord(randomUUID() as typeof attemptId)).toBeUndefined();
    });

    it('gives for the ledger all swaps that a payment stands for', async () => {
      const world = await newWorld(under());
      const first = await world.ready();
      const again = async (swapId: SwapId): Promise<SwapId> => {
        await world.journal.cancel(swapId);
        const result = await world.journal.retry({ swapId, maxGenerations: 3, now: Date.now() });
        if (result.kind !== 'retried') throw new Error('not retried');
        return result.swapId;
      };
      const second = await again(first);
      const third = await again(second);
      await world.quote(third);
      await world.swapData(third);
      const { leaseId } = leased(await world.lease(third));
      const { attemptId } = committed(await world.commit(third, leaseId));
      const retries = await Promise.all(
        [second, first].map(async (swapId) => {
          const { idempotencyKey } = (await world.snapshot(swapId)).swap;
          return { swapId, idempotencyKey };
        }),
      );
      expect(await world.journal.signedRecord(attemptId)).toMatchObject({ swapId: third, retries });
    });

    it('signs nothing for anybody once it has lost something, until it is adopted', async () => {
      const [concerned, unconcerned] = [await newWorld(under()), await newWorld(under())];
      const id = await unconcerned.ready();
      const held = leased(await unconcerned.lease(await unconcerned.ready()));
      await concerned.journal.recordLosses([lostEntry(concerned)]);
      try {
        expect(await unconcerned.journal.recognize([])).toMatchObject({ openLosses: 1 });
        expect((await unconcerned.snapshot(id)).stopped?.code).toBe('JOURNAL_WENT_BACK');
        expect(await unconcerned.lease(id)).toMatchObject({
          refusal: { kind: 'stopped', code: 'JOURNAL_WENT_BACK' },
        });
        const heldFor = (await unconcerned.raw(`select swap_id from steps where id = '${held.stepId}'`))[0]?.swap_id;
        expect(await unconcerned.commit(heldFor as SwapId, held.leaseId)).toEqual({ kind: 'refused', why: 'stopped' });
      } finally {
        await concerned.journal.adopt(person);
      }
      await unconcerned.journal.voidLease({ leaseId: held.leaseId, reason: { code: 'TEST', message: 'over' } });
      expect(await frozenReason(unconcerned)).toBeUndefined();
      expect((await unconcerned.snapshot(id)).stopped).toBeUndefined();
      expect(await unconcerned.lease(id)).toMatchObject({ kind: 'leased' });
    });

    it('freezes the wallets of what it has lost, and adopting does not release them', async () => {
      const entries: LedgerEntry[] = [];
      const world = await losing(under(), async (losing) => {
        entries.push(lostEntry(losing), lostEntry(losing, { nonce: 1n }));
        return entries;
      });
      expect(await frozenReason(world)).toContain('forgotten');
      expect((await world.snapshot(await world.ready())).stopped?.code).toBe('WALLET_FROZEN');
      const places = entries.map(({ chain, txId }) => ({ chain, txId }));
      expect(await world.journal.recognize(places)).toMatchObject({ unknown: [], openLosses: 0 });
      const kept = (await world.journal.lostAttempts()).filter(({ chain }) => chain === world.chain);
      expect(kept).toEqual(expect.arrayContaining(entries.map((entry) => ({ ...entry, adopted: true }))));
    });

    it('freezes nothing again for what a person has seen', async () => {
      const entries: LedgerEntry[] = [];
      const world = await losing(under(), async (losing) => {
        entries.push(lostEntry(losing));
        return entries;
      });
      await unfreeze(world, 1n);
      await world.journal.recordLosses(entries);
      expect(await frozenReason(world)).toBeUndefined();
      expect((await world.journal.recognize([])).openLosses).toBe(0);
    });

    it('takes nothing for lost that it knows', async () => {
      const world = await newWorld(under());
      const { txId, nonce } = await world.paid();
      await world.journal.recordLosses([lostEntry(world, { txId, nonce })]);
      expect((await world.journal.recognize([])).openLosses).toBe(0);
      expect(await frozenReason(world)).toBeUndefined();
    });

    it('never leases a payment again that was signed in the lost history', async () => {
      let paid: SwapId | undefined;
      const world = await losing(under(), async (losing) => {
        paid = await losing.ready();
        return [lostEntry(losing, { swapId: paid })];
      });
      const id = paid!;
      await unfreeze(world, 1n);
      expect((await world.snapshot(id)).lost).toMatchObject({ chain: world.chain });
      expect(await world.lease(id, { chainNonce: 1n })).toMatchObject({ refusal: { kind: 'lost_attempt' } });
      // Others go on, behind the nonce that was lost.
      const other = await world.ready();
      expect((await world.snapshot(other)).lost).toBeUndefined();
      expect(leased(await world.lease(other, { chainNonce: 1n })).nonce).toBe(1n);
    });

    it('neither cancels nor retries what paid in the lost history', async () => {
      let paid: SwapId | undefined;
      const world = await losing(under(), async (losing) => {
        paid = await losing.ready();
        return [lostEntry(losing, { swapId: paid })];
      });
      const refused = { kind: 'refused', refusal: { code: 'FUNDS_UNKNOWN' } };
      expect(await world.journal.cancel(paid!)).toMatchObject(refused);
      expect(await world.journal.retry({ swapId: paid!, maxGenerations: 3, now: Date.now() })).toMatchObject(refused);
      // Nor would another swap in its stead be taken in, whatever the code did.
      await world.raw(`update swaps set state = 'cancelled' where id = '${paid}'`);
      const draft = { idempotencyKey: randomUUID(), bodyHash: hash('job'), job: world.job(), retryOf: paid! };
      await expect(world.journal.submit(draft)).rejects.toMatchObject({ code: 'JOURNAL_BROKEN_INVARIANT' });
    });

    it('says of a swap that ended as unpaid before the loss was noticed that nobody knows where its money is', async () => {
      const ids: SwapId[] = [];
      const world = await losing(under(), async (losing) => {
        ids.push(await losing.ready(), await losing.ready());
        for (const id of ids) await losing.journal.cancel(id);
        return [
          lostEntry(losing, { swapId: ids[0]! }),
          lostEntry(losing, { nonce: 1n, retries: [{ swapId: ids[1]!, idempotencyKey: randomUUID() }] }),
        ];
      });
      const [paid, retried] = await Promise.all(ids.map(async (id) => (await world.snapshot(id)).swap));
      expect(paid).toMatchObject({
        state: 'cancelled',
        fundsState: 'unknown',
        reason: { code: 'JOURNAL_WENT_BACK' },
      });
      // That one had ended so before it was tried again.
      expect(retried).toMatchObject({ state: 'cancelled', fundsState: 'untouched' });
    });

    it('knows a job that comes again under its key, with its swap lost as well', async () => {
      const idempotencyKey = randomUUID();
      const world = await losing(under(), async (losing) => [lostEntry(losing, { idempotencyKey })]);
      await unfreeze(world, 1n);
      const { swap } = await world.journal.submit({ idempotencyKey, bodyHash: hash('job'), job: world.job() });
      await world.quote(swap.id);
      await world.swapData(swap.id);
      expect((await world.snapshot(swap.id)).lost).toBeDefined();
      expect(await world.lease(swap.id, { chainNonce: 1n })).toMatchObject({ refusal: { kind: 'lost_attempt' } });
    });

    it('never pays again what another swap paid in its stead', async () => {
      let failed: SwapId | undefined;
      const world = await losing(under(), async (losing) => {
        failed = await losing.ready();
        return [lostEntry(losing, { retries: [{ swapId: failed, idempotencyKey: randomUUID() }] })];
      });
      await unfreeze(world, 1n);
      expect((await world.snapshot(failed!)).lost).toBeDefined();
      expect(await world.lease(failed!, { chainNonce: 1n })).toMatchObject({ refusal: { kind: 'lost_attempt' } });
    });

    it('never pays again what a retry of a retry paid, nor a job that comes again under the first key', async () => {
      const [key, between] = [randomUUID(), { swapId: randomUUID() as SwapId, idempotencyKey: randomUUID() }];
      let open: SwapId | undefined;
      const world = await losing(under(), async (losing) => {
        open = await losing.ready();
        const { idempotencyKey } = (await losing.snapshot(open)).swap;
        return [
          lostEntry(losing, { retries: [between, { swapId: open, idempotencyKey }] }),
          lostEntry(losing, { nonce: 1n, retries: [between, { swapId: randomUUID() as SwapId, idempotencyKey: key }] }),
        ];
      });
      await unfreeze(world, 2n);
      const { swap } = await world.journal.submit({ idempotencyKey: key, bodyHash: hash('job'), job: world.job() });
      await world.quote(swap.id);
      await world.swapData(swap.id);
      for (const id of [open!, swap.id]) {
        expect((await world.snapshot(id)).lost).toBeDefined();
        expect(await world.lease(id, { chainNonce: 2n })).toMatchObject({ refusal: { kind: 'lost_attempt' } });
      }
    });

    it('refuses the lease in its schema as well', async () => {
      let paid: SwapId | undefined;
      const world = await losing(under(), async (losing) => {
        paid = await losing.ready();
        const { leaseId } = leased(await losing.lease(paid));
        await losing.journal.voidLease({ leaseId, reason: { code: 'TEST', message: 'over' } });
        return [lostEntry(losing, { swapId: paid })];
      });
      const step = stepOf(await world.snapshot(paid!), 'swap')!;
      await expect(
        world.raw(`insert into lease_steps (lease_id, step_id, live)
          select l.id, '${step.id}', false from leases l where l.chain = '${world.chain}' limit 1
          on conflict do nothing`),
      ).rejects.toMatchObject({ details: { constraint: 'lost_attempts_stay_signed' } });
    });

    it('lets a swap approve and pay whose approval alone was lost', async () => {
      let approved: SwapId | undefined;
      const world = await losing(under(), async (losing) => {
        approved = await losing.ready();
        return [lostEntry(losing, { swapId: approved, step: 'approve' })];
      });
      await unfreeze(world, 1n);
      expect((await world.snapshot(approved!)).lost).toBeUndefined();
      expect(await world.lease(approved!, { chainNonce: 1n, holder })).toMatchObject({ kind: 'leased' });
    });

    it("does not take a lost transaction for a stranger's when it lands after the wallet was released", async () => {
      const world = await losing(under(), async (losing) => {
        await losing.paid({ chainNonce: 4n });
        return [lostEntry(losing, { nonce: 5n })];
      });
      await unfreeze(world, 5n);
      expect(leased(await world.lease(await world.ready(), { chainNonce: 6n })).nonce).toBe(6n);
    });

    it("takes what comes after a release and nobody signed for a stranger's again", async () => {
      const world = await losing(under(), async (losing) => {
        await losing.paid({ chainNonce: 4n });
        return [lostEntry(losing, { nonce: 5n })];
      });
      await unfreeze(world, 6n);
      expect(await world.lease(await world.ready(), { chainNonce: 7n })).toMatchObject({
        refusal: { kind: 'foreign_nonce', chainNonce: 7n, expected: 6n },
      });
    });

    it('releases a wallet that a stranger used, from where its chain is', async () => {
      const world = await newWorld(under());
      await world.paid({ chainNonce: 3n });
      expect(await world.lease(await world.ready(), { chainNonce: 6n })).toMatchObject({ kind: 'refused' });
      await unfreeze(world, 6n);
      expect(leased(await world.lease(await world.ready(), { chainNonce: 6n })).nonce).toBe(6n);
      const [kept] = await world.raw(
        `select by, reason, data->>'frozen' as frozen from interventions where subject = '${world.wallet.name}'`,
      );
      expect(kept).toEqual({ ...person, frozen: expect.stringContaining('next nonce') });
      await expect(unfreeze(world, 6n)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      for (const change of [`update interventions set by = 'nobody'`, 'delete from interventions']) {
        await expect(world.raw(change)).rejects.toMatchObject(broken);
      }
    });

    it('numbers what it commits in that order, and goes on after what it has lost', async () => {
      const world = await newWorld(under());
      const sequenceOf = async ({ attemptId }: { attemptId: AttemptId }): Promise<bigint> =>
        (await world.journal.signedRecord(attemptId))!.sequence;
      const [first, second] = [await sequenceOf(await world.paid()), await sequenceOf(await world.paid())];
      expect(second).toBeGreaterThan(first);
      const lost = second + 1_000n;
      await world.journal.recordLosses([lostEntry(world, { sequence: lost, nonce: 9n })]);
      await world.journal.adopt(person);
      const other = await newWorld(under());
      expect(await sequenceOf(await other.paid())).toBe(lost + 1n);
    });

    it('numbers what is committed at once one by one', async () => {
      const worlds = await Promise.all(Array.from({ length: 8 }, () => newWorld(under())));
      const paid = await Promise.all(worlds.map((world) => world.paid()));
      const records = await Promise.all(
        paid.map(({ attemptId }, index) => worlds[index]!.journal.signedRecord(attemptId)),
      );
      expect(new Set(records.map((record) => record!.sequence)).size).toBe(worlds.length);
    });

    describe('what a lost payment may bring', () => {
      const expected = { minOut: 390n, expectedOut: 399n, destinationAnchor: 7n };

      /** A lost payment from the world's wallet to the receiver of `job`, as one that the journal knows would be written. */
      const lostPayment = (world: World, job: Job, change: Partial<LedgerEntry> = {}): LedgerEntry =>
        lostEntry(world, {
          ...{ nonce: 5n, chain: job.from.chain },
          payment: {
            from: { token: job.from.token, amount: job.amount, refundAddress: job.refundAddress },
            to: { chain: job.to.chain, token: job.to.token, receiver: job.receiver.toLowerCase(), ...expected },
          },
          ...change,
        });

      it('could be what another swap waits for: a payout or a refund', async () => {
        const world = await newWorld(under());
        const { id } = await world.paid();
        const { job } = (await world.snapshot(id)).swap;
        const lost = lostPayment(world, job);
        const elsewhere = lostPayment(world, { ...job, receiver: spender, from: { ...job.from, token: spender } });
        const unsaid = lostEntry(world, { nonce: 6n });
        await world.journal.recordLosses([lost, elsewhere, unsaid]);
        const rivals = [{ swapId: lost.swapId, ...expected }];
        expect(await world.journal.rivals(id)).toEqual(rivals);
        expect(await world.journal.refundRivals(id)).toEqual([{ kind: 'refund', amount: job.amount }]);
        // That a person has looked does not say what arrives later for whom.
        await world.journal.adopt(person);
        expect(await world.journal.rivals(id)).toEqual(rivals);
        expect(await world.journal.rivals(id, { anyToken: true })).toEqual(rivals);
      });

      it('could be a refund of what was paid to the same account', async () => {
        const world = await newWorld(under());
        const { id } = await world.paid();
        const { job } = (await world.snapshot(id)).swap;
        const back = { ...job, from: { ...job.from, chain: 'ELSEWHERE' }, to: job.from, receiver: job.refundAddress };
        await world.journal.recordLosses([lostPayment(world, back)]);
        await world.journal.adopt(person);
        expect(await world.journal.refundRivals(id)).toEqual([{ kind: 'payout', minOut: 390n }]);
      });

      it('is not what a swap waits for that paid after a person had looked', async () => {
        const world = await newWorld(under());
        const { job } = await world.submit();
        await world.journal.recordLosses([lostPayment(world, job)]);
        await world.journal.adopt(person);
        await unfreeze(world, 6n);
        const { id } = await world.paid({ chainNonce: 6n });
        expect(await world.journal.rivals(id)).toEqual([]);
        expect(await world.journal.refundRivals(id)).toEqual([]);
      });

      it('belongs to the swap of which the journal knows the lease', async () => {
        const world = await newWorld(under());
        const { id } = await world.paid();
        const other = await world.paid();
        const { job } = (await world.snapshot(id)).swap;
        const bump = lostPayment(world, job, { swapId: other.id, nonce: other.nonce, kind: 'bump' });
        await world.journal.recordLosses([bump]);
        await world.journal.adopt(person);
        expect((await world.journal.rivals(id)).map(({ swapId }) => swapId)).toEqual([other.id]);
      });
    });

    it('knows its own transactions, lost ones too', async () => {
      const world = await newWorld(under());
      const { txId } = await world.paid();
      const lost = lostEntry(world, { nonce: 5n });
      await world.journal.recordLosses([lost]);
      await world.journal.adopt(person);
      const isOwn = (id: string): Promise<boolean> => world.journal.isOwnTransaction(world.chain, id);
      expect(await Promise.all([txId, lost.txId, randomTxId()].map(isOwn))).toEqual([true, true, false]);
      expect(await world.journal.isOwnTransaction('ELSEWHERE', txId)).toBe(false);
    });

    it('compares a nonce on request, and freezes for a foreign one only', async () => {
      const world = await newWorld(under());
      await world.paid({ chainNonce: 3n });
      const of = (chainNonce: bigint) => ({
        walletId: world.wallet.id,
        chain: world.chain,
        account: world.wallet.address,
        chainNonce,
      });
      expect(await world.journal.freezeIfForeign(of(4n))).toBeUndefined();
      expect(await frozenReason(world)).toBeUndefined();
      expect(await world.journal.freezeIfForeign(of(6n))).toBe(4n);
      expect(await frozenReason(world)).toContain('nonce 4');
      // A wallet that was never leased on a chain may have been used there by anybody.
      const fresh = await newWorld(under());
      expect(await fresh.journal.freezeIfForeign({ ...of(9n), walletId: fresh.wallet.id, chain: fresh.chain })).toBe(
        undefined,
      );
    });
  });
}
