import { type Address, beginCell, internal } from '@ton/core';
import { JettonMaster } from '@ton/ton';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fundAccount } from '../../sandbox/ton/fund-account.ts';
import { TON, USDT } from '../../sandbox/ton/ton-catalogue.ts';
import { until } from '../support/until.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  COIN,
  coins,
  FINALITY_DEPTH,
  fundedUser,
  inSeconds,
  signedTransfer,
  somebody,
  startByHand,
  type TonSandbox,
  type User,
} from './ton-by-hand.ts';

const SHARD = '-9223372036854775808';

let sandbox: TonSandbox;
beforeAll(async () => {
  sandbox = await startByHand();
});
afterAll(() => sandbox?.close());

/** A user with coins and a deployed wallet, on a chain whose blocks come only when told to. */
async function standing(): Promise<User> {
  const { chain, client } = sandbox;
  chain.blocks.setMining(true);
  const user = await fundedUser(sandbox);
  await client.sendExternalMessage(
    user.wallet,
    signedTransfer(user, [coins(somebody().wallet.address, 1n)]),
  );
  await waitFor(async () => expect(await client.open(user.wallet).getSeqno()).toBe(1));
  chain.blocks.setMining(false);
  await chain.blocks.mine(FINALITY_DEPTH + 1);
  return user;
}

async function sendCoins(
  user: User,
  to: Address,
  seqno = 1,
  validUntil = inSeconds(60),
): Promise<void> {
  const body = signedTransfer(user, [coins(to, COIN)], { seqno, validUntil });
  await sandbox.client.sendExternalMessage(user.wallet, body);
}

const seqnoOf = (user: User) => sandbox.client.open(user.wallet).getSeqno();

describe("the blocks of the sandbox's TON", () => {
  it('take a message in one and what it sends in the next', async () => {
    const { chain, client } = sandbox;
    const user = await standing();
    const to = somebody().wallet.address;
    await sendCoins(user, to);
    expect(await seqnoOf(user)).toBe(1);
    await chain.blocks.mine(1);
    expect([await seqnoOf(user), await client.getBalance(to)]).toEqual([2, 0n]);
    await chain.blocks.mine(1);
    expect(await client.getBalance(to)).toBe(COIN);
  });

  it('take one more for each generation of the messages of a jetton transfer', async () => {
    const { chain, client } = sandbox;
    const user = await standing();
    const { address } = user.wallet;
    chain.blocks.setMining(true);
    await fundAccount(chain, address.toString(), USDT, 1_000_000n);
    chain.blocks.setMining(false);
    const wallet = await client.open(JettonMaster.create(USDT.minter)).getWalletAddress(address);
    const to = somebody().wallet.address;
    const body = beginCell()
      .storeUint(0x0f8a7ea5, 32)
      .storeUint(1, 64)
      .storeCoins(1_000_000n)
      .storeAddress(to);
    const transfer = body
      .storeAddress(address)
      .storeBit(false)
      .storeCoins(0n)
      .storeBit(false)
      .endCell();
    const message = internal({ to: wallet, value: COIN / 10n, body: transfer });
    await client.sendExternalMessage(user.wallet, signedTransfer(user, [message], { seqno: 1 }));
    const destination = await client.open(JettonMaster.create(USDT.minter)).getWalletAddress(to);
    const first = chain.blockchain.head().seqno + 1;
    await chain.blocks.mine(4);
    const transactions = await Promise.all(
      [0, 1, 2, 3].map((after) => client.getShardTransactions(0, first + after, SHARD)),
    );
    const accounts = [address, wallet, destination, address];
    expect(
      transactions.map((ofBlock) => ofBlock.map(({ account }) => account.toRawString())),
    ).toEqual(accounts.map((account) => [account.toRawString()]));
    const lts = transactions.map((ofBlock) => BigInt(ofBlock[0]!.lt));
    expect(lts).toEqual(lts.toSorted((one, other) => (one < other ? -1 : 1)));
    const sent = await client.getTransaction(
      address,
      transactions[0]![0]!.lt,
      transactions[0]![0]!.hash,
    );
    const { createdLt } = sent!.outMessages.get(0)!.info as { createdLt: bigint };
    const result = await client.tryLocateResultTx(address, wallet, createdLt.toString());
    expect(result.lt).toBe(lts[1]);
    expect((await client.tryLocateSourceTx(address, wallet, createdLt.toString())).lt).toBe(lts[0]);
  });

  it('have numbers and times that the shipped client reads', async () => {
    const { chain, client } = sandbox;
    const user = await standing();
    const { address } = user.wallet;
    const before = await client.getMasterchainInfo();
    const startedAt = Math.floor(Date.now() / 1_000);
    await chain.blocks.mine(3);
    const after = await client.getMasterchainInfo();
    expect(after).toMatchObject({
      workchain: -1,
      initSeqno: before.initSeqno,
      latestSeqno: before.latestSeqno + 3,
    });
    expect(await client.getWorkchainShards(after.latestSeqno)).toEqual([
      { workchain: 0, shard: after.shard, seqno: after.latestSeqno },
    ]);
    const { timestampt, blockId, lastTransaction } = await client.getContractState(address);
    expect(timestampt).toBeGreaterThanOrEqual(startedAt);
    expect(timestampt).toBeLessThanOrEqual(Date.now() / 1_000);
    expect(blockId.seqno).toBe(after.latestSeqno + FINALITY_DEPTH);
    const [last, previous] = await client.getTransactions(address, { limit: 2 });
    expect(lastTransaction).toEqual({
      lt: last!.lt.toString(),
      hash: last!.hash().toString('base64'),
    });
    const older = await client.getTransactions(address, { limit: 5, ...lastTransaction! });
    expect(older[0]!.hash()).toEqual(previous!.hash());
    expect(older[0]!.lt).toBe(last!.prevTransactionLt);
    const fees = await client.estimateExternalMessageFee(address, {
      body: signedTransfer(user, [coins(somebody().wallet.address, 1n)], {
        seqno: 1,
        keys: somebody().keys,
      }),
      initCode: null,
      initData: null,
      ignoreSignature: true,
    });
    const { in_fwd_fee, gas_fee, fwd_fee } = fees.source_fees;
    for (const fee of [in_fwd_fee, gas_fee, fwd_fee]) expect(fee).toBeGreaterThan(100_000);
    await sendCoins(user, somebody().wallet.address);
    await chain.blocks.mine(1);
    const [sent] = await client.getTransactions(address, { limit: 1 });
    expect(Number(sent!.totalFees.coins)).toBeGreaterThan(in_fwd_fee + gas_fee);
    expect(Number(sent!.totalFees.coins)).toBeLessThan(in_fwd_fee + gas_fee + fwd_fee);
  });
});

