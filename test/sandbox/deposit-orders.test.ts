import { encodeFunctionData, erc20Abi, type Hash, parseUnits, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAudit } from '../../sandbox/audit/close-audit.ts';
import { openAudit } from '../../sandbox/audit/open-audit.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { byHand, type Hand, type TradeRequest } from './by-hand.ts';
import { type DepositAnswer, type DepositStatus, depositsByHand } from './deposits-by-hand.ts';

let sandbox: Sandbox;
let hand: Hand;
let owner: ReturnType<Hand['wallet']>;
let deposits: ReturnType<typeof depositsByHand>;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: [], blockIntervalMs: 100, routerShape: 'interface' });
  hand = byHand(sandbox.endpoints);
  deposits = depositsByHand(sandbox.endpoints);
  owner = await hand.walletWith({ ETH: 10_000n, USDC: 10_000n, DAI: 10_000n, FEE: 10_000n });
});

afterAll(() => sandbox?.close());

function tradeOf(provider: string, fromToken = 'USDC', changes: Partial<TradeRequest> = {}) {
  const receiver = hand.wallet().address;
  const extra = {
    preferredProvider: provider,
    depositTradeParams: 'onlyDeposits',
    refundAddress: owner.address,
  };
  return {
    from: 'ETH',
    fromToken,
    to: 'POLYGON',
    toToken: 'USDC',
    amount: '12.5',
    receiver,
    extra,
    ...changes,
  } as const;
}

/** Orders, from nobody's wallet. */
const order = (trade: TradeRequest) => deposits.order(hand.tradeBody(trade, '' as `0x${string}`));

/** A plain transfer, of what the order asks or of another amount. */
async function pay(
  fromToken: string,
  { depositAddress, amountToSend }: DepositAnswer,
  amount = amountToSend,
) {
  const value = parseUnits(amount, hand.decimals('ETH', fromToken));
  const to = depositAddress as `0x${string}`;
  const token = hand.tokenAddress('ETH', fromToken);
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, value] });
  const receipt = await owner.send(
    'ETH',
    token === zeroAddress ? { to, value: `${value}` } : { to: token, data },
  );
  expect(receipt.status).toBe('success');
  return receipt.transactionHash;
}

/** Waits until an order has this status, or is at this stage. */
const reaches = (quoteId: string, until: string): Promise<DepositStatus> =>
  waitFor(async () => {
    const found = await deposits.status(quoteId);
    expect(found.subStatus ?? found.status).toBe(until);
    return found;
  });

/** Pays from a wallet into one block of ETH, after which no other is made. @returns its number */
async function payAndHalt(
  other: Hand,
  payer: ReturnType<Hand['wallet']>,
  to: string,
): Promise<bigint> {
  await other.control('/chains/ETH', { mining: false });
  const paid = payer.send('ETH', { to: to as `0x${string}`, value: `${10n ** 18n}` });
  const engine = other.engine('ETH');
  await waitFor(async () => expect(await engine.getTxpoolStatus()).toMatchObject({ pending: 1 }));
  await engine.mine({ blocks: 1 });
  return (await paid).blockNumber;
}

async function orderPaidBy(sourceTx: Hash) {
  const { orders } = await hand.orders();
  return orders.find((one) => one.sourceTx === sourceTx);
}

