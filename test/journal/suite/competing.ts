import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/decide/policy.ts';
import type { DepositPayment } from '../../../src/core/deposits/deposit.ts';
import type { SettlementFinding } from '../../../src/core/settlement/settlement.ts';
import type { OrderId, SwapId } from '../../../src/core/swap/ids.ts';
import type { Job } from '../../../src/core/swap/job.ts';
import type { ExecutorContext } from '../../../src/executor/context.ts';
import { createDepositWatcher } from '../../../src/executor/watch-deposits.ts';
import type { Settlement } from '../../../src/ports/stores/attribution-store.ts';
import type { DepositStore } from '../../../src/ports/stores/deposit-store.ts';
import { find, payFor, showing, transfer } from './finding.ts';
import { hour, newWorld, randomTxId, receiver, token, type Under, type World } from './fixture.ts';

/**
 * Two chains: swaps pay on the first and are paid out to one receiver, in one token, on the second.
 */
async function twoChains(under: Under) {
  const paying = await newWorld(under());
  const { chain } = await newWorld(under());
  const to = { family: 'evm', chain, token, decimals: 6, symbol: 'USDC' } as const;
  return { world: paying, job: { to, receiver } satisfies Partial<Job> };
}

type Found = Extract<SettlementFinding, { kind: 'found' }>;

const endOf = ({ legs, level, basis }: Found): Partial<Settlement> => ({
  legs,
  level,
  ...(basis ? { basis } : {}),
});

/**
 * Swaps to one receiver in one token: a transfer is never attributed to the wrong one, whatever the
 * delays.
 */
