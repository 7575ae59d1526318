import { Address, beginCell, Cell, internal } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditRoute } from '../../sandbox/audit/audit-types.ts';
import { closeAudit } from '../../sandbox/audit/close-audit.ts';
import { openAudit } from '../../sandbox/audit/open-audit.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { byHand, type Hand, type SwapAnswer } from './by-hand.ts';
import { served, type Trade } from './service-by-hand.ts';
import { asAsked, type TonHand, type TonOwner, tonHand } from './ton-hand.ts';

let sandbox: Sandbox;
let hand: TonHand;
let evm: Hand;
let owner: TonOwner;
let evmOwner: ReturnType<Hand['wallet']>;

beforeAll(async () => {
  sandbox = await startSandbox({
    otherChains: ['TON'],
    blockIntervalMs: 100,
    routerConfirmations: 3,
  });
  hand = tonHand(sandbox.endpoints);
  evm = byHand(sandbox.endpoints);
  owner = await hand.walletWith({ TON: '1000', USDT: '10000' });
  evmOwner = await evm.walletWith({ ETH: 100n, USDC: 10_000n });
});
afterAll(() => sandbox?.close());

const toPolygon = (
  fromToken: string,
  provider?: string,
  receiver: string = evmOwner.address,
): Trade => ({
  from: 'TON',
  fromToken,
  to: 'POLYGON',
  toToken: 'USDC',
  amount: '2',
  receiver,
  ...(provider === undefined ? {} : { extra: { preferredProvider: provider } }),
});

const openBooks = (...owners: TonOwner[]) =>
  openAudit({
    chains: sandbox.endpoints.chains,
    accounts: [
      ...owners.map(({ address }) => ({ chain: 'TON' as const, address })),
      { chain: 'ETH', address: evmOwner.address },
      { chain: 'POLYGON', address: evmOwner.address },
    ],
  });

/** Executes a trade from TON and says how it went, as an honest caller of the audit would. */
async function route(wanted: Trade, wallet: TonOwner, until = 'SUCCESS'): Promise<AuditRoute> {
  const executed = await hand.execute(wanted, wallet);
  return {
    ...hand.routeOf(wanted, wallet, executed),
    destinationTx: await hand.settled(executed.id, until),
  };
}

/** From ETH, so many tokens. */
async function fromEvm(
  fromToken: string,
  toToken: string,
  amount: string,
  receiver: string,
): Promise<AuditRoute> {
  const wanted = {
    from: 'ETH',
    fromToken,
    to: 'TON',
    toToken,
    amount,
    receiver,
    extra: { enableChecks: false },
  } as const;
  const body = hand.tradeBody(wanted, evmOwner.address);
  const answer = served<SwapAnswer>(await hand.router('/api/routes/swapBest', body));
  await evm.approve(
    { ...wanted, receiver: evmOwner.address } as never,
    evmOwner,
    answer.transaction.approvalAddress,
  );
  const { transactionHash } = await evmOwner.send('ETH', answer.transaction);
  return {
    kind: 'cross-chain',
    provider: answer.providerType,
    account: evmOwner.address,
    from: 'ETH',
    fromToken: hand.tokenOn('ETH', fromToken),
    to: 'TON',
    toToken: hand.tokenOn('TON', toToken),
    receiver,
    amountIn: `${hand.baseUnits('ETH', fromToken, amount)}`,
    amountOut: answer.estimate.destinationWeiAmount,
    minOut: answer.estimate.destinationWeiMinAmount,
    sourceTx: transactionHash,
    destinationTx: await hand.settled(transactionHash),
  };
}

const balanced = { balanced: true, differences: [] };

