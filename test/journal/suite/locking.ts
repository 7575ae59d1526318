import { describe, expect, it } from 'vitest';
import { holder, hour, leased, newWorld, stepOf, type Under } from './fixture.ts';

export function describeClaiming(under: Under): void {
  describe('locking', () => {
    it('locks a swap for one of many holders, and again for the same one', async () => {
      const { journal, submit } = await newWorld(under());
      const { id } = await submit();
      const holders = Array.from({ length: 10 }, (_, index) => `holder-${index}`);
      const claims = await Promise.all(holders.map((one) => journal.lock(id, one, hour)));
      expect(claims.filter((attributed) => attributed)).toHaveLength(1);
      const winner = holders[claims.indexOf(true)]!;
      expect(await journal.lock(id, winner, hour)).toBe(true);
    });

    it('hides a locked swap from the due ones until the lock expires', async () => {
      const { journal, submit } = await newWorld(under());
      const { id } = await submit();
      const due = async (): Promise<boolean> =>
        (await journal.dueSwaps(10_000)).some(({ swapId }) => swapId === id);
      await journal.lock(id, 'a', hour);
      expect(await due()).toBe(false);
      await journal.lock(id, 'a', 0);
      expect(await due()).toBe(true);
      expect(await journal.lock(id, 'b', hour)).toBe(true);
    });

    it('reads a swap with its lock, and nothing if another holder has it or it has ended', async () => {
      const world = await newWorld(under());
      const { journal } = world;
      const { id } = await world.paid();
      expect(await journal.lockAndRead(id, 'a', hour)).toEqual(await world.snapshot(id));
      expect(await journal.lockAndRead(id, 'b', hour)).toBeUndefined();
      expect(await journal.lock(id, 'b', hour)).toBe(false);
      expect(await journal.lockAndRead(id, 'a', 0)).toBeDefined();
      expect(await journal.lockAndRead(id, 'b', hour)).toEqual(await world.snapshot(id));
      const { id: ended } = await world.submit();
      await journal.cancel(ended);
      expect(await journal.lockAndRead(ended, 'a', hour)).toBeUndefined();
    });

    it('reads large numbers and times of signed transactions exactly', async () => {
      const world = await newWorld(under());
      const { id, txId } = await world.paid();
      const [block, feePaid] = [{ number: 2n ** 60n + 1n, hash: '0x1' }, 2n ** 200n + 1n];
      await world.observe(
        { [txId]: { status: 'included', block, succeeded: true, feePaid } },
        { latest: block.number },
      );
      const [stored] = await world.raw(
        `select signed_at, held_until from attempts a join leases l on l.id = a.lease_id where a.tx_id = '${txId}'`,
      );
      expect(stepOf(await world.snapshot(id), 'swap')?.lease).toMatchObject({
        heldUntil: stored?.held_until,
        attempts: [{ signedAt: stored?.signed_at, inclusion: { block, feePaid } }],
      });
    });

    it('releases only what the holder has', async () => {
      const { journal, submit } = await newWorld(under());
      const { id, version } = await submit();
      await journal.lock(id, 'a', hour);
      await journal.release(id, 'b', 0);
      await journal.wait({ swapId: id, version, holder: 'b', delay: 0, failed: false });
      expect(await journal.lock(id, 'b', hour)).toBe(false);
      await journal.release(id, 'a', 0);
      expect(await journal.lock(id, 'b', hour)).toBe(true);
    });

    it('waits with a reason, at the same version, and records the reason once', async () => {
      const { journal, submit, snapshot } = await newWorld(under());
      const { id, version } = await submit();
      const reason = { code: 'BALANCE_RESERVED', message: '1 is free' };
      for (const message of ['1 is free', '2 are free']) {
        await journal.lock(id, holder, hour);
        await journal.wait({
          swapId: id,
          version,
          holder,
          delay: hour,
          failed: true,
          reason: { ...reason, message },
        });
      }
      const { swap } = await snapshot(id);
      expect(swap).toMatchObject({
        version,
        consecutiveFailures: 2,
        reason: { code: reason.code, message: '2 are free' },
      });
      expect((await journal.events(id)).map(({ type }) => type)).toEqual([
        'swap_submitted',
        'waiting',
      ]);
      expect((await journal.dueSwaps(10_000)).some(({ swapId }) => swapId === id)).toBe(false);
      expect(await journal.lock(id, 'another', hour)).toBe(true);
    });

    it('keeps the reason and the count of failures if nothing new is reported', async () => {
      const { journal, submit, snapshot } = await newWorld(under());
      const { id, version } = await submit();
      const reason = { code: 'X', message: 'x' };
      await journal.wait({ swapId: id, version, holder, delay: 0, failed: true, reason });
      await journal.wait({ swapId: id, version, holder, delay: 0, failed: false });
      expect((await snapshot(id)).swap).toMatchObject({ consecutiveFailures: 1, reason });
    });

    it('keeps the count of failures with another quote: a loop of quotes waits longer each time', async () => {
      const { journal, submit, snapshot, quote } = await newWorld(under());
      const { id, version } = await submit();
      const reason = { code: 'X', message: 'x' };
      await journal.wait({ swapId: id, version, holder, delay: 0, failed: true, reason });
      await quote(id);
      expect((await snapshot(id)).swap).toMatchObject({ consecutiveFailures: 1, reason });
    });

    it('clears failures and their reason once something was signed', async () => {
      const world = await newWorld(under());
      const { id, txId, leaseId } = await world.paid();
      const { swap } = await world.snapshot(id);
      const reason = { code: 'X', message: 'x' };
      await world.journal.wait({
        swapId: id,
        version: swap.version,
        holder,
        delay: 0,
        failed: true,
        reason,
      });
      await world.observe({
        [txId]: {
          status: 'final',
          block: { number: 10n, hash: '0x1' },
          succeeded: true,
          feePaid: 1n,
        },
      });
      expect((await world.snapshot(id)).swap.consecutiveFailures).toBe(1);
      await world.prove(id, leaseId, { txId, block: 10n });
      expect((await world.snapshot(id)).swap).toMatchObject({ consecutiveFailures: 0 });
    });

    it('refuses to wait on an old version, and keeps the swap due', async () => {
      const { journal, submit, quote } = await newWorld(under());
      const { id, version } = await submit();
      await quote(id);
      const late = journal.wait({ swapId: id, version, holder, delay: hour, failed: true });
      await expect(late).rejects.toMatchObject({ code: 'JOURNAL_STALE' });
      expect((await journal.dueSwaps(10_000)).some(({ swapId }) => swapId === id)).toBe(true);
    });

    it('makes a change due at once, though the swap was waiting', async () => {
      const { journal, submit, quote } = await newWorld(under());
      const { id, version } = await submit();
      await journal.wait({ swapId: id, version, holder, delay: hour, failed: false });
      await quote(id);
      expect(await journal.dueSwaps(10_000)).toContainEqual({ swapId: id, version: version + 1 });
    });

    it('has one observer per chain', async () => {
      const { journal, chain } = await newWorld(under());
      const elections = await Promise.all(
        ['a', 'b', 'c'].map((one) => journal.electObserver(chain, one, hour)),
      );
      expect(elections.filter((elected) => elected)).toHaveLength(1);
      const observer = ['a', 'b', 'c'][elections.indexOf(true)]!;
      expect(await journal.electObserver(chain, observer, 0)).toBe(true);
      expect(await journal.electObserver(chain, 'd', hour)).toBe(true);
    });

    it('releases everything that the previous process held', async () => {
      const { journal, ready, lease, snapshot, chain } = await newWorld(under());
      const id = await ready();
      const { nonce } = leased(await lease(id));
      await journal.lock(id, 'gone', hour);
      await journal.electObserver(chain, 'gone', hour);
      await journal.takeOver();
      expect((await journal.events(id)).at(-1)).toMatchObject({
        type: 'lease_voided',
        data: { why: 'restarted' },
      });
      expect(stepOf(await snapshot(id), 'swap')?.lease?.state).toBe('void');
      expect(await journal.lock(id, 'new', hour)).toBe(true);
      expect(await journal.electObserver(chain, 'new', hour)).toBe(true);
      expect(leased(await lease(id)).nonce).toBe(nonce);
    });
  });
}