describe('an order by deposit', () => {
  it.each(['ETH', 'USDC', 'DAI', 'FEE'])(
    'of %s is paid out to the receiver, once',
    async (fromToken) => {
      const trade = tradeOf('changenow', fromToken);
      const { id, transaction, estimate } = await order(trade);
      expect(transaction).toEqual({
        depositAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
        amountToSend: '12.5',
        exchangeId: expect.any(String),
      });
      expect(await deposits.status(id)).toEqual({
        status: 'PENDING',
        subStatus: 'AWAITING_DEPOSIT',
        destinationTxHash: null,
        destinationNetworkTitle: null,
        destinationNetworkChainId: null,
      });
      const sourceTx = await pay(fromToken, transaction);
      const found = await reaches(id, 'SUCCESS');
      expect(found.destinationTxHash).toBe((await orderPaidBy(sourceTx))?.payoutTx);
      expect(await hand.balance('POLYGON', 'USDC', trade.receiver)).toBe(
        BigInt(estimate.destinationWeiAmount),
      );
      expect(await hand.status(sourceTx)).toMatchObject({
        status: 'SUCCESS',
        destinationTxHash: found.destinationTxHash,
      });
    },
  );

  it('says at which stage it is, by every endpoint', async () => {
    const stageAt = async (path: string, query: Record<string, string>) => {
      const { body } = await hand.router(`${path}?${new URLSearchParams(query)}`);
      const { status, subStatus } = body as DepositStatus;
      return `${status} ${subStatus}`;
    };
    const { id, transaction } = await order(tradeOf('changenow'));
    const paths = ['/api/routes/status', '/api/info/status', '/api/info/statusExtended'];
    const expectStage = async (stage: string, sourceTx?: Hash) => {
      await reaches(id, stage);
      for (const path of paths) expect(await stageAt(path, { id })).toBe(`PENDING ${stage}`);
      if (sourceTx === undefined) return;
      expect(await stageAt('/api/info/statusExtended', { srcTxHash: sourceTx })).toBe(
        `PENDING ${stage}`,
      );
    };
    await expectStage('AWAITING_DEPOSIT');

    await hand.control('/providers/changenow', { paused: true });
    await hand.control('/chains/POLYGON', { mining: false });
    const sourceTx = await pay('USDC', transaction);
    await expectStage('EXCHANGING', sourceTx);
    await hand.control('/providers/changenow', { paused: false });
    await expectStage('SENDING', sourceTx);
    await hand.control('/chains/POLYGON', { mining: true });
    await reaches(id, 'SUCCESS');
  });

  it('is not paid out before its payment has as many blocks on top as count', async () => {
    const slow = await startSandbox({
      otherChains: [],
      blockIntervalMs: 100,
      routerConfirmations: 30,
    });
    try {
      const other = byHand(slow.endpoints);
      const payer = await other.walletWith({ ETH: 10n });
      const by = depositsByHand(slow.endpoints);
      const trade = {
        ...tradeOf('changenow', 'ETH', { amount: '1' }),
        extra: { preferredProvider: 'changenow' },
      };
      const { id, transaction } = await by.order(other.tradeBody(trade, payer.address));
      const blockNumber = await payAndHalt(other, payer, transaction.depositAddress);
      await waitFor(async () =>
        expect(await by.status(id)).toHaveProperty('subStatus', 'CONFIRMING'),
      );
      await other.control('/chains/ETH', { mining: true });
      await waitFor(async () => expect(await by.status(id)).toHaveProperty('status', 'SUCCESS'));
      expect(await other.client('ETH').getBlockNumber()).toBeGreaterThanOrEqual(blockNumber + 30n);
    } finally {
      await slow.close();
    }
  });

  it('is paid out once, however often reorganizations move its payment', async () => {
    for (const fromToken of ['USDC', 'ETH', 'DAI', 'ETH']) {
      const trade = tradeOf('changenow', fromToken);
      const { id, transaction, estimate } = await order(trade);
      const sourceTx = await pay(fromToken, transaction);
      for (const depth of [1, 2, 3]) {
        expect((await hand.control('/chains/ETH', { reorg: depth })).status).toBe(200);
      }
      await reaches(id, 'SUCCESS');
      expect(await orderPaidBy(sourceTx)).toMatchObject({ state: 'paid' });
      expect(await hand.balance('POLYGON', 'USDC', trade.receiver)).toBe(
        BigInt(estimate.destinationWeiAmount),
      );
    }
    const moved = (await hand.orders()).orders.map(({ sourceTx }) => sourceTx);
    const { unattributedDeposits } = await hand.orders();
    expect(
      unattributedDeposits.filter(
        (stray) => 'sourceTx' in stray && moved.includes(stray.sourceTx as Hash),
      ),
    ).toEqual([]);
  });

  it('waits again if its payment is lost before it counts', async () => {
    const slow = await startSandbox({
      otherChains: [],
      blockIntervalMs: 100,
      routerConfirmations: 30,
      finalityDepth: 32,
    });
    try {
      const other = byHand(slow.endpoints);
      const payer = await other.walletWith({ ETH: 10n });
      const by = depositsByHand(slow.endpoints);
      const trade = {
        ...tradeOf('changenow', 'ETH', { amount: '1' }),
        extra: { preferredProvider: 'changenow' },
      };
      const { id, transaction } = await by.order(other.tradeBody(trade, payer.address));
      const stage = (subStatus: string) =>
        waitFor(async () =>
          expect(await by.status(id)).toMatchObject({ status: 'PENDING', subStatus }),
        );
      const blockNumber = await payAndHalt(other, payer, transaction.depositAddress);
      await stage('CONFIRMING');
      const reorg = Number((await other.client('ETH').getBlockNumber()) - blockNumber) + 1;
      expect((await other.control('/chains/ETH', { reorg, drop: true })).status).toBe(200);
      await other.control('/chains/ETH', { mining: true });
      await stage('AWAITING_DEPOSIT');
    } finally {
      await slow.close();
    }
  });

  it('is a new one for each call, and its status that of the one that was paid', async () => {
    const trade = tradeOf('changenow');
    const body = hand.tradeBody(trade, owner.address);
    const first = await deposits.order(body);
    const second = await deposits.swap(body, first.id);
    expect(second.depositAddress).not.toBe(first.transaction.depositAddress);
    expect(second.exchangeId).not.toBe(first.transaction.exchangeId);
    await pay('USDC', first.transaction);
    await reaches(first.id, 'SUCCESS');
  });

  it('keeps a second payment, and shows it', async () => {
    const trade = tradeOf('changenow');
    const { id, transaction, estimate } = await order(trade);
    await pay('USDC', transaction);
    const again = await pay('USDC', transaction);
    await reaches(id, 'SUCCESS');
    await waitFor(async () => {
      const { unattributedDeposits } = await hand.orders();
      expect(unattributedDeposits).toContainEqual(
        expect.objectContaining({
          sourceTx: again,
          reason: 'order already paid in',
          amountReceived: '12500000',
        }),
      );
    });
    expect(await hand.balance('POLYGON', 'USDC', trade.receiver)).toBe(
      BigInt(estimate.destinationWeiAmount),
    );
  });

  it.each([
    ['too little', 'USDC', '12.499999', 'paid in too little'],
    ['too much', 'USDC', '12.500001', 'paid in too much'],
    ['another token', 'DAI', '12.5', 'paid in with another token'],
  ])('keeps %s, and fails', async (_name, paidToken, amount, reason) => {
    const trade = tradeOf('changenow');
    const { id, transaction } = await order(trade);
    const sourceTx = await pay(paidToken, transaction, amount);
    await reaches(id, 'FAIL');
    expect(await orderPaidBy(sourceTx)).toMatchObject({ state: 'rejected', reason });
    expect(await hand.balance('POLYGON', 'USDC', trade.receiver)).toBe(0n);
  });

  it('is not what is sent to its address by calling a contract there, without an amount', async () => {
    const { id, transaction } = await order(tradeOf('changenow'));
    const to = transaction.depositAddress as `0x${string}`;
    expect((await owner.send('ETH', { to, data: '0x01' })).status).toBe('success');
    await pay('USDC', transaction);
    await reaches(id, 'SUCCESS');
  });

  it('belongs to the wallet that asked for it where the router has faults for one', async () => {
    const trade = tradeOf('changenow');
    const [own, nobodys] = [
      await deposits.order(hand.tradeBody(trade, owner.address)),
      await order(trade),
    ];
    await hand.control('/router', { scope: { wallet: owner.address }, failNext: 1 });
    const statusOf = async (id: string) =>
      (await hand.router(`/api/info/statusExtended?id=${id}`)).status;
    expect(await statusOf(nobodys.id)).toBe(200);
    expect(await statusOf(own.id)).toBe(503);
    expect(await statusOf(own.id)).toBe(200);
  });

  it('has its own line in the books', async () => {
    const account = await hand.walletWith({ ETH: 10n });
    const trade = tradeOf('changenow', 'ETH', { amount: '1' });
    const { receiver } = trade;
    const opening = await openAudit({
      chains: sandbox.endpoints.chains,
      accounts: [
        { chain: 'ETH', address: account.address },
        { chain: 'POLYGON', address: receiver },
      ],
    });
    const { id, transaction, estimate } = await order(trade);
    const to = transaction.depositAddress as `0x${string}`;
    const { transactionHash: sourceTx } = await account.send('ETH', { to, value: `${10n ** 18n}` });
    const found = await reaches(id, 'SUCCESS');
    const route = {
      kind: 'deposit',
      provider: 'changenow',
      account: account.address,
      from: 'ETH',
      fromToken: zeroAddress,
      to: 'POLYGON',
      toToken: hand.tokenAddress('POLYGON', 'USDC'),
      receiver,
      amountIn: `${10n ** 18n}`,
      amountOut: estimate.destinationWeiAmount,
      minOut: estimate.destinationWeiMinAmount,
      sourceTx,
      destinationTx: found.destinationTxHash,
    } as const;
    expect(await closeAudit(opening, [route])).toEqual({ balanced: true, differences: [] });
    const short = { ...route, amountIn: `${10n ** 18n - 1n}` };
    expect(await closeAudit(opening, [short])).toMatchObject({ balanced: false });
  });
});