describe('swaps from and to TON', () => {
  it('settle from wallets of both versions, and the audit explains every nanoton', async () => {
    const wallets = await Promise.all(
      (['v4', 'v5'] as const).map((version) =>
        hand.walletWith({ TON: '50', USDT: '100' }, version),
      ),
    );
    const opening = await openBooks(...wallets);
    const fromWallet = async (wallet: TonOwner) => [
      await route(toPolygon('TON', 'across'), wallet),
      await route(toPolygon('USDT', 'relay'), wallet),
    ];
    const routes = (await Promise.all(wallets.map(fromWallet))).flat();
    expect(await closeAudit(opening, routes)).toEqual(balanced);
    // One in coins and one in jettons.
    for (const [index, one] of routes.slice(0, 2).entries()) {
      for (const changes of [
        { amountOut: `${BigInt(one.amountOut) + 1n}` },
        { amountIn: `${BigInt(one.amountIn) - 1n}` },
      ]) {
        const closed = await closeAudit(opening, routes.with(index, { ...one, ...changes }));
        expect(closed.balanced, `route ${index}: ${JSON.stringify(changes)}`).toBe(false);
      }
    }
    const denied = await closeAudit(opening, routes.slice(1));
    expect(denied.differences).toContainEqual(
      expect.objectContaining({
        chain: 'TON',
        note: `unexplained transaction ${routes[0]!.sourceTx}`,
      }),
    );
  });

  it('pay receivers that have a wallet, and those who have none yet, to the base unit', async () => {
    const [active, absent] = [await hand.walletWith({ TON: '5' }), hand.somebody()];
    await hand.send(active, [internal({ to: absent.wallet.address, value: 1n, bounce: false })]);
    await waitFor(async () => expect(await hand.balance('TON', absent.address)).toBe(1n));
    const opening = await openBooks(active, absent);
    const routes = [
      await fromEvm('ETH', 'TON', '0.01', active.address),
      await fromEvm('ETH', 'TON', '0.01', absent.address),
      await fromEvm('USDC', 'USDT', '10', active.address),
      await fromEvm('USDC', 'USDT', '11', absent.address),
    ];
    for (const { destinationTx } of routes) expect(destinationTx).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(routes.map(({ destinationTx }) => destinationTx)).size).toBe(4);
    expect(await hand.balance('USDT', absent.address)).toBe(BigInt(routes[3]!.amountOut));
    expect(await closeAudit(opening, routes)).toEqual(balanced);
    for (const index of [0, 1, 2]) {
      const one = routes[index]!;
      const more = { ...one, amountOut: `${BigInt(one.amountOut) + 1n}` };
      expect((await closeAudit(opening, routes.with(index, more))).balanced).toBe(false);
    }
  });

  it('are paid once each, also where many come at once', async () => {
    const receivers = Array.from({ length: 6 }, () => hand.somebody());
    const wallets = await Promise.all(receivers.map(() => evm.walletWith({ ETH: 1n })));
    const answers = await Promise.all(
      receivers.map(async ({ address }, index) => {
        const wallet = wallets[index]!;
        const wanted = {
          from: 'ETH',
          fromToken: 'ETH',
          to: 'TON',
          toToken: 'TON',
          amount: '0.01',
          receiver: address,
        } as const;
        const body = { ...hand.tradeBody(wanted, wallet.address), preferredProvider: 'across' };
        const answer = served<SwapAnswer>(await hand.router('/api/routes/swapBest', body));
        const { transactionHash } = await wallet.send('ETH', answer.transaction);
        return { answer, transactionHash };
      }),
    );
    const payouts = await Promise.all(
      answers.map(({ transactionHash }) => hand.settled(transactionHash)),
    );
    expect(new Set(payouts).size).toBe(receivers.length);
    for (const [index, { address }] of receivers.entries()) {
      expect(await hand.balance('TON', address)).toBe(
        BigInt(answers[index]!.answer.estimate.destinationWeiAmount),
      );
      expect(await hand.client.getTransactions(Address.parse(address), { limit: 5 })).toHaveLength(
        1,
      );
    }
  });

  it('have a status by the hash of the message in any spelling, and by that of the transaction', async () => {
    const { id } = await hand.execute(toPolygon('TON', 'across'), owner);
    const destinationTxHash = await hand.settled(id);
    const [sent] = (await hand.client.getTransactions(owner.wallet.address, { limit: 5 })).filter(
      ({ inMessage }) => inMessage?.info.type === 'external-in',
    );
    const bytes = Buffer.from(id, 'hex');
    for (const srcTxHash of [
      id.toUpperCase(),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      sent!.hash().toString('hex'),
    ]) {
      expect(await hand.status(srcTxHash)).toMatchObject({ status: 'SUCCESS', destinationTxHash });
    }
    const unknown = await hand.status('00'.repeat(32));
    expect(unknown).toMatchObject({ status: 'NOT_FOUND' });
  });

  it('have failed where more jettons were to be sent than there are', async () => {
    const poor = await hand.walletWith({ TON: '5', USDT: '1' });
    const opening = await openBooks(poor);
    const body = { ...hand.tradeBody(toPolygon('USDT'), poor.address), enableChecks: false };
    const { transaction } = served<Awaited<ReturnType<TonHand['prepare']>>>(
      await hand.router('/api/routes/swapBest', body),
    );
    const id = await hand.send(poor, transaction.tonMessages.map(asAsked));
    await waitFor(async () => expect(await hand.status(id)).toMatchObject({ status: 'FAIL' }));
    await quiet();
    expect(await closeAudit(opening, [], { otherTxs: [id] })).toEqual(balanced);
    expect((await closeAudit(opening, [])).balanced).toBe(false);
  });
});

