import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { SigningLogEntry } from '../../../src/ports/signing-log.ts';
import {
  committed,
  hash,
  holder,
  leased,
  newWorld,
  randomTxId,
  stepOf,
  type Under,
} from './fixture.ts';
import { frozenReason, losing, lostEntry, person, unfreeze } from './lost-entry.ts';

const broken = { code: 'JOURNAL_BROKEN_INVARIANT' };

export function describeTimeTravel(under: Under): void {
  describe('after a rollback', () => {
    it('has an id of its own', async () => {
      const { journal, raw } = under();
      const instanceId = await journal.instanceId();
      expect(instanceId).toMatch(/^[0-9a-f-]{36}$/);
      expect(await journal.instanceId()).toBe(instanceId);
      await expect(
        raw('insert into journal_instance (only_one) values (true)'),
      ).rejects.toMatchObject(broken);
    });

    it('recognizes what it has committed, by chain and id', async () => {
      const world = await newWorld(under());
      const { txId, id: swapId } = await world.paid();
      const mine = { chain: world.chain, txId };
      const [elsewhere, other] = [
        { chain: 'ELSEWHERE', txId },
        { chain: world.chain, txId: randomTxId() },
      ];
      const positions = [mine, elsewhere, other].map((place) => ({
        ...place,
        sequence: 1n,
        swapId,
      }));
      expect(await world.journal.recognize(positions)).toMatchObject({
        unknown: [other, elsewhere],
        openLosses: 0,
      });
    });

    it('returns for the signing log what it has committed, and nothing else', async () => {
      const world = await newWorld(under());
      const { id, attemptId, txId, nonce } = await world.paid({ chainNonce: 7n });
      const { swap } = await world.snapshot(id);
      const {
        entries: [record],
      } = await world.journal.signedRecords(attemptId);
      expect(record).toEqual({
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
          from: {
            token: swap.job.from.token,
            amount: swap.job.amount,
            refundAddress: swap.job.refundAddress,
          },
          to: {
            chain: swap.job.to.chain,
            token: swap.job.to.token,
            receiver: swap.job.receiver,
            minOut: 390n,
            expectedOut: 399n,
            destinationAnchor: 7n,
          },
        },
        replay: expect.any(String),
      });
      expect(await world.journal.signedRecords(randomUUID() as typeof attemptId)).toMatchObject({
        entries: [],
      });
    });

    it('returns with the records for the signing log, and without any, what it recognizes at that moment', async () => {
      const world = await newWorld(under());
      const { id: swapId, attemptId, txId } = await world.paid();
      const known = { chain: world.chain, txId, swapId, sequence: 0n };
      const forgotten = { ...known, txId: randomTxId() };
      const positions = [known, forgotten];
      const log = randomUUID();
      const recognition = await world.journal.recognize(positions, log);
      expect(recognition.unknown).toEqual([{ chain: world.chain, txId: forgotten.txId }]);
      for (const id of [attemptId, randomUUID() as typeof attemptId]) {
        expect(await world.journal.signedRecords(id, { positions, log })).toMatchObject(
          recognition,
        );
      }
    });

    it('returns for the signing log all swaps that a payment serves', async () => {
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
      expect((await world.journal.signedRecords(attemptId)).entries).toMatchObject([
        { swapId: third, retries },
      ]);
    });

    it('signs nothing once it has lost something that it cannot import, until it is adopted', async () => {
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
        const heldFor = (
          await unconcerned.raw(`select swap_id from steps where id = '${held.stepId}'`)
        )[0]?.swap_id;
        // Leases that were held when the loss was noticed are void.
        expect(await unconcerned.commit(heldFor as SwapId, held.leaseId)).toEqual({
          kind: 'refused',
          why: 'lease_lost',
        });
      } finally {
        await concerned.journal.adopt(person);
      }
      expect(await frozenReason(unconcerned)).toBeUndefined();
      expect((await unconcerned.snapshot(id)).stopped).toBeUndefined();
      expect(await unconcerned.lease(id)).toMatchObject({ kind: 'leased' });
    });

    it('freezes the wallets of what it has lost, and adopting does not release them', async () => {
      const entries: SigningLogEntry[] = [];
      const world = await losing(under(), async (losing) => {
        entries.push(lostEntry(losing), lostEntry(losing, { nonce: 1n }));
        return entries;
      });
      expect(await frozenReason(world)).toContain('has lost');
      expect((await world.snapshot(await world.ready())).stopped?.code).toBe('WALLET_FROZEN');
      expect(await world.journal.recognize(entries)).toMatchObject({ unknown: [], openLosses: 0 });
      const kept = (await world.journal.lostAttempts()).filter(
        ({ chain }) => chain === world.chain,
      );
      expect(kept).toEqual(
        expect.arrayContaining(
          entries.map((entry) => ({ ...entry, adopted: true, refused: expect.any(String) })),
        ),
      );
    });

    it('does not recognize what was signed again, byte for byte, after its newest commit', async () => {
      const entries: SigningLogEntry[] = [];
      const world = await losing(under(), async (losing) => {
        entries.push(lostEntry(losing, { kind: 'cancel', sequence: 1_000_000n }));
        return entries;
      });
      expect((await world.journal.recognize(entries)).unknown).toEqual([]);
      const again = entries.map((entry) => ({ ...entry, sequence: entry.sequence + 1_000n }));
      const [{ chain, txId }] = again as [SigningLogEntry];
      expect((await world.journal.recognize(again)).unknown).toEqual([{ chain, txId }]);
      await world.journal.recordLosses(again);
      expect(await world.journal.recognize(again)).toMatchObject({ unknown: [], openLosses: 0 });
    });

    it('freezes nothing again for what a person has adopted', async () => {
      const entries: SigningLogEntry[] = [];
      const world = await losing(under(), async (losing) => {
        entries.push(lostEntry(losing));
        return entries;
      });
      await unfreeze(world, 1n);
      await world.journal.recordLosses(entries);
      expect(await frozenReason(world)).toBeUndefined();
      expect((await world.journal.recognize([])).openLosses).toBe(0);
    });

    it('takes nothing for lost that it has', async () => {
      const world = await newWorld(under());
      const { txId, nonce } = await world.paid();
      await world.journal.recordLosses([lostEntry(world, { txId, nonce })]);
      expect((await world.journal.recognize([])).openLosses).toBe(0);
      expect(await frozenReason(world)).toBeUndefined();
    });

    it('never leases a payment again that was signed before the rollback', async () => {
      let paid: SwapId | undefined;
      const world = await losing(under(), async (losing) => {
        paid = await losing.ready();
        return [lostEntry(losing, { swapId: paid })];
      });
      const id = paid!;
      await unfreeze(world, 1n);
      expect((await world.snapshot(id)).lost).toMatchObject({ chain: world.chain });
      expect(await world.lease(id, { chainNonce: 1n })).toMatchObject({
        refusal: { kind: 'lost_attempt' },
      });
      // Other swaps continue after the lost nonce.
      const other = await world.ready();
      expect((await world.snapshot(other)).lost).toBeUndefined();
      expect(leased(await world.lease(other, { chainNonce: 1n })).nonce).toBe(1n);
    });

    it('neither cancels nor retries what paid before the rollback', async () => {
      let paid: SwapId | undefined;
      const world = await losing(under(), async (losing) => {
        paid = await losing.ready();
        return [lostEntry(losing, { swapId: paid })];
      });
      const refused = { kind: 'refused', refusal: { code: 'FUNDS_UNKNOWN' } };
      expect(await world.journal.cancel(paid!)).toMatchObject(refused);
      expect(
        await world.journal.retry({ swapId: paid!, maxGenerations: 3, now: Date.now() }),
      ).toMatchObject(refused);
      // A retry would not be stored either, whatever the code did.
      await world.raw(`update swaps set state = 'cancelled' where id = '${paid}'`);
      const draft = {
        idempotencyKey: randomUUID(),
        bodyHash: hash('job'),
        job: world.job(),
        retryOf: paid!,
      };
      await expect(world.journal.submit(draft)).rejects.toMatchObject({
        code: 'JOURNAL_BROKEN_INVARIANT',
      });
    });

    it('reports for a swap that ended as unpaid before the loss was noticed that the place of its money is unknown', async () => {
      const ids: SwapId[] = [];
      const world = await losing(under(), async (losing) => {
        for (let count = 0; count < 3; count += 1) ids.push(await losing.ready());
        for (const id of ids) await losing.journal.cancel(id);
        const later = await losing.journal.retry({
          swapId: ids[2]!,
          maxGenerations: 3,
          now: Date.now(),
        });
        if (later.kind !== 'retried') throw new Error('not retried');
        const retrying = (id: SwapId) => ({
          retries: [{ swapId: id, idempotencyKey: randomUUID() }],
        });
        return [
          lostEntry(losing, { swapId: ids[0]! }),
          lostEntry(losing, { nonce: 1n, ...retrying(ids[1]!) }),
          lostEntry(losing, { nonce: 2n, swapId: later.swapId, ...retrying(ids[2]!) }),
        ];
      });
      const [paid, retried, remembered] = await Promise.all(
        ids.map(async (id) => (await world.snapshot(id)).swap),
      );
      const unknown = {
        state: 'cancelled',
        fundsState: 'unknown',
        reason: { code: 'JOURNAL_WENT_BACK' },
      };
      expect(paid).toMatchObject(unknown);
      // In the journal nothing came after that one.
      expect(retried).toMatchObject(unknown);
      // The journal still has the retry, and that one reports the loss.
      expect(remembered).toMatchObject({ state: 'cancelled', fundsState: 'untouched' });
    });

    it('ends nothing as unpaid whose payment was found lost since the decision', async () => {
      let [paid, version]: [SwapId | undefined, number] = [undefined, 0];
      const world = await losing(under(), async (losing) => {
        paid = await losing.ready();
        version = await losing.version(paid);
        return [lostEntry(losing, { swapId: paid })];
      });
      const end = { swapId: paid!, version, state: 'expired', fundsState: 'untouched' } as const;
      await expect(world.journal.transition(end)).rejects.toMatchObject({ code: 'JOURNAL_STALE' });
      expect((await world.snapshot(paid!)).swap.state).toBe('quoted');
    });

    it('recognizes a job that is resubmitted under its key, even if its swap is lost as well', async () => {
      const idempotencyKey = randomUUID();
      const world = await losing(under(), async (losing) => [
        lostEntry(losing, { idempotencyKey }),
      ]);
      await unfreeze(world, 1n);
      const { swap } = await world.journal.submit({
        idempotencyKey,
        bodyHash: hash('job'),
        job: world.job(),
      });
      await world.quote(swap.id);
      await world.swapData(swap.id);
      expect((await world.snapshot(swap.id)).lost).toBeDefined();
      expect(await world.lease(swap.id, { chainNonce: 1n })).toMatchObject({
        refusal: { kind: 'lost_attempt' },
      });
    });

    it('never pays again what a retry has paid', async () => {
      let failed: SwapId | undefined;
      const world = await losing(under(), async (losing) => {
        failed = await losing.ready();
        return [lostEntry(losing, { retries: [{ swapId: failed, idempotencyKey: randomUUID() }] })];
      });
      await unfreeze(world, 1n);
      expect((await world.snapshot(failed!)).lost).toBeDefined();
      expect(await world.lease(failed!, { chainNonce: 1n })).toMatchObject({
        refusal: { kind: 'lost_attempt' },
      });
    });

    it('never pays again what a retry of a retry paid, even for a job that is resubmitted under the first key', async () => {
      const [key, between] = [
        randomUUID(),
        { swapId: randomUUID() as SwapId, idempotencyKey: randomUUID() },
      ];
      let open: SwapId | undefined;
      const world = await losing(under(), async (losing) => {
        open = await losing.ready();
        const { idempotencyKey } = (await losing.snapshot(open)).swap;
        return [
          lostEntry(losing, { retries: [between, { swapId: open, idempotencyKey }] }),
          lostEntry(losing, {
            nonce: 1n,
            retries: [between, { swapId: randomUUID() as SwapId, idempotencyKey: key }],
          }),
        ];
      });
      await unfreeze(world, 2n);
      const { swap } = await world.journal.submit({
        idempotencyKey: key,
        bodyHash: hash('job'),
        job: world.job(),
      });
      await world.quote(swap.id);
      await world.swapData(swap.id);
      for (const id of [open!, swap.id]) {
        expect((await world.snapshot(id)).lost).toBeDefined();
        expect(await world.lease(id, { chainNonce: 2n })).toMatchObject({
          refusal: { kind: 'lost_attempt' },
        });
      }
    });

    it('refuses the lease by its schema as well', async () => {
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

    it('lets a swap approve and pay if only its approve was lost', async () => {
      let approved: SwapId | undefined;
      const world = await losing(under(), async (losing) => {
        approved = await losing.ready();
        return [lostEntry(losing, { swapId: approved, step: 'approve' })];
      });
      await unfreeze(world, 1n);
      expect((await world.snapshot(approved!)).lost).toBeUndefined();
      expect(await world.lease(approved!, { chainNonce: 1n, holder })).toMatchObject({
        kind: 'leased',
      });
    });

    it('does not take a lost transaction for an external one when it lands after the wallet was released', async () => {
      const world = await losing(under(), async (losing) => {
        await losing.paid({ chainNonce: 4n });
        return [lostEntry(losing, { nonce: 5n })];
      });
      await unfreeze(world, 5n);
      expect(leased(await world.lease(await world.ready(), { chainNonce: 6n })).nonce).toBe(6n);
    });

    it('takes an unsigned transaction after a release for an external one again', async () => {
      const world = await losing(under(), async (losing) => {
        await losing.paid({ chainNonce: 4n });
        return [lostEntry(losing, { nonce: 5n })];
      });
      await unfreeze(world, 6n);
      expect(await world.lease(await world.ready(), { chainNonce: 7n })).toMatchObject({
        refusal: { kind: 'external_nonce', chainNonce: 7n, expected: 6n },
      });
    });

    it('releases a wallet with an external transaction, from the nonce of its chain', async () => {
      const world = await newWorld(under());
      await world.paid({ chainNonce: 3n });
      expect(await world.lease(await world.ready(), { chainNonce: 6n })).toMatchObject({
        kind: 'refused',
      });
      await unfreeze(world, 6n);
      expect(leased(await world.lease(await world.ready(), { chainNonce: 6n })).nonce).toBe(6n);
      const [kept] = await world.raw(
        `select by, reason, data->>'frozen' as frozen, data->>'family' as family from interventions where subject = '${world.wallet.name}'`,
      );
      expect(kept).toEqual({
        ...person,
        frozen: expect.stringContaining('next nonce'),
        family: 'evm',
      });
      await expect(unfreeze(world, 6n)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      for (const change of [
        `update interventions set by = 'nobody'`,
        'delete from interventions',
      ]) {
        await expect(world.raw(change)).rejects.toMatchObject(broken);
      }
    });

    it('compares a nonce on request, and freezes for an external one only', async () => {
      const world = await newWorld(under());
      await world.paid({ chainNonce: 3n });
      const of = (chainNonce: bigint) => ({
        walletId: world.wallet.id,
        chain: world.chain,
        account: world.wallet.address,
        chainNonce,
        epoch: 0n,
      });
      expect(await world.journal.compareAccount(of(4n))).toBeUndefined();
      expect(await frozenReason(world)).toBeUndefined();
      expect(await world.journal.compareAccount(of(6n))).toContain('nonce 4:');
      expect(await frozenReason(world)).toContain('nonce 4');
      // A wallet that was never leased on a chain may have been used there by any program.
      const fresh = await newWorld(under());
      expect(
        await fresh.journal.compareAccount({
          ...of(9n),
          walletId: fresh.wallet.id,
          chain: fresh.chain,
        }),
      ).toBe(undefined);
    });
  });
}