describe('the control server', () => {
  it('has an order run out, which then is paid too late', async () => {
    const trade = tradeOf('changenow');
    const { id, transaction } = await order(trade);
    await reaches(id, 'AWAITING_DEPOSIT');
    const { orders } = await hand.orders();
    const { orderId } = orders.find((one) => one.quoteId === id)!;
    expect((await hand.control(`/orders/${orderId}`, { runOut: true })).status).toBe(200);
    await reaches(id, 'FAIL');
    const sourceTx = await pay('USDC', transaction);
    await waitFor(async () => {
      expect(await orderPaidBy(sourceTx)).toMatchObject({
        state: 'rejected',
        reason: 'paid in too late',
      });
    });
    for (const [path, body] of [
      [`/orders/${orderId}`, { runOut: false }],
      ['/orders/0x00', { runOut: true }],
    ] as const) {
      expect((await hand.control(path, body)).status).toBe(400);
    }
  });
});

describe('a provider that is peculiar', () => {
  it('exolix gives back what was paid as ordered, and what was not', async () => {
    const opened = await Promise.all([order(tradeOf('exolix')), order(tradeOf('exolix'))]);
    const before = await hand.balance('ETH', 'USDC', owner.address);
    await pay('USDC', opened[0].transaction);
    await pay('USDC', opened[1].transaction, '10');
    for (const { id } of opened)
      expect(await reaches(id, 'REVERTED')).toHaveProperty('destinationTxHash', null);
    // A thousandth is kept.
    const lost = before - (await hand.balance('ETH', 'USDC', owner.address));
    expect(lost).toBe(12_500n + 10_000n);
  });

  it('exolix keeps what nobody has said where to give back, and says that it failed', async () => {
    const extra = { preferredProvider: 'exolix', depositTradeParams: 'onlyDeposits' };
    const { id, transaction } = await order(tradeOf('exolix', 'USDC', { extra }));
    const sourceTx = await pay('USDC', transaction);
    await reaches(id, 'FAIL');
    expect(await orderPaidBy(sourceTx)).toMatchObject({
      state: 'rejected',
      reason: 'nowhere to give it back to',
    });
  });

  it('stealthex has orders that run out before anybody can pay them', async () => {
    const trade = tradeOf('stealthex');
    const { id, transaction } = await order(trade);
    await reaches(id, 'FAIL');
    const sourceTx = await pay('USDC', transaction);
    await waitFor(async () => {
      expect(await orderPaidBy(sourceTx)).toMatchObject({
        state: 'rejected',
        reason: 'paid in too late',
      });
    });
    await reaches(id, 'FAIL');
    expect(await hand.balance('POLYGON', 'USDC', trade.receiver)).toBe(0n);
  });

  it.each([
    ['USDC', '12.5', '12.625'],
    ['ETH', '0.000000000000000001', '0.000000000000000001'],
  ])(
    'quickex wants a hundredth more of %s, and pays for that',
    async (fromToken, amount, asked) => {
      const trade = tradeOf('quickex', fromToken, { toToken: 'DAI', amount });
      const { id, transaction, estimate } = await order(trade);
      expect(transaction.amountToSend).toBe(asked);
      await pay(fromToken, transaction);
      await reaches(id, 'SUCCESS');
      expect(await hand.balance('POLYGON', 'DAI', trade.receiver)).toBe(
        BigInt(estimate.destinationWeiAmount),
      );
    },
  );

  it('changelly wants a memo that no transaction of the EVM can carry', async () => {
    const { id, transaction } = await order(tradeOf('changelly'));
    expect(transaction.extraFields).toEqual({
      name: 'memo',
      value: expect.stringMatching(/^\d{10}$/),
    });
    const sourceTx = await pay('USDC', transaction);
    await waitFor(async () => {
      const { unattributedDeposits } = await hand.orders();
      expect(unattributedDeposits).toContainEqual(
        expect.objectContaining({ sourceTx, reason: 'no memo', orderId: '' }),
      );
    });
    await reaches(id, 'AWAITING_DEPOSIT');
  });

  it('change_hero has one and the same id for every order', async () => {
    const opened = await Promise.all([
      order(tradeOf('change_hero')),
      order(tradeOf('change_hero')),
    ]);
    const [one, other] = opened.map(({ transaction }) => transaction);
    expect(one!.exchangeId).toBe(other!.exchangeId);
    expect(one!.depositAddress).not.toBe(other!.depositAddress);
    expect(opened[0].uniqueInfo).toEqual({ changeHeroId: one!.exchangeId });
    await pay('USDC', other!);
    await reaches(opened[1].id, 'SUCCESS');
    await reaches(opened[0].id, 'AWAITING_DEPOSIT');
  });

  it('simple_swap has an address for each order where there are no memos', async () => {
    const opened = await Promise.all([
      order(tradeOf('simple_swap')),
      order(tradeOf('simple_swap')),
    ]);
    const [one, other] = opened.map(({ transaction }) => transaction);
    expect(one).not.toHaveProperty('extraFields');
    expect(one!.depositAddress).not.toBe(other!.depositAddress);
  });
});
