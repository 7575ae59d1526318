import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatAmount } from '../../src/core/amounts/amounts.ts';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import { isNativeToken } from '../../src/core/swap/chains.ts';
import type { GuardRequest } from '../../src/ports/guard.ts';
import { guardNaming } from '../support/guard-policy.ts';
import { aJob, anOrder } from '../support/snapshot.ts';
import { type ChainUnderTest, createDriver, type Driver } from './chain-under-test.ts';

interface Kind {
  /** The chain has a place for a memo. */
  carriesMemo: boolean;
}

const memo = 'order 4711: für dich';

/**
 * What every `ChainAdapter` keeps to when it builds a plain payment by itself; runs on each
 * family's real node.
 */
export function describeDeposits(
  name: string,
  start: () => Promise<ChainUnderTest>,
  { carriesMemo }: Kind = { carriesMemo: true },
): void {
  describe(`deposits: ${name}`, () => {
    let under: ChainUnderTest;
    let drive: Driver;
    beforeAll(async () => {
      under = await start();
      drive = createDriver(under);
    });
    afterAll(() => under.close());

    const formOf = (address: string): string => under.depositForm?.(address) ?? address;

    async function paid(what: 'native' | 'token', said?: string) {
      const { adapter } = under;
      const token = what === 'native' ? adapter.chain.nativeToken.address : under.token.address;
      const amount = what === 'native' ? under.leastNative + 7n : under.initial.token / 2n + 7n;
      const [account, receiver] = [await under.newAccount(), under.newReceiver()];
      const to = formOf(receiver);
      const beside = said === undefined ? {} : { memo: said };
      const transaction = await adapter.paymentOf({
        account: account.address,
        token,
        to,
        amount,
        ...beside,
      });
      const sent = await drive.landed(account, transaction);
      await under.mine(under.finalDepth);
      const received = await drive.received(sent, receiver, token);
      expect(received.map((transfer) => transfer.amount)).toEqual([amount]);
      return sent;
    }

    it.each(['native', 'token'] as const)('are what the guard lets through: %s', async (what) => {
      const { adapter } = under;
      const { chain } = adapter;
      const asset = what === 'native' ? chain.nativeToken : under.token;
      const amount = what === 'native' ? under.leastNative + 7n : under.initial.token / 2n + 7n;
      const account = await under.newAccount();
      const address = formOf(under.newReceiver());
      const said = carriesMemo ? { memo } : {};
      const payment = {
        account: account.address,
        token: asset.address,
        to: address,
        amount,
        ...said,
      };
      const transaction = await adapter.paymentOf(payment);
      const complete = (await adapter.inputs?.choose(account.address, transaction)) ?? transaction;
      const terms = await drive.terms(account, 0n, complete);
      const unsigned = await drive.prepare(account, complete, { terms });
      const simulation = await adapter.simulate({
        unsigned,
        accounts: [address],
        tokens: [asset.address],
        inspect: [address],
      });
      const from = {
        family: chain.family,
        chain: chain.name,
        token: asset.address,
        decimals: asset.decimals,
      };
      const job = aJob({
        wallet: { ...aJob().wallet, address: account.address },
        from: { ...from, symbol: asset.symbol },
        // No family has its test chain there.
        to: { ...aJob().to, chain: 'POLYGON' },
        amount,
        refundAddress: account.address,
        flow: 'deposit',
      });
      const { spender: _spender, ...order } = anOrder({
        transaction,
        deposit: { address, amount, ...said, exchangeId: 'x-1' },
        requestedAt: Date.now(),
        signBy: Date.now() + 15_000,
        echo: {
          srcTokenBlockchain: job.from.chain,
          srcTokenAddress: job.from.token,
          srcTokenAmount: formatAmount(amount, asset.decimals),
          dstTokenBlockchain: job.to.chain,
          dstTokenAddress: job.to.token,
          fromAddress: account.address,
          receiver: job.receiver,
        },
      });
      const rotation = {
        provider: order.provider,
        token: isNativeToken(chain, asset.address) ? 'native' : asset.address,
      };
      const request: GuardRequest = {
        intent: { kind: 'deposit', order },
        chain,
        job,
        lease: { account: account.address, terms },
        unsigned,
        simulation,
        policy: defaultPolicy,
        authenticity: { kind: 'sealed', by: 'library' },
        feeSpent: 0n,
      };
      const judgeUpTo = (most: bigint) =>
        guardNaming(chain.name, {
          rotatingAddresses: [{ ...rotation, maximumAmount: `${most}` }],
        }).judge(request);
      const verdict = judgeUpTo(amount);
      expect(verdict).toMatchObject({ kind: 'allow' });
      expect(verdict.rules).toEqual(
        expect.arrayContaining(['D01', 'D02', 'D03', 'D04', 'D05', 'G12']),
      );
      expect(judgeUpTo(amount - 1n)).toMatchObject({ kind: 'hold', findings: [{ rule: 'D05' }] });
    });

    it.each(['native', 'token'] as const)(
      'bring exactly the amount, and nothing beside it: %s',
      async (what) => {
        const { bytes } = await paid(what);
        expect(Buffer.from(bytes.slice(2), 'hex').includes(memo)).toBe(false);
      },
    );

    if (carriesMemo) {
      it.each(['native', 'token'] as const)('carry a memo to the letter: %s', async (what) => {
        const { bytes } = await paid(what, memo);
        expect(Buffer.from(bytes.slice(2), 'hex').includes(memo)).toBe(true);
      });
    } else {
      it('are not made where their memo would get lost', async () => {
        const { address: account } = await under.newAccount();
        const token = under.adapter.chain.nativeToken.address;
        const payment = { account, token, to: under.newReceiver(), amount: 1n, memo };
        await expect(under.adapter.paymentOf(payment)).rejects.toMatchObject({
          code: 'DEPOSIT_UNPAYABLE',
        });
      });
    }
  });
}
