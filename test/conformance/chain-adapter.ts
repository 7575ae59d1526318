import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainAdapter, SignedTransaction } from '../../src/ports/chain-adapter.ts';
import { type ChainUnderTest, createDriver, type Driver } from './chain-under-test.ts';

interface Kind {
  /**
   * Transactions spend coins: there are no tokens, none fails in its block, and none can be built
   * that the coins do not pay for.
   */
  isOfCoins?: true;
}

/** What every `ChainAdapter` keeps to; runs on each family's real node. */
export function describeChainAdapter(
  name: string,
  start: () => Promise<ChainUnderTest>,
  { isOfCoins }: Kind = {},
): void {
  const itOfAccounts = (title: string, test: () => Promise<void>): void => {
    if (!isOfCoins) it(title, test);
  };
  describe(`a chain adapter: ${name}`, () => {
    let under: ChainUnderTest;
    let adapter: ChainAdapter;
    let drive: Driver;
    beforeAll(async () => {
      under = await start();
      adapter = under.adapter;
      drive = createDriver(under);
    });
    afterAll(() => under.close());

    const depth = (): number => under.finalDepth;

    describe('reading', () => {
      it('counts the final block down from the newest one, or takes it as the chain tells it', async () => {
        await under.mine(depth() + 1);
        const { latest, final } = await adapter.head();
        if (under.head) expect({ latest, final }).toEqual(await under.head());
        else expect(latest - final).toBe(BigInt(depth()));
      });

      it('refuses an endpoint of another chain', async () => {
        await expect(under.wrongChain().head()).rejects.toMatchObject({ code: 'RPC_WRONG_CHAIN' });
      });

      it('knows a token, the native coin, and what is no token', async () => {
        expect(await adapter.token(under.token.address)).toEqual(under.token);
        expect(await adapter.token(adapter.chain.nativeToken.address)).toEqual(
          adapter.chain.nativeToken,
        );
        await expect(adapter.token(under.newReceiver())).rejects.toMatchObject({
          code: 'UNKNOWN_TOKEN',
        });
      });

      it('reads all balances at one block', async () => {
        const account = await under.newAccount();
        const native = adapter.chain.nativeToken.address;
        const { latest } = await adapter.head();
        const { block, balances } = await adapter.balances(account.address, [
          native,
          under.token.address,
        ]);
        expect(block).toBe(latest);
        expect(balances.get(native)).toBe(under.initial.native);
        expect(balances.get(under.token.address)).toBe(under.initial.token);
      });

      it('never takes silence for a balance of nothing', async () => {
        const account = await under.newAccount();
        const nobody = under.newReceiver();
        await expect(adapter.balances(account.address, [nobody])).rejects.toMatchObject({
          code: 'UNKNOWN_TOKEN',
        });
      });

      itOfAccounts('does not price a transaction that would fail', async () => {
        const account = await under.newAccount();
        await expect(
          adapter.estimateFee(account.address, under.transactions.failing()),
        ).rejects.toMatchObject({
          code: 'TRANSACTION_REVERTS',
        });
      });
    });

    describe('signing', () => {
      it('knows the transaction id before anything is sent', async () => {
        const account = await under.newAccount();
        const sent = await drive.landed(
          account,
          under.transactions.native(under.newReceiver(), under.leastNative),
        );
        const { attempts } = await adapter.observe([sent], [account.address]);
        expect(attempts.get(sent.txId)).toMatchObject({ status: 'included', succeeded: true });
      });

      it('signs the same transaction to the same bytes', async () => {
        const account = await under.newAccount();
        const unsigned = await drive.prepare(
          account,
          under.transactions.native(under.newReceiver(), under.leastNative),
        );
        const once = await adapter.sign(unsigned, under.keys, account.keyRef);
        expect(await adapter.sign(unsigned, under.keys, account.keyRef)).toEqual(once);
      });

      it('throws a signature by another key away', async () => {
        const [account, other] = [await under.newAccount(), await under.newAccount()];
        const unsigned = await drive.prepare(
          account,
          under.transactions.native(under.newReceiver(), under.leastNative),
        );
        await expect(adapter.sign(unsigned, under.keys, other.keyRef)).rejects.toMatchObject({
          code: 'SIGNATURE_MISMATCH',
        });
      });
    });

    describe('broadcasting', () => {
      itOfAccounts('says when the account cannot pay', async () => {
        const account = await under.newAccount();
        const fee = await adapter.estimateFee(
          account.address,
          under.transactions.native(account.address, 0n),
        );
        const tooMuch = under.transactions.native(under.newReceiver(), under.initial.native);
        const sent = await drive.signed(account, tooMuch, { fee });
        const expected = under.takesUnpaid ? 'accepted' : 'insufficient_funds';
        expect(await adapter.broadcast(sent)).toMatchObject({ kind: expected });
      });

      it('finds the bytes again when the answer to them was lost', async () => {
        const account = await under.newAccount();
        const sent = await drive.signed(
          account,
          under.transactions.native(under.newReceiver(), under.leastNative),
        );
        expect(await under.sendingFails('answer_lost').broadcast(sent)).toEqual({
          kind: 'already_known',
        });
      });

      it('leaves it open when nothing shows that the bytes arrived', async () => {
        const account = await under.newAccount();
        const sent = await drive.signed(
          account,
          under.transactions.native(under.newReceiver(), under.leastNative),
        );
        expect(await under.sendingFails('request_lost').broadcast(sent)).toMatchObject({
          kind: 'unknown',
        });
        expect(await under.sendingFails('server_error').broadcast(sent)).toMatchObject({
          kind: 'unknown',
        });
        expect((await adapter.observe([sent], [account.address])).attempts.get(sent.txId)).toEqual({
          status: 'unseen',
        });
        expect(await adapter.broadcast(sent)).toEqual({ kind: 'accepted' });
      });
    });

    describe('observing', () => {
      it('sees unseen, pending, included, failed and final attempts', async () => {
        const unseen = await drive.signed(
          await under.newAccount(),
          under.transactions.native(under.newReceiver(), under.leastNative),
        );
        const account = await under.newAccount();
        const old = await drive.landed(
          account,
          under.transactions.native(under.newReceiver(), under.leastNative),
        );
        const failed = isOfCoins ? undefined : await drive.landedFailing(account);
        await under.mine(depth() - (failed ? 2 : 1));
        const fresh = await drive.landed(
          account,
          under.transactions.native(under.newReceiver(), under.leastNative),
        );
        const pending = await drive.signed(
          account,
          under.transactions.native(under.newReceiver(), under.leastNative),
        );
        await adapter.broadcast(pending);
        const { head, attempts } = await adapter.observe(
          [old, ...(failed ? [failed] : []), fresh, pending, unseen],
          [account.address],
        );
        const final = attempts.get(old.txId);
        expect(final).toMatchObject({ status: 'final', succeeded: true });
        expect(final?.status === 'final' && final.block.number <= head.final).toBe(true);
        expect(final?.status === 'final' && final.feePaid > 0n).toBe(true);
        if (failed) expect(attempts.get(failed.txId)).toMatchObject({ succeeded: false });
        expect(attempts.get(fresh.txId)).toMatchObject({ status: 'included', succeeded: true });
        expect(attempts.get(pending.txId)).toEqual({
          status: under.hasNoMempool ? 'unseen' : 'pending',
        });
        expect(attempts.get(unseen.txId)).toEqual({ status: 'unseen' });
      });

      it('says what was paid for inclusion, to the last unit', async () => {
        const account = await under.newAccount();
        const sent = await drive.landed(
          account,
          under.transactions.native(under.newReceiver(), under.leastNative),
        );
        const inclusion = (await adapter.observe([sent], [account.address])).attempts.get(
          sent.txId,
        );
        const native = adapter.chain.nativeToken.address;
        const left = (await adapter.balances(account.address, [native])).balances.get(native) ?? 0n;
        expect(inclusion).toMatchObject({
          feePaid: under.initial.native - under.leastNative - left,
        });
      });

      it('takes an inclusion back when its block is reorganised away', async () => {
        const account = await under.newAccount();
        const sent = await drive.landed(
          account,
          under.transactions.native(under.newReceiver(), under.leastNative),
        );
        expect(
          (await adapter.observe([sent], [account.address])).attempts.get(sent.txId),
        ).toMatchObject({
          status: 'included',
        });
        await under.reorg(1);
        const after = (await adapter.observe([sent], [account.address])).attempts.get(sent.txId);
        expect(['unseen', 'pending']).toContain(after?.status);
        await adapter.broadcast(sent);
        await under.mine();
        expect(
          (await adapter.observe([sent], [account.address])).attempts.get(sent.txId),
        ).toMatchObject({
          status: 'included',
        });
      });

      itOfAccounts('costs a few round trips, not one for each attempt', async () => {
        const account = await under.newAccount();
        const { size, questions } = under.crowd ?? { size: 30n, questions: 4 };
        const sent: SignedTransaction[] = [];
        const receiver = under.newReceiver();
        const fee = await adapter.estimateFee(
          account.address,
          under.transactions.native(receiver, under.leastNative),
        );
        for (let place = 0n; place < size; place++) {
          const terms = await drive.terms(account, place);
          const next = await drive.signed(
            account,
            under.transactions.native(receiver, under.leastNative + place),
            {
              terms,
              fee,
            },
          );
          sent.push(next);
          await adapter.broadcast(next);
        }
        await under.mine();
        const counted = under.counted();
        const { attempts } = await counted.adapter.observe(sent, [account.address]);
        expect([...attempts.values()].every(({ status }) => status === 'included')).toBe(true);
        expect(counted.requests()).toBeLessThanOrEqual(questions);
      });
    });

    describe('proving', () => {
      it('decides nothing while the lease is not over for good, and then that its attempt landed', async () => {
        const account = await under.newAccount();
        const { lease, sent } = await drive.leased(
          account,
          under.transactions.native(under.newReceiver(), under.leastNative),
        );
        expect(await adapter.prove(lease, [sent])).toEqual({ kind: 'undecided' });
        await under.mine(depth());
        const proof = await adapter.prove(lease, [sent]);
        expect(proof).toMatchObject({ kind: 'landed', txId: sent.txId, succeeded: true });
        if (proof.kind !== 'landed') return;
        expect(proof.evidence.endpoints).toHaveLength(1);
        expect(proof.evidence.anchor.number).toBeGreaterThanOrEqual(proof.block.number);
        expect(() => JSON.stringify(proof.evidence.answers)).not.toThrow();
      });

      itOfAccounts('proves that what landed failed', async () => {
        const account = await under.newAccount();
        const fee = under.withRoom(
          await adapter.estimateFee(
            account.address,
            under.transactions.native(account.address, 1n),
          ),
        );
        const { lease, sent } = await drive.leased(account, under.transactions.failing(), fee);
        await under.mine(depth());
        const proof = await adapter.prove(lease, [sent]);
        expect(proof).toMatchObject({ kind: 'landed', txId: sent.txId, succeeded: false });
      });
    });

    describe('simulating', () => {
      itOfAccounts('measures what a token transfer takes and brings', async () => {
        const [account, receiver] = [await under.newAccount(), under.newReceiver()];
        const asked = { accounts: [receiver], inspect: [receiver] };
        const { changes, delta } = await drive.simulate(
          account,
          under.transactions.token(receiver, 40n),
          asked,
        );
        expect(delta(account.address, under.token.address)).toBe(-40n);
        expect(delta(receiver, under.token.address)).toBe(40n);
        expect(delta(account.address, adapter.chain.nativeToken.address)).toBe(
          -(under.sentAlong ?? 0n),
        );
        const unchanged = { token: under.token.address, spender: receiver, before: 0n, after: 0n };
        expect(changes.allowanceChanges).toEqual([unchanged]);
      });

      itOfAccounts('refuses a transaction that fails', async () => {
        const account = await under.newAccount();
        const fee = await adapter.estimateFee(
          account.address,
          under.transactions.native(account.address, 0n),
        );
        const unsigned = await drive.prepare(account, under.transactions.failing(), {
          fee: under.withRoom(fee),
        });
        const request = { unsigned, accounts: [], tokens: [], inspect: [] };
        await expect(adapter.simulate(request)).rejects.toMatchObject({
          code: 'TRANSACTION_REVERTS',
        });
      });

      it('does not take a token that does not answer for one that does not change', async () => {
        const account = await under.newAccount();
        const unsigned = await drive.prepare(
          account,
          under.transactions.native(under.newReceiver(), under.leastNative),
        );
        const request = { unsigned, accounts: [], tokens: [under.newReceiver()], inspect: [] };
        await expect(adapter.simulate(request)).rejects.toMatchObject({ code: 'UNKNOWN_TOKEN' });
      });
    });

    describe('receiving', () => {
      it('finds a token payout in its transaction and in the blocks since', async () => {
        const [account, receiver] = [await under.newAccount(), under.newReceiver()];
        const { latest } = await adapter.head();
        const amount = isOfCoins ? under.leastNative : 25n;
        const sent = await drive.landed(account, under.transactions.token(receiver, amount));
        const [transfer, ...others] = await drive.received(sent, receiver, under.token.address);
        expect(others).toEqual([]);
        expect(transfer).toMatchObject({
          txId: sent.txId,
          token: under.token.address,
          amount,
          final: false,
        });
        expect(await adapter.receivedSince(latest, receiver, under.token.address)).toEqual([
          transfer,
        ]);
        expect(
          await adapter.receivedSince(transfer!.block.number, receiver, under.token.address),
        ).toEqual([]);
        // However whoever named it writes it, one transaction has one name.
        const named = under.otherSpelling(sent.txId);
        expect(await adapter.receivedIn(named, receiver, under.token.address)).toEqual([transfer]);
        expect(adapter.parseTxId(named)).toBe(sent.txId);
        expect(adapter.parseTxId('not a hash')).toBeUndefined();
        expect(await adapter.tokensReceivedIn(sent.txId, receiver)).toEqual([transfer?.token]);
        expect(await adapter.tokensReceivedIn(sent.txId, under.newReceiver())).toEqual([]);
        await under.mine(depth());
        expect(await drive.received(sent, receiver, under.token.address)).toMatchObject([
          { final: true },
        ]);
      });

      it('finds native coins that were sent directly, and nothing that failed or never came', async () => {
        const [account, receiver] = [await under.newAccount(), under.newReceiver()];
        const native = adapter.chain.nativeToken.address;
        const amount = under.leastNative;
        const direct = await drive.landed(account, under.transactions.native(receiver, amount));
        expect(await drive.received(direct, receiver, native)).toMatchObject([{ amount }]);
        if (!isOfCoins)
          expect(
            await drive.received(await drive.landedFailing(account), receiver, native),
          ).toEqual([]);
        const never = await drive.signed(account, under.transactions.native(receiver, amount + 1n));
        expect(await drive.received(never, receiver, native)).toEqual([]);
      });
    });
  });
}