/** Waits until what is on its way has arrived. */
async function quiet(): Promise<void> {
  const { latestSeqno } = await hand.client.getMasterchainInfo();
  await waitFor(async () =>
    expect((await hand.client.getMasterchainInfo()).latestSeqno).toBeGreaterThan(latestSeqno + 5),
  );
}

describe('bridges on TON', () => {
  it('do not pay what was paid in differently from the order', async () => {
    const lies = [
      (message: ReturnType<typeof asAsked>) => ({
        ...message,
        value: 1_999_999_999n,
        reason: 'paid in too little',
      }),
      ({ body }: ReturnType<typeof asAsked>) => ({
        value: 2_000_000_000n,
        body: withReceiver(body),
        reason: 'another receiver',
      }),
    ];
    for (const lie of lies) {
      const { transaction } = await hand.prepare(toPolygon('TON', 'across'), owner);
      const [asked] = transaction.tonMessages;
      const { value, body, reason } = lie(asAsked(asked!));
      const id = await hand.send(owner, [internal({ to: asked!.address, value, body })]);
      await waitFor(async () => expect(await hand.status(id)).toMatchObject({ status: 'FAIL' }));
      expect(await hand.orderOf(id)).toMatchObject({ state: 'rejected', reason });
    }
  });

  it('show a deposit for no order, or for one that is paid in already', async () => {
    const { answer, id } = await hand.execute(toPolygon('TON', 'across'), owner);
    await hand.settled(id);
    const [asked] = answer.transaction.tonMessages;
    const second = await hand.send(owner, [asAsked(asked!)]);
    const third = await hand.send(owner, [
      internal({ to: asked!.address, value: 7n * 10n ** 8n, body: 'for coffee' }),
    ]);
    await waitFor(async () => {
      const { unattributedDeposits } = await evm.orders();
      expect(unattributedDeposits).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ sourceTx: second, reason: 'order already paid in' }),
          expect.objectContaining({
            sourceTx: third,
            orderId: '',
            amountReceived: '700000000',
            reason: 'unknown order',
          }),
        ]),
      );
    });
  });

  it('believe of jettons only what their own jetton wallets say', async () => {
    const { transaction, uniqueInfo } = await hand.prepare(toPolygon('USDT', 'across'), owner);
    const transfer = Cell.fromBase64(transaction.tonMessages[0]!.payload!).beginParse();
    transfer.skip(32 + 64);
    transfer.loadCoins();
    const gateway = transfer.loadAddress();
    transfer.loadAddress();
    transfer.loadMaybeRef();
    transfer.loadCoins();
    const payload = transfer.loadMaybeRef()!;
    const notice = beginCell().storeUint(0x7362d09c, 32).storeUint(0, 64).storeCoins(2_000_000n);
    const forged = notice.storeAddress(owner.wallet.address).storeMaybeRef(payload).endCell();
    const id = await hand.send(owner, [internal({ to: gateway, value: 5_000_000n, body: forged })]);
    await waitFor(async () => {
      const { unattributedDeposits } = await evm.orders();
      expect(unattributedDeposits).toContainEqual(
        expect.objectContaining({
          sourceTx: id,
          token: hand.tokenOn('TON', 'TON'),
          amountReceived: '5000000',
        }),
      );
    });
    expect(
      (await evm.orders()).orders.find(({ orderId }) => orderId === uniqueInfo.acrossId),
    ).toMatchObject({
      state: 'awaiting-deposit',
    });
  });

  it('go on when somebody sends them jettons with nothing that can be read', async () => {
    const [asked] = (await hand.prepare(toPolygon('USDT', 'across'), owner)).transaction
      .tonMessages;
    const transfer = Cell.fromBase64(asked!.payload!).beginParse();
    transfer.skip(32 + 64);
    transfer.loadCoins();
    const gateway = transfer.loadAddress();
    const payloads = [
      beginCell(),
      beginCell().storeBit(true),
      beginCell().storeBit(false).storeUint(7, 7),
    ];
    for (const [index, payload] of payloads.entries()) {
      const body = jettonTransfer(gateway, BigInt(index + 1), 5_000_000n)
        .storeBuilder(payload)
        .endCell();
      const id = await hand.send(owner, [
        internal({ to: asked!.address, value: 100_000_000n, body }),
      ]);
      const stray = {
        sourceTx: id,
        token: hand.tokenOn('TON', 'USDT'),
        orderId: '',
        amountReceived: `${index + 1}`,
      };
      await waitFor(async () =>
        expect((await evm.orders()).unattributedDeposits).toContainEqual(
          expect.objectContaining(stray),
        ),
      );
    }
  });

  it('cannot be given coins beside jettons without the audit seeing it', async () => {
    const wallet = await hand.walletWith({ TON: '50', USDT: '100' });
    const opening = await openBooks(wallet);
    const trade = toPolygon('USDT', 'across');
    const answer = await hand.prepare(trade, wallet);
    const [asked] = answer.transaction.tonMessages;
    const transfer = Cell.fromBase64(asked!.payload!).beginParse();
    transfer.skip(32 + 64);
    const amount = transfer.loadCoins();
    const gateway = transfer.loadAddress();
    transfer.loadAddress();
    transfer.loadMaybeRef();
    transfer.loadCoins();
    const body = jettonTransfer(gateway, amount, 2_000_000_000n, wallet).storeMaybeRef(
      transfer.loadMaybeRef(),
    );
    const message = internal({ to: asked!.address, value: 2_100_000_000n, body: body.endCell() });
    const id = await hand.send(wallet, [message]);
    const route = {
      ...hand.routeOf(trade, wallet, { answer, id }),
      destinationTx: await hand.settled(id),
    };
    const { differences } = await closeAudit(opening, [route]);
    expect(differences).toContainEqual(
      expect.objectContaining({
        chain: 'TON',
        actual: '1990000000',
        note: `native value beyond the amount, in ${id}`,
      }),
    );
  });

  it('behave as they do elsewhere: another token, somebody to wait for, nothing at all', async () => {
    const other = await hand.execute(toPolygon('USDT', 'multichain'), owner);
    await hand.settled(other.id, 'REVERTED');
    const held = await hand.execute(toPolygon('TON', 'retro_bridge'), owner);
    await hand.settled(held.id, 'KYC_REQUIRED');
    await waitFor(async () =>
      expect(await hand.orderOf(held.id)).toMatchObject({ state: 'deposited' }),
    );
    served(await hand.control('/providers/retro_bridge', { release: true }));
    await hand.settled(held.id);
    const kept = await hand.execute(toPolygon('USDT', 'xy'), owner);
    await hand.settled(kept.id, 'FAIL');
  });

  it('give back what they cannot deliver, less their fee', async () => {
    const wallet = await hand.walletWith({ TON: '50', USDT: '100' });
    const opening = await openBooks(wallet);
    const routes: AuditRoute[] = [];
    for (const fromToken of ['TON', 'USDT']) {
      const trade = toPolygon(fromToken, 'symbiosis');
      const executed = await hand.execute(trade, wallet);
      expect(await hand.settled(executed.id, 'REVERTED')).toBeNull();
      const { refundAmount, refundTx } = await hand.orderOf(executed.id);
      const claim = hand.routeOf(trade, wallet, executed);
      routes.push({ ...claim, kind: 'refund', amountOut: refundAmount!, destinationTx: refundTx! });
    }
    expect(routes.map(({ amountOut }) => amountOut)).toEqual(['1998000000', '1998000']);
    expect(await closeAudit(opening, routes)).toEqual(balanced);
  });

  it('pay once for a deposit that a reorganization takes back and that gets in again', async () => {
    const wallet = await hand.walletWith({ TON: '50' });
    const opening = await openBooks(wallet);
    const trade = toPolygon('TON', 'across');
    const executed = await hand.execute(trade, wallet);
    served(await hand.control('/chains/TON', { mining: false }));
    served(await hand.control('/chains/TON', { reorg: 3, drop: false }));
    served(await hand.control('/chains/TON', { mining: true }));
    const destinationTx = await hand.settled(executed.id);
    await quiet();
    expect(
      await closeAudit(opening, [{ ...hand.routeOf(trade, wallet, executed), destinationTx }]),
    ).toEqual(balanced);
  });

  it('pay one order once where a reorganization takes back the payment', async () => {
    const receiver = hand.somebody();
    const body = hand.tradeBody(
      {
        from: 'ETH',
        fromToken: 'ETH',
        to: 'TON',
        toToken: 'TON',
        amount: '0.01',
        receiver: receiver.address,
      },
      evmOwner.address,
    );
    const answer = served<SwapAnswer>(
      await hand.router('/api/routes/swapBest', { ...body, enableChecks: false }),
    );
    const { transactionHash } = await evmOwner.send('ETH', answer.transaction);
    await waitFor(async () =>
      expect(await hand.balance('TON', receiver.address)).toBeGreaterThan(0n),
    );
    served(await hand.control('/chains/TON', { mining: false }));
    served(await hand.control('/chains/TON', { reorg: 3, drop: true }));
    served(await hand.control('/chains/TON', { mining: true }));
    const hash = await hand.settled(transactionHash);
    const [paid, ...others] = await hand.client.getTransactions(receiver.wallet.address, {
      limit: 5,
    });
    expect([paid!.hash().toString('hex'), others]).toEqual([hash, []]);
    expect(await hand.balance('TON', receiver.address)).toBe(
      BigInt(answer.estimate.destinationWeiAmount),
    );
  });
});

/** A transfer (TEP-74), up to what is told to the new owner. */
function jettonTransfer(
  to: Address,
  amount: bigint,
  forwardAmount: bigint,
  payer: TonOwner = owner,
) {
  const body = beginCell()
    .storeUint(0x0f8a7ea5, 32)
    .storeUint(0, 64)
    .storeCoins(amount)
    .storeAddress(to);
  return body.storeAddress(payer.wallet.address).storeBit(false).storeCoins(forwardAmount);
}

/** The same deposit for somebody else. */
function withReceiver(body: Cell): Cell {
  const slice = body.beginParse();
  const head = beginCell().storeBits(slice.loadBits(32 + 64 + 256));
  const terms = slice.loadRef().beginParse();
  const changed = beginCell()
    .storeBits(terms.loadBits(64 + 256))
    .storeUint(0xbad, 256);
  terms.skip(256);
  return head.storeRef(changed.storeSlice(terms).endCell()).endCell();
}