export function describeCompeting(under: Under): void {
  describe('swaps that compete for a transfer', () => {
    it('are all found, also one that was paid while the chain was slow to answer', async () => {
      const { world, job } = await twoChains(under);
      const waiting = await payFor(world, job);
      const later = await world.ready(job);
      const itsPayout = transfer();
      const slow = {
        receivedSince: async () => {
          await payFor(world, later);
          return [itsPayout];
        },
      };
      expect(await find(world, waiting, slow)).toEqual({ kind: 'ambiguous' });
    });

    it('are all found, also one whose payment was refunded while the chain was slow to answer', async () => {
      const { world, job } = await twoChains(under);
      const waiting = await payFor(world, job);
      const later = await world.ready(job);
      const itsRefund = transfer({ amount: 1_000n });
      const slow = {
        receivedSince: async (_: bigint, account: string) => {
          if (account === receiver) return [];
          await payFor(world, later);
          return [itsRefund];
        },
      };
      expect(await find(world, waiting, slow, 'refund')).toEqual({ kind: 'ambiguous' });
    });

    it('are read again when the swap is settled, which may be long after the search', async () => {
      const { world, job } = await twoChains(under);
      const [waiting, other] = [await payFor(world, job), await payFor(world, job)];
      const payout = transfer();
      const report = async (id: SwapId, txId: string): Promise<void> => {
        const destination = { chain: job.to.chain, txId };
        await world.journal.recordStatus({
          swapId: id,
          version: await world.version(id),
          status: 'SUCCESS',
          destination,
        });
      };
      await report(waiting, payout.txId);
      await report(other, randomTxId());
      const found = (await find(world, waiting, showing(payout))) as Found;
      expect(found).toMatchObject({ kind: 'found', level: 'inferred' });
      await report(other, payout.txId);
      const before = await world.snapshot(waiting);
      expect(await world.settle(waiting, endOf(found))).toEqual({
        kind: 'changed',
        finding: { kind: 'ambiguous' },
      });
      expect(await world.snapshot(waiting)).toEqual(before);
      await report(other, randomTxId());
      expect(await world.settle(waiting, endOf(found))).toEqual({ kind: 'settled' });
      expect((await world.snapshot(waiting)).swap).toMatchObject({
        state: 'settled',
        legs: [{ txId: payout.txId }],
      });
    });

    it('are settled only by the worker that holds them', async () => {
      const { world, job } = await twoChains(under);
      const waiting = await payFor(world, job);
      const found = (await find(world, waiting, showing(transfer()))) as Found;
      const stale = { code: 'JOURNAL_STALE' };
      await expect(
        world.settle(waiting, { ...endOf(found), holder: 'another' }),
      ).rejects.toMatchObject(stale);
      const version = await world.version(waiting);
      const end = {
        state: 'settled',
        fundsState: 'moved',
        level: found.level,
        legs: found.legs,
      } as const;
      await world.journal.lock(waiting, 'worker-1', -1);
      const late = world.journal.settle({ swapId: waiting, version, holder: 'worker-1', ...end });
      await expect(late).rejects.toMatchObject(stale);
      expect((await world.snapshot(waiting)).swap).toMatchObject({ state: 'executing', legs: [] });
      expect(await world.settle(waiting, endOf(found))).toEqual({ kind: 'settled' });
    });
  });

  describe('a payout on a chain where one transaction has several names', () => {
    it('is not taken while a name of a competing swap may mean the same transaction', async () => {
      const { world, job } = await twoChains(under);
      const [waiting, other] = [await payFor(world, job), await payFor(world, job)];
      const [payout, beside] = [transfer(), transfer({ index: 1 })];
      const names = new Map([['ours', [payout]]]);
      const chain = {
        hasSeveralNames: true as const,
        receivedSince: async () => [payout],
        receivedIn: async (name: string) => names.get(name) ?? [],
      };
      const report = async (id: SwapId, txId: string): Promise<void> => {
        const destination = { chain: job.to.chain, txId };
        await world.journal.recordStatus({
          swapId: id,
          version: await world.version(id),
          status: 'SUCCESS',
          destination,
        });
      };
      await report(waiting, 'ours');
      await report(other, 'theirs');
      // No observed transfer has that name.
      expect(await find(world, waiting, chain)).toEqual({ kind: 'ambiguous' });
      names.set('theirs', [payout]);
      expect(await find(world, waiting, chain)).toEqual({ kind: 'ambiguous' });
      names.set('theirs', [{ ...beside, txId: payout.txId }]);
      const found = (await find(world, waiting, chain)) as Found;
      expect(found).toMatchObject({
        kind: 'found',
        level: 'inferred',
        legs: [{ txId: payout.txId, index: 0 }],
      });
      // A name that was reported later was not searched for.
      await report(other, 'theirs too');
      expect(await world.settle(waiting, endOf(found))).toMatchObject({ kind: 'changed' });
    });
  });

  describe('a transaction that no configured chain shows', () => {
    const hash = 'AB12'.repeat(16);
    const to = {
      family: 'other',
      chain: 'XRP',
      token: 'native',
      decimals: 6,
      symbol: 'XRP',
      reportedOnly: true,
    } as const;
    const settle = async (world: World, txId: string) => {
      const id = await payFor(world, { to, receiver: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' });
      const leg = {
        chain: to.chain,
        txId,
        index: -1,
        token: to.token,
        amount: 1n,
        promised: true,
      } as const;
      return (
        await world.settle(id, { legs: [{ ...leg, role: 'payout', level: 'router-reported' }] })
      ).kind;
    };

    it.each([hash, hash.toLowerCase(), `0x${hash}`, `0X00${hash}`])(
      'settles one swap, also where an older row has it as %s',
      async (older) => {
        const world = await newWorld(under());
        const id = randomTxId().slice(2, 10);
        expect(await settle(world, older + id)).toBe('settled');
        expect(await settle(world, hash.toLowerCase() + id)).toBe('leg_attributed');
        const place = { chain: to.chain, txId: hash.toLowerCase() + id, index: 5 };
        expect(await world.journal.attributedLegs([place])).toHaveLength(1);
      },
    );
  });

  describe('a swap that is paid manually', () => {
    /** A swap that waits for its payout, and one that shows an address to pay to. */
    async function withManual(change: Partial<Job> = {}) {
      const { world, job } = await twoChains(under);
      const waiting = await payFor(world, job);
      const { id: manual } = await world.submit({ ...job, flow: 'deposit-by-hand', ...change });
      const orderId = await world.quote(manual);
      const deposit = {
        address: receiver,
        account: randomTxId(),
        amount: 1_000n,
        exchangeId: randomTxId(),
      };
      await world.swapData(manual, {
        deposit: { ...deposit, chain: world.chain, anchor: 100n, watchFor: hour },
      });
      const become = async (state: 'awaiting_deposit' | 'expired' | 'cancelled' | 'settling') =>
        world.journal.transition({
          swapId: manual,
          version: await world.version(manual),
          state,
          fundsState: 'untouched',
        });
      await become('awaiting_deposit');
      return { world, waiting, manual, become, ...looker(world, manual, orderId) };
    }

    const age = 1_000_000 * hour;

    function looker(world: World, swapId: SwapId, orderId: OrderId) {
      const targets = () =>
        world.journal.depositTargets({ chain: world.chain, pace: age, slowest: age, limit: 10 });
      return {
        /** Begins a check; what it finds is recorded later. */
        async begin() {
          const askedAt = (await targets()).find((place) => place.orderId === orderId)?.askedAt;
          if (askedAt === undefined) throw new Error('it is not looked at now');
          return (payments: DepositPayment[] = [], isComplete = true) =>
            world.journal.recordDeposits([
              {
                orderId,
                swapId,
                payments,
                scannedUntil: 110n,
                ...(isComplete ? { seenUntil: askedAt } : {}),
              },
            ]);
        },
      };
    }

    const paid = (change: Partial<DepositPayment> = {}): DepositPayment => ({
      ...{ txId: randomTxId(), index: 1, amount: 1_000n, at: Date.now() },
      ...{ block: { number: 120n, hash: '0x120' }, final: false },
      ...change,
    });

    /** The journal stores milliseconds: it cannot order checks and transfers within one. */
    const nextMillisecond = async (world: World) => world.raw('select pg_sleep(0.002)');

    it('competes from the moment its address is known, until a later check shows that it was not paid', async () => {
      const { world, waiting, begin } = await withManual();
      const early = await begin();
      const payout = transfer();
      const look = () => find(world, waiting, showing(payout));
      expect(await look()).toEqual({ kind: 'ambiguous' });
      // It does not show whether the deposit came between that check and the payout.
      await early();
      expect(await look()).toEqual({ kind: 'ambiguous' });
      await nextMillisecond(world);
      await (await begin())([], false);
      expect(await look()).toEqual({ kind: 'ambiguous' });
      await (await begin())();
      expect(await look()).toMatchObject({ kind: 'found', legs: [{ txId: payout.txId }] });
      // That check says nothing about later deposits.
      expect(await find(world, waiting, showing(transfer()))).toEqual({ kind: 'ambiguous' });
    });

    /**
     * The result of one round of checks, if the newest block of each host is this old; the address
     * is empty.
     */
    const watchBy = async (world: World, ages: Record<string, number>) => {
      const chain = {
        chain: { name: world.chain, blockTimeMs: 1_000 },
        endpoints: () => Object.keys(ages).map((host) => ({ host })),
        head: async () => ({ latest: 120n, final: 110n }),
        paymentsTo: async (targets: readonly unknown[], host = Object.keys(ages)[0] as string) =>
          targets.map(() => ({
            ...{ payments: [], scannedUntil: 110n },
            through: { number: 120n, time: Date.now() - (ages[host] ?? 0) },
          })),
      };
      const context = {
        ...{
          journal: world.journal,
          policy: { ...defaultPolicy, clocksDiffer: 0 },
          clock: { now: Date.now },
        },
        ...{ chains: new Map([[world.chain, chain]]), logger: { warn: () => undefined } },
      } as unknown as ExecutorContext<DepositStore>;
      await nextMillisecond(world);
      await createDepositWatcher(context, world.chain, async () => true)();
    };

    it.each<[string, Record<string, number>, Record<string, number>]>([
      ['the endpoint', { 'one.example': 60_000 }, { 'one.example': 0 }],
      [
        'one of two',
        { 'one.example': 0, 'two.example': 60_000 },
        { 'one.example': 0, 'two.example': 0 },
      ],
    ])(
      'competes on where %s is a minute behind, until it has caught up',
      async (_, late, upToDate) => {
        const { world, waiting } = await withManual();
        const payout = transfer();
        const look = () => find(world, waiting, showing(payout));
        expect(await look()).toEqual({ kind: 'ambiguous' });
        await watchBy(world, late);
        expect(await look()).toEqual({ kind: 'ambiguous' });
        await watchBy(world, upToDate);
        expect(await look()).toMatchObject({ kind: 'found', legs: [{ txId: payout.txId }] });
      },
    );

    it('does not compete for what came before its order', async () => {
      const { world, waiting } = await withManual();
      await world.raw(
        `update orders set destination_anchor = 95 where deposit_account is not null and deposit_chain = '${world.chain}'`,
      );
      expect(await find(world, waiting, showing(transfer()))).toMatchObject({ kind: 'found' });
    });

    it('competes once a deposit was observed, even in a block that was reorganized out', async () => {
      const { world, waiting, begin } = await withManual();
      const payout = transfer();
      const look = () => find(world, waiting, showing(payout));
      expect(await look()).toEqual({ kind: 'ambiguous' });
      await nextMillisecond(world);
      await (await begin())([paid({ block: { number: 105n, hash: '0x105' } })]);
      expect(await look()).toEqual({ kind: 'ambiguous' });
      await (await begin())();
      expect(await look()).toEqual({ kind: 'ambiguous' });
    });

    it.each(['expired', 'cancelled'] as const)(
      'competes after it is %s, for as long as its address is watched, which is looked at again at once',
      async (state) => {
        const { world, waiting, manual, become, begin } = await withManual();
        await (await begin())();
        await become(state);
        // It is not due yet.
        await expect(begin()).rejects.toThrow('not looked at');
        const payout = transfer();
        const look = () => find(world, waiting, showing(payout));
        expect(await look()).toEqual({ kind: 'ambiguous' });
        await nextMillisecond(world);
        await (await begin())();
        expect(await look()).toMatchObject({ kind: 'found' });
        const next = showing(transfer());
        expect(await find(world, waiting, next)).toEqual({ kind: 'ambiguous' });
        await world.raw(
          `update orders set deposit_watched_until = now() where swap_id = '${manual}'`,
        );
        expect(await find(world, waiting, next)).toMatchObject({ kind: 'found' });
      },
    );

    it('competes no longer than that if a person ended it as unpaid before the other one existed', async () => {
      const { world, waiting, manual, become, begin } = await withManual();
      await become('cancelled');
      await world.raw(
        `update swaps set state = 'failed', funds_state = 'unknown' where id = '${manual}'`,
      );
      const look = () => find(world, waiting, showing(payout));
      const payout = transfer();
      expect(await look()).toEqual({ kind: 'ambiguous' });
      await nextMillisecond(world);
      await (await begin())();
      expect(await look()).toMatchObject({ kind: 'found' });
    });

    it('competes again with a late deposit that is not final yet', async () => {
      const { world, waiting, become, begin } = await withManual();
      await become('expired');
      const payout = transfer();
      const look = () => find(world, waiting, showing(payout));
      expect(await look()).toEqual({ kind: 'ambiguous' });
      await nextMillisecond(world);
      await (await begin())([paid()]);
      expect(await look()).toEqual({ kind: 'ambiguous' });
    });

    it('competes again with a second deposit that is not final yet, even if it is settled', async () => {
      const { world, waiting, manual, become, begin } = await withManual();
      const first = paid({ final: true, block: { number: 105n, hash: '0x105' } });
      await (await begin())([first]);
      await become('settling');
      const leg = { chain: 'OTHER', txId: randomTxId(), index: 1, token, amount: 398n } as const;
      await world.settle(manual, { legs: [{ ...leg, role: 'payout', level: 'verified' }] });
      const look = () => find(world, waiting, showing(transfer()));
      expect(await look()).toMatchObject({ kind: 'found' });
      await world.raw(`update orders set deposit_looked_at = null where swap_id = '${manual}'`);
      await (await begin())([first, paid()]);
      expect(await look()).toEqual({ kind: 'ambiguous' });
    });

    it('competes, also if Ferryman was to pay, with a deposit to an ended order that is not final yet', async () => {
      const { world, waiting, become, begin } = await withManual({ flow: 'deposit' });
      await become('expired');
      const look = () => find(world, waiting, showing(transfer()));
      expect(await look()).toMatchObject({ kind: 'found' });
      await (await begin())([paid()]);
      expect(await look()).toEqual({ kind: 'ambiguous' });
    });

    it('competes for a refund to the address of its own refund, until a check shows that it is unpaid', async () => {
      const { world, waiting, begin } = await withManual();
      const refund = transfer({ amount: 1_000n });
      const receivedSince = async (_: bigint, account: string) =>
        account === receiver ? [] : [refund];
      const look = () => find(world, waiting, { receivedSince }, 'refund');
      expect(await look()).toEqual({ kind: 'ambiguous' });
      await nextMillisecond(world);
      await (await begin())();
      expect(await look()).toMatchObject({ kind: 'found', legs: [{ role: 'refund' }] });
    });

    it('competes with its refund for a payout to the same address', async () => {
      const { world, waiting } = await withManual();
      const to = (await world.snapshot(waiting)).swap.job.to;
      const back = {
        flow: 'deposit-by-hand',
        from: to,
        to: world.job().from,
        amount: 400n,
        refundAddress: receiver,
      };
      const own = await withManual(back as Partial<Job>);
      expect(await own.world.journal.competitors(waiting)).toContainEqual(
        expect.objectContaining({ kind: 'refund', swapId: own.manual, noDepositUntil: 0 }),
      );
    });
  });
}
