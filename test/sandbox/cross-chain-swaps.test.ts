import type { Hash } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { byHand, coinToPolygon, type Hand, type TradeRequest } from './by-hand.ts';

let sandbox: Sandbox;
let hand: Hand;
let owner: ReturnType<Hand['wallet']>;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: [], blockIntervalMs: 100, routerConfirmations: 2 });
  hand = byHand(sandbox.endpoints);
  owner = await hand.walletWith({ ETH: 100_000n, USDC: 100_000n, USDT: 100_000n, FEE: 100_000n });
});

afterAll(() => sandbox?.close());

describe('honest bridges', () => {
  it.each([
    ['across', 'USDC', 'POLYGON', 'USDC'],
    ['across', 'USDT', 'ARBITRUM', 'DAI'],
    ['across', 'USDC', 'POLYGON', 'POL'],
    ['across', 'ETH', 'ARBITRUM', 'ETH'],
    ['across', 'ETH', 'POLYGON', 'WPOL'],
    ['across', 'USDC', 'ARBITRUM', 'FEE'],
    ['across', 'FEE', 'ARBITRUM', 'USDT'],
    ['relay', 'USDC', 'POLYGON', 'DAI'],
    ['relay', 'ETH', 'POLYGON', 'FEE'],
  ] as const)(
    '%s pays %s as %s %s, exactly what the swap data says',
    async (provider, fromToken, to, toToken) => {
      const receiver = hand.wallet().address;
      const extra = { preferredProvider: provider };
      const trade = {
        from: 'ETH',
        fromToken,
        to,
        toToken,
        amount: '12.345',
        receiver,
        extra,
      } as const;
      const { answer, receipt } = await hand.execute(trade, owner);
      expect(receipt.status).toBe('success');
      expect(answer).toMatchObject({ providerType: provider, swapType: 'cross-chain' });
      const { orders } = await hand.orders();
      expect(orders.at(-1)).toMatchObject({
        orderId: answer.uniqueInfo[`${provider}Id`],
        provider,
        receiver,
      });

      const destinationTx = await settled(receipt.transactionHash);
      expect((await hand.client(to).getTransactionReceipt({ hash: destinationTx })).status).toBe(
        'success',
      );
      expect(await hand.balance(to, toToken, receiver)).toBe(
        BigInt(answer.estimate.destinationWeiAmount),
      );
    },
  );

  it.each(['across', 'relay'])(
    '%s takes its fixed fee in the native coin, as declared',
    async (provider) => {
      const extra = { preferredProvider: provider, enableChecks: false };
      const base = {
        from: 'ETH',
        to: 'POLYGON',
        toToken: 'USDC',
        amount: '3',
        receiver: owner.address,
        extra,
      } as const;
      for (const [fromToken, amount] of [
        ['USDC', 0n],
        ['ETH', 3n * 10n ** 18n],
      ] as const) {
        const trade = { ...base, fromToken };
        const quoted = await hand.quote(trade, owner.address);
        const { transaction, fees } = await hand.swap(trade, owner.address, quoted.id);
        const { protocol, provider: own } = fees.gasTokenFees;
        expect(BigInt(own.fixedWeiAmount)).toBeGreaterThan(0n);
        const fee = BigInt(own.fixedWeiAmount) + BigInt(protocol.fixedWeiAmount);
        expect(BigInt(transaction.value)).toBe(amount + fee);
      }
    },
  );

  it.each([
    ['across', 0.1],
    ['relay', 0.25],
  ])('%s takes %f percent of the amount, as declared', async (provider, percent) => {
    const extra = { preferredProvider: provider };
    const trade = {
      from: 'ETH',
      fromToken: 'USDC',
      to: 'POLYGON',
      toToken: 'USDC',
      amount: '1000',
      extra,
    } as const;
    const { fees, estimate } = await hand.quote(
      { ...trade, receiver: owner.address },
      owner.address,
    );
    expect(fees.percentFees.percent).toBe(percent);
    const taken = 1_000_000_000n - BigInt(estimate.destinationWeiAmount);
    expect(taken).toBe(BigInt(percent * 100) * 100_000n);
  });

  it('differ in price and in whom the token is approved for', async () => {
    const base = {
      from: 'ETH',
      fromToken: 'USDC',
      to: 'POLYGON',
      toToken: 'USDC',
      amount: '5',
      receiver: owner.address,
      extra: { enableChecks: false },
    } as const;
    const best = await hand.quote(base, owner.address);
    expect(best.providerType).toBe('across');
    const relay = await hand.quote(
      { ...base, extra: { ...base.extra, nativeBlacklist: ['across'] } },
      owner.address,
    );
    expect(relay.providerType).toBe('relay');
    expect(BigInt(relay.estimate.destinationWeiAmount)).toBeLessThan(
      BigInt(best.estimate.destinationWeiAmount),
    );
    const acrossSwap = await hand.swap(base, owner.address, best.id);
    const relaySwap = await hand.swap(base, owner.address, relay.id);
    expect(acrossSwap.transaction.approvalAddress).toBe(acrossSwap.transaction.to);
    expect(relaySwap.transaction.approvalAddress).not.toBe(relaySwap.transaction.to);
  });

  it('pay 50 orders sent at once exactly once each', async () => {
    const wallet = hand.wallet();
    await hand.fund('POLYGON', 'POL', wallet.address, 100n);
    await hand.fund('POLYGON', 'USDC', wallet.address, 10_000n);
    const trades = Array.from(
      { length: 50 },
      (_, index): TradeRequest => ({
        from: 'POLYGON',
        fromToken: 'USDC',
        to: index % 2 === 0 ? 'ETH' : 'ARBITRUM',
        toToken: index % 4 < 2 ? 'DAI' : 'ETH',
        amount: `${index + 1}`,
        receiver: hand.wallet().address,
      }),
    );
    const whole = { ...trades[0]!, amount: '10000' };
    await hand.approve(
      whole,
      wallet,
      (await hand.quote(whole, wallet.address)).transaction.approvalAddress,
    );
    const swaps = await Promise.all(
      trades.map(async (trade) =>
        hand.swap(trade, wallet.address, (await hand.quote(trade, wallet.address)).id),
      ),
    );
    const firstNonce = await hand
      .client('POLYGON')
      .getTransactionCount({ address: wallet.address });
    const receipts = await Promise.all(
      swaps.map(({ transaction }, index) =>
        wallet.send('POLYGON', transaction, firstNonce + index),
      ),
    );
    const payouts = await Promise.all(
      receipts.map(({ transactionHash }) => settled(transactionHash)),
    );

    expect(new Set(payouts).size).toBe(50);
    for (const [index, { to, toToken, receiver }] of trades.entries()) {
      const expected = BigInt(swaps[index]!.estimate.destinationWeiAmount);
      expect(await hand.balance(to, toToken, receiver), `order ${index}`).toBe(expected);
    }
  });

  it('keep a deposit that is made twice for one order, and pay once', async () => {
    const receiver = hand.wallet().address;
    const trade = coinToPolygon(receiver);
    const { answer, receipt } = await hand.execute(trade, owner);
    expect((await owner.send('ETH', answer.transaction)).status).toBe('success');
    await settled(receipt.transactionHash);
    await waitFor(async () => {
      const { unattributedDeposits } = await hand.orders();
      expect(unattributedDeposits).toEqual([
        expect.objectContaining({ reason: 'order already paid in' }),
      ]);
    });
    expect(await hand.balance('POLYGON', 'USDC', receiver)).toBe(
      BigInt(answer.estimate.destinationWeiAmount),
    );
  });

  it('do not pay what was paid in differently from the order', async () => {
    const receiver = hand.wallet().address;
    const trade = coinToPolygon(receiver);
    const { transaction } = await hand.swap(
      trade,
      owner.address,
      (await hand.quote(trade, owner.address)).id,
    );
    const elsewhere = hand.wallet().address.slice(2).toLowerCase();
    const data = transaction.data.replace(receiver.slice(2).toLowerCase(), elsewhere) as Hash;
    const { transactionHash, status } = await owner.send('ETH', { ...transaction, data });
    expect(status).toBe('success');
    await waitFor(async () => expect((await hand.status(transactionHash)).status).toBe('FAIL'));
    const { orders } = await hand.orders();
    const order = orders.find(({ sourceTx }) => sourceTx === transactionHash);
    expect(order).toMatchObject({ state: 'rejected', reason: 'another receiver', payoutTx: null });
  });

  it('pay again, with the same transaction, what a reorganization has taken back', async () => {
    const receiver = hand.wallet().address;
    const trade = coinToPolygon(receiver);
    const { answer, receipt } = await hand.execute(trade, owner);
    const payout = await settled(receipt.transactionHash);
    const depth = 3;
    await hand.engine('POLYGON').request({ method: 'anvil_reorg', params: [depth, []] } as never);

    const expected = BigInt(answer.estimate.destinationWeiAmount);
    await waitFor(async () => {
      const { blockNumber } = await hand.client('POLYGON').getTransactionReceipt({ hash: payout });
      const latest = await hand.client('POLYGON').getBlockNumber();
      expect(latest - blockNumber).toBeGreaterThan(depth);
      expect(await hand.balance('POLYGON', 'USDC', receiver)).toBe(expected);
    });
  });

  it('wait with payouts while they are paused', async () => {
    const receiver = hand.wallet().address;
    await hand.control('/providers/across', { paused: true });
    const trade = coinToPolygon(receiver);
    const { answer, receipt } = await hand.execute(trade, owner);
    await waitFor(async () => expect(await orderState(receipt.transactionHash)).toBe('deposited'));
    expect((await hand.status(receipt.transactionHash)).status).toBe('PENDING');
    expect(await hand.balance('POLYGON', 'USDC', receiver)).toBe(0n);

    await hand.control('/providers/across', { paused: false });
    await settled(receipt.transactionHash);
    expect(await hand.balance('POLYGON', 'USDC', receiver)).toBe(
      BigInt(answer.estimate.destinationWeiAmount),
    );
  });
});

