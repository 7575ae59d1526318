import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainAdapter } from '../../src/ports/chain-adapter.ts';
import { type ContractChainUnderTest, createDriver, type Driver } from './chain-under-test.ts';

type ContractAdapter = ChainAdapter & Required<Pick<ChainAdapter, 'allowances'>>;

/** What an adapter keeps to where tokens give allowances and contracts pass coins on. */
export function describeContractChain(
  name: string,
  start: () => Promise<ContractChainUnderTest>,
): void {
  describe(`contracts and allowances: ${name}`, () => {
    let under: ContractChainUnderTest;
    let adapter: ContractAdapter;
    let drive: Driver;
    beforeAll(async () => {
      under = await start();
      adapter = under.adapter as ContractAdapter;
      drive = createDriver(under);
    });
    afterAll(() => under.close());

    it('does not take a contract for a token, nor silence for an allowance of nothing', async () => {
      const account = await under.newAccount();
      await expect(adapter.token(under.spender)).rejects.toMatchObject({ code: 'UNKNOWN_TOKEN' });
      await expect(
        adapter.allowances.read(account.address, under.newReceiver(), under.spender),
      ).rejects.toMatchObject({
        code: 'UNKNOWN_TOKEN',
      });
    });

    it('sets an allowance and reads it back', async () => {
      const account = await under.newAccount();
      expect(
        (await adapter.allowances.read(account.address, under.token.address, under.spender)).value,
      ).toBe(0n);
      await drive.landed(
        account,
        adapter.allowances.approve(under.token.address, under.spender, 77n),
      );
      const { value, block } = await adapter.allowances.read(
        account.address,
        under.token.address,
        under.spender,
      );
      expect(value).toBe(77n);
      expect(block).toBe((await adapter.head()).latest);
    });

    it('measures native coins without the fee', async () => {
      const [account, receiver] = [await under.newAccount(), under.newReceiver()];
      const transaction = under.transactions.nativeThroughContract(receiver, 1_000n);
      const { delta } = await drive.simulate(account, transaction, { accounts: [receiver] });
      expect(delta(account.address, adapter.chain.nativeToken.address)).toBe(-1_000n);
      expect(delta(receiver, adapter.chain.nativeToken.address)).toBe(1_000n);
    });

    it('measures an allowance', async () => {
      const account = await under.newAccount();
      const { changes, delta } = await drive.simulate(
        account,
        adapter.allowances.approve(under.token.address, under.spender, 5n),
        { inspect: [under.spender] },
      );
      expect(changes.allowanceChanges).toContainEqual({
        token: under.token.address,
        spender: under.spender,
        before: 0n,
        after: 5n,
      });
      expect(delta(account.address, under.token.address)).toBe(0n);
    });

    it('says what the addresses are that it is asked about', async () => {
      const account = await under.newAccount();
      const inspect = [under.spender, under.token.address, account.address];
      const transaction = under.transactions.native(under.newReceiver(), 1n);
      const { changes } = await drive.simulate(account, transaction, { inspect });
      const [spender, token] = [under.spender, under.token.address].map((address) =>
        changes.inspected.get(address),
      );
      const contract = { hasCode: true, codeHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) };
      expect(spender).toEqual({ ...contract, isToken: false });
      expect(token).toEqual({ ...contract, isToken: true });
      expect(spender?.codeHash).not.toBe(token?.codeHash);
      expect(changes.inspected.get(account.address)).toEqual({ hasCode: false, isToken: false });
    });

    it('finds native coins, sent directly or by a contract', async () => {
      const [account, receiver] = [await under.newAccount(), under.newReceiver()];
      const native = adapter.chain.nativeToken.address;
      const direct = await drive.landed(account, under.transactions.native(receiver, 7n));
      expect(await drive.received(direct, receiver, native)).toMatchObject([
        { amount: 7n, index: -1 },
      ]);
      const passed = await drive.landed(
        account,
        under.transactions.nativeThroughContract(receiver, 8n),
      );
      expect(await drive.received(passed, receiver, native)).toMatchObject([
        { amount: 8n, index: -2 },
      ]);
      expect(await drive.received(passed, account.address, native)).toEqual([]);
    });

    it('counts nothing that was taken back or never came', async () => {
      const [account, receiver] = [await under.newAccount(), under.newReceiver()];
      const native = adapter.chain.nativeToken.address;
      const undone = await drive.landedWithRoom(
        account,
        under.transactions.nativeThroughFailingContract(receiver, 9n),
      );
      expect((await adapter.observe([undone], [])).attempts.get(undone.txId)).toMatchObject({
        succeeded: true,
      });
      expect(await drive.received(undone, receiver, native)).toEqual([]);
      expect(await drive.received(await drive.landedFailing(account), receiver, native)).toEqual(
        [],
      );
      const never = await drive.signed(account, under.transactions.native(receiver, 1n));
      expect(await drive.received(never, receiver, native)).toEqual([]);
    });

    it('finds what a contract pays to a place, by its name in the transaction, and nothing that was taken back', async () => {
      const [account, receiver] = [await under.newAccount(), under.newReceiver()];
      const token = adapter.chain.nativeToken.address;
      const { latest: after } = await adapter.head();
      const passed = await drive.landed(
        account,
        under.transactions.nativeThroughContract(receiver, 8n),
      );
      await drive.landedWithRoom(
        account,
        under.transactions.nativeThroughFailingContract(receiver, 9n),
      );
      const [received] = await drive.received(passed, receiver, token);
      const places = [{ account: receiver, token, after }];
      const [seen] = await adapter.paymentsTo(places);
      expect(seen?.payments).toEqual([
        { ...received, payer: under.spender, at: expect.any(Number) },
      ]);
    });
  });
}
