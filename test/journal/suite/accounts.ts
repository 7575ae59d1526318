import { describe, expect, it } from 'vitest';
import { included, newWorld, token, type Under } from './fixture.ts';

export function describeAccounts(under: Under): void {
  describe('several accounts of a treasury wallet', () => {
    it('are distinguished by their open swaps and unpaid amounts', async () => {
      const first = await newWorld(under());
      const { chain, journal, wallet } = first;
      const second = await newWorld(under(), 'evm', { chain, name: `${wallet.name}/2` });
      const elsewhere = await newWorld(under(), 'evm', { name: `${wallet.name}/3` });
      const native = first.job().from.token;
      const load = async (of = native) => {
        const walletIds = [wallet.id, second.wallet.id];
        const loads = await journal.accountLoads({ chain, token: of, walletIds });
        return walletIds.map((id) => loads.get(id));
      };
      const idle = { openSwaps: 0, unpaid: 0n };
      expect(await load()).toEqual([idle, idle]);

      await first.submit({ amount: 30n });
      await first.submit({ amount: 12n });
      await second.submit({ amount: 7n, from: { ...second.job().from, token } });
      const ended = await second.submit({ amount: 500n });
      await journal.cancel(ended.id);
      await elsewhere.submit();
      expect(await load()).toEqual([
        { openSwaps: 2, unpaid: 42n },
        { openSwaps: 1, unpaid: 0n },
      ]);
      expect(await load(token)).toEqual([
        { openSwaps: 2, unpaid: 0n },
        { openSwaps: 1, unpaid: 7n },
      ]);
      const moved = await second.submit({ amount: 9n });
      const state = { state: 'settling', fundsState: 'moved' } as const;
      await journal.transition({
        swapId: moved.id,
        version: await second.version(moved.id),
        ...state,
      });
      expect((await load())[1]).toEqual({ openSwaps: 2, unpaid: 0n });
    });

    it('promise what they have to pay once, until a block has it', async () => {
      const world = await newWorld(under());
      const { journal, wallet, chain } = world;
      const native = world.job().from.token;
      const promised = (block: bigint) =>
        journal.promisedFrom({ walletId: wallet.id, chain, token: native, block });
      expect(await promised(100n)).toBe(0n);
      await world.submit({ amount: 50n });
      const { id, txId, leaseId } = await world.paid();
      // The payment and its fee, and not the job's amount beside them.
      expect(await promised(100n)).toBe(1_150n);
      await world.observe({ [txId]: included(105n) }, { latest: 106n });
      expect(await promised(104n)).toBe(1_150n);
      // Its swap goes on, and the balance has it.
      expect(await promised(105n)).toBe(50n);
      await world.prove(id, leaseId, { txId, block: 105n });
      expect(await promised(110n)).toBe(50n);
      const again = await world.paid();
      await world.prove(again.id, again.leaseId, { stranger: true });
      const { amount } = world.job();
      expect(await promised(110n)).toBe(50n + amount);
    });

    it('are promised a minimum, and before a quote of a job with slippage what it sells', async () => {
      const world = await newWorld(under());
      const { journal, chain } = world;
      const { receiver, from } = world.job();
      const arriving = () => journal.arrivingAt({ chain, token, receiver });
      const earlier = (await arriving()).promised;
      await world.submit();
      const bound = { kind: 'slippage', slippageBps: 50 } as const;
      const first = await world.submit({ bound, amount: 40n });
      await world.submit({ bound, amount: 2n });
      expect(await arriving()).toMatchObject({
        promised: earlier + 390n,
        unquoted: [{ sold: { chain, token: from.token, decimals: 18 }, amount: 42n }],
      });
      await world.quote(first.id);
      const { unquoted, promised } = await arriving();
      expect(unquoted).toMatchObject([{ amount: 2n }]);
      expect(promised).toBeGreaterThan(earlier + 390n);
    });

    it('are listed under its name, and each under its own', async () => {
      const first = await newWorld(under());
      const { journal, wallet } = first;
      const second = await newWorld(under(), 'evm', { name: `${wallet.name}/2` });
      const other = await newWorld(under(), 'evm', { name: `${wallet.name}2` });
      const [a, b] = [await first.submit(), await second.submit()];
      await other.submit();
      const listed = async (name: string) =>
        (await journal.listSwaps({ wallet: name, limit: 10 })).swaps.map(({ swap }) => swap.id);
      expect(await listed(wallet.name)).toEqual([b.id, a.id]);
      expect(await listed(second.wallet.name)).toEqual([b.id]);
    });
  });
}