describe('gateways', () => {
  it('take nothing after the deadline; the status is FAIL', async () => {
    const wallet = hand.wallet();
    await hand.fund('ARBITRUM', 'ETH', wallet.address, 5n);
    const receiver = wallet.address;
    const trade = {
      from: 'ARBITRUM',
      fromToken: 'ETH',
      to: 'ETH',
      toToken: 'USDC',
      amount: '1',
      receiver,
    } as const;
    const { transaction } = await hand.swap(
      trade,
      receiver,
      (await hand.quote(trade, receiver)).id,
    );
    await hand.engine('ARBITRUM').increaseTime({ seconds: 3_600 });
    const receipt = await wallet.send('ARBITRUM', transaction);
    expect(receipt.status).toBe('reverted');
    expect((await hand.status(receipt.transactionHash)).status).toBe('FAIL');
  });
});

describe('the liar', () => {
  it('is not quoted unless it is preferred, takes the deposit and shows another payout', async () => {
    const receiver = hand.wallet().address;
    const honest = coinToPolygon(receiver);
    const { answer, receipt } = await hand.execute(honest, owner);
    expect(answer.providerType).not.toBe('meson');
    const payout = await settled(receipt.transactionHash);
    const paid = await hand.balance('POLYGON', 'USDC', receiver);

    const lying = await hand.execute({ ...honest, extra: { preferredProvider: 'meson' } }, owner);
    expect(lying.answer.providerType).toBe('meson');
    expect(lying.receipt.status).toBe('success');
    expect(await settled(lying.receipt.transactionHash)).toBe(payout);
    expect(await hand.balance('POLYGON', 'USDC', receiver)).toBe(paid);
  });

  it('shows the payout of a stranger where the receiver got none', async () => {
    const receiver = hand.wallet().address;
    const extra = { preferredProvider: 'meson' };
    const trade = coinToPolygon(receiver, extra);
    const { receipt } = await hand.execute(trade, owner);
    const { orders } = await hand.orders();
    const stranger = orders.find(({ payoutTx }) => payoutTx !== null);
    expect(stranger).toBeDefined();
    const shown = await settled(receipt.transactionHash);
    expect(orders.map(({ payoutTx }) => payoutTx)).toContain(shown);
    expect(await hand.balance('POLYGON', 'USDC', receiver)).toBe(0n);
  });
});

/** Waits until the router reports success. @returns the destination transaction that it names */
async function settled(sourceTx: Hash): Promise<Hash> {
  return waitFor(async () => {
    const { status, destinationTxHash } = await hand.status(sourceTx);
    expect(status).toBe('SUCCESS');
    return destinationTxHash!;
  });
}

async function orderState(sourceTx: Hash): Promise<string | undefined> {
  return (await hand.orders()).orders.find((order) => order.sourceTx === sourceTx)?.state;
}