describe("the misfortunes of the sandbox's TON", () => {
  it('are blocks that are taken back, whose messages get in again with another transaction', async () => {
    const { chain, client } = sandbox;
    const user = await standing();
    const { address } = user.wallet;
    const to = somebody().wallet.address;
    await sendCoins(user, to);
    await chain.blocks.mine(2);
    const [sent] = await client.getTransactions(address, { limit: 1 });
    expect(await client.getBalance(to)).toBe(COIN);
    const { latestSeqno } = await client.getMasterchainInfo();

    const { from, removed, returned } = await chain.blocks.reorganize({ depth: 2, drop: false });
    expect({ from, count: removed.length, returned }).toEqual({
      from: BigInt(latestSeqno + FINALITY_DEPTH - 1),
      count: 1,
      returned: removed,
    });
    expect([await seqnoOf(user), await client.getBalance(to)]).toEqual([1, 0n]);
    expect((await client.getMasterchainInfo()).latestSeqno).toBe(latestSeqno);
    expect(
      await client
        .getTransaction(address, sent!.lt.toString(), sent!.hash().toString('base64'))
        .catch(() => null),
    ).toBeNull();

    await chain.blocks.mine(2);
    expect([await seqnoOf(user), await client.getBalance(to)]).toEqual([2, COIN]);
    const [again] = await client.getTransactions(address, { limit: 1 });
    expect(again!.hash()).not.toEqual(sent!.hash());
    expect(again!.inMessage!.body.hash()).toEqual(sent!.inMessage!.body.hash());
  });

  it('take back what arrived, and not what was sent before', async () => {
    const { chain, client } = sandbox;
    const user = await standing();
    const to = somebody().wallet.address;
    await sendCoins(user, to);
    await chain.blocks.mine(2);
    await chain.blocks.reorganize({ depth: 1, drop: true });
    expect([await seqnoOf(user), await client.getBalance(to)]).toEqual([2, 0n]);
    await chain.blocks.mine(1);
    expect(await client.getBalance(to)).toBe(COIN);
  });

  it('lose a message where they are told to, which is taken when it is sent again', async () => {
    const { chain, client } = sandbox;
    const user = await standing();
    const to = somebody().wallet.address;
    const validUntil = inSeconds(60);
    await sendCoins(user, to, 1, validUntil);
    await chain.blocks.mine(1);
    expect(await chain.blocks.reorganize({ depth: 1, drop: true })).toMatchObject({ returned: [] });
    await chain.blocks.mine(3);
    expect([await seqnoOf(user), await client.getBalance(to)]).toEqual([1, 0n]);
    await sendCoins(user, to, 1, validUntil);
    await chain.blocks.mine(2);
    expect(await client.getBalance(to)).toBe(COIN);
  });

  it('do not reach final blocks', async () => {
    const { chain } = sandbox;
    await standing();
    await expect(
      chain.blocks.reorganize({ depth: FINALITY_DEPTH, drop: false }),
    ).rejects.toMatchObject({
      code: 'bad-request',
    });
  });

  it('do not keep the treasury from giving each once', async () => {
    const { chain, client } = sandbox;
    await standing();
    const receivers = [1n, 2n, 3n].map((amount) => ({
      address: somebody().wallet.address,
      amount: amount * COIN,
    }));
    const all = Promise.all(
      receivers.map(({ address, amount }) => fundAccount(chain, address.toString(), TON, amount)),
    );
    await chain.blocks.mine(2);
    await chain.blocks.reorganize({ depth: 2, drop: true });
    chain.blocks.setMining(true);
    await all;
    for (const { address, amount } of receivers)
      expect(await client.getBalance(address)).toBe(amount);
    const balances = () => Promise.all(receivers.map(({ address }) => client.getBalance(address)));
    chain.blocks.setMining(false);
    await chain.blocks.reorganize({ depth: 3, drop: true });
    await chain.blocks.mine(FINALITY_DEPTH * 2);
    chain.blocks.setMining(true);
    await waitFor(async () =>
      expect(await balances()).toEqual(receivers.map(({ amount }) => amount)),
    );
  });

  it('are stalls, in which a message waits until it is too late', async () => {
    const { chain, client } = sandbox;
    const user = await standing();
    const to = somebody().wallet.address;
    chain.blocks.stall(true);
    const validUntil = inSeconds(5);
    await sendCoins(user, to, 1, validUntil);
    await chain.blocks.mine(3);
    expect(await seqnoOf(user)).toBe(1);
    await until(async () => Date.now() >= validUntil * 1_000);
    chain.blocks.stall(false);
    await chain.blocks.mine(4);
    expect([await seqnoOf(user), await client.getBalance(to)]).toEqual([1, 0n]);
  });

  it('are stalls in the midst of a trace, which goes on afterwards', async () => {
    const { chain, client } = sandbox;
    const user = await standing();
    const to = somebody().wallet.address;
    await sendCoins(user, to);
    await chain.blocks.mine(1);
    chain.blocks.stall(true);
    await chain.blocks.mine(3);
    expect([await seqnoOf(user), await client.getBalance(to)]).toEqual([2, 0n]);
    chain.blocks.stall(false);
    await chain.blocks.mine(1);
    expect(await client.getBalance(to)).toBe(COIN);
  });

  it('are a node that lags, which shows the past and judges by it', async () => {
    const { chain, client } = sandbox;
    const user = await standing();
    const to = somebody().wallet.address;
    await sendCoins(user, to);
    await chain.blocks.mine(3);
    const { latestSeqno } = await client.getMasterchainInfo();
    chain.setBlocksBehind(3);
    try {
      expect((await client.getMasterchainInfo()).latestSeqno).toBe(latestSeqno - 3);
      expect([await seqnoOf(user), await client.getBalance(to)]).toEqual([1, 0n]);
      expect((await client.getContractState(user.wallet.address)).blockId.seqno).toBe(
        latestSeqno - 3 + FINALITY_DEPTH,
      );
      await sendCoins(user, somebody().wallet.address);
      await expect(sendCoins(user, to, 2)).rejects.toThrow();
    } finally {
      chain.setBlocksBehind(0);
    }
    await chain.blocks.mine(4);
    expect([await seqnoOf(user), await client.getBalance(to)]).toEqual([2, COIN]);
  });
});
