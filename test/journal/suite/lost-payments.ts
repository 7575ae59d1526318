import { describe, expect, it } from 'vitest';
import type { AttemptId } from '../../../src/core/swap/ids.ts';
import type { Job } from '../../../src/core/swap/job.ts';
import type { SigningLogEntry } from '../../../src/ports/signing-log.ts';
import { leased, newWorld, randomTxId, spender, type Under, type World } from './fixture.ts';
import { lostEntry, person, unfreeze } from './lost-entry.ts';

export function describeLostPayments(under: Under): void {
  describe('what was committed and lost', () => {
    it('numbers commits in their order, and continues after the lost ones', async () => {
      const world = await newWorld(under());
      const sequenceOf = async ({ attemptId }: { attemptId: AttemptId }): Promise<bigint> =>
        (await world.journal.signedRecords(attemptId)).entries[0]!.sequence;
      const [first, second] = [
        await sequenceOf(await world.paid()),
        await sequenceOf(await world.paid()),
      ];
      expect(second).toBeGreaterThan(first);
      const lost = second + 1_000n;
      await world.journal.recordLosses([lostEntry(world, { sequence: lost, nonce: 9n })]);
      await world.journal.adopt(person);
      const other = await newWorld(under());
      expect(await sequenceOf(await other.paid())).toBe(lost + 1n);
    });

    it('numbers concurrent commits one by one', async () => {
      const worlds = await Promise.all(Array.from({ length: 8 }, () => newWorld(under())));
      const paid = await Promise.all(worlds.map((world) => world.paid()));
      const records = await Promise.all(
        paid.map(({ attemptId }, index) => worlds[index]!.journal.signedRecords(attemptId)),
      );
      expect(new Set(records.map(({ entries }) => entries[0]!.sequence)).size).toBe(worlds.length);
    });

    describe('what a lost payment may deliver', () => {
      const expected = { minOut: 390n, expectedOut: 399n, destinationAnchor: 7n };

      /**
       * A lost payment from the world's wallet to the receiver of `job`, in the form of a stored
       * one.
       */
      const lostPayment = (
        world: World,
        job: Job,
        change: Partial<SigningLogEntry> = {},
      ): SigningLogEntry =>
        lostEntry(world, {
          ...{ nonce: 5n, chain: job.from.chain },
          payment: {
            from: { token: job.from.token, amount: job.amount, refundAddress: job.refundAddress },
            to: {
              chain: job.to.chain,
              token: job.to.token,
              receiver: job.receiver.toLowerCase(),
              ...expected,
            },
          },
          ...change,
        });

      it('could be what another swap awaits: a payout or a refund', async () => {
        const world = await newWorld(under());
        const { id } = await world.paid();
        const { job } = (await world.snapshot(id)).swap;
        const lost = lostPayment(world, job);
        const elsewhere = lostPayment(world, {
          ...job,
          receiver: spender,
          from: { ...job.from, token: spender },
        });
        const unsaid = lostEntry(world, { nonce: 6n });
        await world.journal.recordLosses([lost, elsewhere, unsaid]);
        const competitors = [{ kind: 'payout', swapId: lost.swapId, ...expected }];
        expect(await world.journal.competitors(id)).toEqual(competitors);
        expect(await world.journal.refundCompetitors(id)).toMatchObject([
          { kind: 'refund', amount: job.amount },
        ]);
        // A person's check does not decide to which swap a later transfer belongs.
        await world.journal.adopt(person);
        expect(await world.journal.competitors(id)).toEqual(competitors);
        expect(await world.journal.competitors(id, { anyToken: true })).toEqual(competitors);
      });

      it('could be a refund of what was paid to the same account', async () => {
        const world = await newWorld(under());
        const { id } = await world.paid();
        const { job } = (await world.snapshot(id)).swap;
        const back = {
          ...job,
          from: { ...job.from, chain: 'ELSEWHERE' },
          to: job.from,
          receiver: job.refundAddress,
        };
        await world.journal.recordLosses([lostPayment(world, back)]);
        await world.journal.adopt(person);
        expect(await world.journal.refundCompetitors(id)).toMatchObject([
          { kind: 'payout', minOut: 390n },
        ]);
      });

      it('could be a refund if a provider pays out on the chain on which it was paid', async () => {
        const world = await newWorld(under());
        const { id } = await world.paid();
        const { job } = (await world.snapshot(id)).swap;
        const over = {
          ...job,
          from: { ...job.from, token: spender },
          to: job.from,
          receiver: job.refundAddress,
        };
        await world.journal.recordLosses([
          lostPayment(world, over, { step: 'deposit' }),
          lostPayment(world, over, { nonce: 6n }),
        ]);
        await world.journal.adopt(person);
        expect(await world.journal.refundCompetitors(id)).toMatchObject([
          { kind: 'payout', minOut: 390n },
        ]);
      });

      it('could be what another swap awaits: its refund goes to the address of the other payout', async () => {
        const world = await newWorld(under());
        const other = await newWorld(under());
        const { job } = await world.submit({ to: other.job().to });
        const id = await other.ready({ to: job.from, receiver: world.wallet.address });
        await other.commit(id, leased(await other.lease(id)).leaseId);
        const lost = lostPayment(world, { ...job, amount: 1_234n, refundAddress: spender });
        const within = lostPayment(
          world,
          { ...job, to: { ...job.to, chain: world.chain } },
          { nonce: 6n },
        );
        await world.journal.recordLosses([lost, within]);
        await world.journal.adopt(person);
        const competitor = {
          kind: 'refund',
          swapId: lost.swapId,
          token: job.from.token,
          amount: 1_234n,
        };
        expect(await world.journal.competitors(id)).toEqual([competitor]);
        // Within one chain only a deposit is refunded.
        const deposit = lostPayment(
          world,
          { ...job, to: { ...job.to, chain: world.chain }, amount: 5n },
          { nonce: 7n, step: 'deposit' },
        );
        await world.journal.recordLosses([deposit]);
        await world.journal.adopt(person);
        expect(await world.journal.competitors(id)).toEqual([
          competitor,
          { ...competitor, swapId: deposit.swapId, amount: 5n },
        ]);
      });

      it('is not what a swap awaits that paid after a person had checked', async () => {
        const world = await newWorld(under());
        const { job } = await world.submit();
        await world.journal.recordLosses([lostPayment(world, job)]);
        await world.journal.adopt(person);
        await unfreeze(world, 6n);
        const { id } = await world.paid({ chainNonce: 6n });
        expect(await world.journal.competitors(id)).toEqual([]);
        expect(await world.journal.refundCompetitors(id)).toEqual([]);
      });

      /** A paid swap, and another one of which the journal has lost a bump, but not the lease. */
      const losingBump = async () => {
        const world = await newWorld(under());
        const { id } = await world.paid();
        const other = await world.paid();
        const { job } = (await world.snapshot(id)).swap;
        const bump = lostPayment(world, job, {
          swapId: other.id,
          nonce: other.nonce,
          kind: 'bump',
        });
        await world.journal.recordLosses([bump]);
        await world.journal.adopt(person);
        return { world, id, other, job };
      };

      it('belongs to the swap whose lease the journal has', async () => {
        const { world, id, other } = await losingBump();
        expect((await world.journal.competitors(id)).map(({ swapId }) => swapId)).toEqual([
          other.id,
        ]);
      });

      it('may have arrived if a transaction that is not in the journal used that lease', async () => {
        const { world, id, other, job } = await losingBump();
        await world.prove(other.id, other.leaseId, { stranger: true });
        expect((await world.journal.competitors(id)).map(({ swapId }) => swapId)).toEqual([
          other.id,
        ]);
        expect(await world.journal.refundCompetitors(id)).toMatchObject([
          { kind: 'refund', amount: job.amount },
        ]);
      });
    });

    it('recognizes its own transactions, lost ones too', async () => {
      const world = await newWorld(under());
      const { txId } = await world.paid();
      const lost = lostEntry(world, { nonce: 5n });
      await world.journal.recordLosses([lost]);
      await world.journal.adopt(person);
      const isOwn = (id: string): Promise<boolean> =>
        world.journal.isOwnTransaction(world.chain, id);
      expect(await Promise.all([txId, lost.txId, randomTxId()].map(isOwn))).toEqual([
        true,
        true,
        false,
      ]);
      expect(await world.journal.isOwnTransaction('ELSEWHERE', txId)).toBe(false);
    });

    it('finds the lost refunds and claims of a swap, and none of another swap', async () => {
      const world = await newWorld(under());
      const { id } = await world.paid();
      const other = await world.paid();
      const fetching = lostEntry(world, { swapId: id, step: 'refund', nonce: 5n });
      const cancel = lostEntry(world, { swapId: id, step: 'refund', kind: 'cancel', nonce: 6n });
      const elsewhere = lostEntry(world, {
        swapId: id,
        step: 'refund',
        chain: 'ELSEWHERE',
        nonce: 5n,
      });
      const others = lostEntry(world, {
        swapId: other.id,
        step: 'claim',
        retries: [{ swapId: id, idempotencyKey: 'of a retry' }],
        nonce: 7n,
      });
      await world.journal.recordLosses([fetching, cancel, elsewhere, others]);
      await world.journal.adopt(person);
      expect(await world.journal.lostRefunds(id)).toEqual([fetching.txId]);
      expect(await world.journal.lostRefunds(other.id)).toEqual([]);
    });
  });
}
