import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAudit } from '../../sandbox/audit/close-audit.ts';
import { openAudit } from '../../sandbox/audit/open-audit.ts';
import type { OtherChainName } from '../../sandbox/endpoints.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { byHand, type Hand } from './by-hand.ts';
import { type DepositAnswer, type DepositStatus, depositsByHand } from './deposits-by-hand.ts';
import { bitcoinPayer, type Payer, solanaPayer, tonPayer, tronPayer } from './payers-by-hand.ts';
import { serviceByHand } from './service-by-hand.ts';
import { SOL_ADDRESS } from './solana-hand.ts';
import { TRX } from './tron-by-hand.ts';

let sandbox: Sandbox;
let hand: Hand;
let service: ReturnType<typeof serviceByHand>;
let deposits: ReturnType<typeof depositsByHand>;
let payers: Readonly<Record<OtherChainName, Payer>>;

beforeAll(async () => {
  sandbox = await startSandbox({ blockIntervalMs: 100 });
  const { endpoints } = sandbox;
  hand = byHand(endpoints);
  service = serviceByHand(endpoints, { SOLANA: SOL_ADDRESS, TRON: TRX });
  deposits = depositsByHand(endpoints);
  const [TRON, SOLANA, TON, BITCOIN] = await Promise.all([
    tronPayer(endpoints, { TRX: '10000', USDT: '1000' }),
    solanaPayer(endpoints, { SOL: '100', USDC: '1000' }),
    tonPayer(endpoints, { TON: '1000', USDT: '1000' }),
    bitcoinPayer(endpoints, { BTC: '1' }),
  ]);
  payers = { TRON, SOLANA, TON, BITCOIN };
});

afterAll(() => sandbox?.close());

type Source = readonly [chain: OtherChainName, token: string, amount: string];

/** A chain, one of its tokens, and how much of it is paid. */
const SOURCES: readonly Source[] = [
  ['TRON', 'TRX', '40'],
  ['TRON', 'USDT', '12.5'],
  ['SOLANA', 'SOL', '0.25'],
  ['SOLANA', 'USDC', '12.5'],
  ['TON', 'TON', '4'],
  ['TON', 'USDT', '12.5'],
  ['BITCOIN', 'BTC', '0.001'],
];

/** Orders USDC on POLYGON for a receiver of its own, and says how that is paid. */
async function order(provider: string, [from, fromToken, amount]: Source) {
  const { wallet, tokenAddress, balance } = hand;
  const receiver = wallet().address;
  const { address } = payers[from];
  const extra = {
    preferredProvider: provider,
    depositTradeParams: 'onlyDeposits',
    refundAddress: address,
  };
  const trade = {
    from,
    fromToken,
    to: 'POLYGON',
    toToken: 'USDC',
    amount,
    receiver,
    extra,
  } as const;
  const ordered = await deposits.order(service.tradeBody(trade, ''));
  const { transaction, estimate } = ordered;
  const amountIn = service.baseUnits(from, fromToken, transaction.amountToSend);
  const pay = (memo: string | undefined, to = transaction.depositAddress) =>
    payers[from].pay({
      symbol: fromToken,
      to,
      amount: amountIn,
      ...(memo === undefined ? {} : { memo }),
    });
  return {
    ...ordered,
    pay,
    received: () => balance('POLYGON', 'USDC', receiver),
    expected: BigInt(estimate.destinationWeiAmount),
    route: {
      kind: 'deposit',
      provider,
      account: address,
      from,
      fromToken: service.tokenOn(from, fromToken),
      to: 'POLYGON',
      toToken: tokenAddress('POLYGON', 'USDC'),
      receiver,
      amountIn: `${amountIn}`,
      amountOut: estimate.destinationWeiAmount,
      minOut: estimate.destinationWeiMinAmount,
    } as const,
  };
}

const reaches = (id: string, until: string): Promise<DepositStatus> =>
  waitFor(async () => {
    const found = await deposits.status(id);
    expect(found.subStatus ?? found.status).toBe(until);
    return found;
  });

async function strayOf(sourceTx: string) {
  const { unattributedDeposits } = await hand.orders();
  return unattributedDeposits.find((one) => 'sourceTx' in one && one.sourceTx === sourceTx);
}

describe('a deposit at an address of its own', () => {
  it.each(SOURCES)(
    'on %s in %s is paid out, once, and explained by the books',
    async (...source) => {
      const [from] = source;
      const opened = await order('changenow', source);
      expect(opened.transaction).not.toHaveProperty('extraFields');
      await reaches(opened.id, 'AWAITING_DEPOSIT');
      const { chains } = sandbox.endpoints;
      const { account: address, receiver } = opened.route;
      const accounts = [
        { chain: from, address },
        { chain: 'POLYGON', address: receiver },
      ] as const;
      const books = await openAudit({ chains, accounts });
      const sourceTx = await opened.pay(undefined);
      const { destinationTxHash: destinationTx } = await reaches(opened.id, 'SUCCESS');
      expect(await opened.received()).toBe(opened.expected);
      expect(await hand.status(sourceTx)).toMatchObject({
        status: 'SUCCESS',
        destinationTxHash: destinationTx,
      });
      const { balanced, differences } = await closeAudit(books, [
        { ...opened.route, sourceTx, destinationTx },
      ]);
      expect(differences).toEqual([]);
      expect(balanced).toBe(true);
    },
  );
});

describe('a deposit on the EVM', () => {
  it.each([
    ['TRON', 'USDT'],
    ['SOLANA', 'USDC'],
    ['TON', 'USDT'],
    ['BITCOIN', 'BTC'],
  ] as const)('is paid out on %s in %s', async (to, toToken) => {
    const owner = await hand.walletWith({ ETH: 10n });
    const { address: receiver, balance } = payers[to];
    const extra = { preferredProvider: 'simple_swap', depositTradeParams: 'onlyDeposits' };
    const trade = {
      from: 'ETH',
      fromToken: 'ETH',
      to,
      toToken,
      amount: '0.01',
      receiver,
      extra,
    } as const;
    const { id, transaction, estimate } = await deposits.order(
      service.tradeBody(trade, owner.address),
    );
    const before = await balance(toToken);
    await owner.send('ETH', {
      to: transaction.depositAddress as `0x${string}`,
      value: `${10n ** 16n}`,
    });
    await reaches(id, 'SUCCESS');
    await waitFor(async () => {
      expect((await balance(toToken)) - before).toBe(BigInt(estimate.destinationWeiAmount));
    });
  });
});

describe('a deposit that reorganizations move', () => {
  it.each(SOURCES.filter((_, index) => index % 2 === 0))(
    'on %s in %s is paid out once',
    async (...source) => {
      const [from] = source;
      const opened = await order('changenow', source);
      const sourceTx = await opened.pay(undefined);
      // A transaction of TRON names a block before it, and is lost where that one is replaced as
      // well.
      for (const reorg of from === 'TRON' ? [1] : [1, 2, 3]) {
        expect((await hand.control(`/chains/${from}`, { reorg })).status).toBe(200);
      }
      await reaches(opened.id, 'SUCCESS');
      expect(await opened.received()).toBe(opened.expected);
      expect(await strayOf(sourceTx)).toBeUndefined();
    },
  );
});

describe('deposits at one address for all', () => {
  it.each(SOURCES)('on %s in %s are told apart by what they say', async (...source) => {
    const one = await order('simple_swap', source);
    const other = await order('simple_swap', source);
    const [memo, otherMemo] = [one, other].map(({ transaction }) => memoOf(transaction));
    expect(one.transaction.depositAddress).toBe(other.transaction.depositAddress);
    expect(memo).not.toBe(otherMemo);

    await other.pay(otherMemo);
    await reaches(other.id, 'SUCCESS');
    expect(await other.received()).toBe(other.expected);
    await reaches(one.id, 'AWAITING_DEPOSIT');

    for (const [said, reason] of [
      [undefined, 'no memo'],
      ['0', 'unknown memo'],
    ] as const) {
      const sourceTx = await one.pay(said);
      await waitFor(async () => expect(await strayOf(sourceTx)).toMatchObject({ reason }));
    }
    await reaches(one.id, 'AWAITING_DEPOSIT');
    await one.pay(memo);
    await reaches(one.id, 'SUCCESS');
    expect(await one.received()).toBe(one.expected);
  });
});

describe('a deposit that is given back', () => {
  it.each(SOURCES)('on %s in %s arrives at the refund address', async (...source) => {
    const [from, symbol] = source;
    const opened = await order('exolix', source);
    await hand.control('/providers/exolix', { paused: true });
    const sourceTx = await opened.pay(undefined);
    await reaches(opened.id, 'EXCHANGING');
    const paid = await payers[from].balance(symbol);
    await hand.control('/providers/exolix', { paused: false });
    const { destinationTxHash } = await reaches(opened.id, 'REVERTED');
    expect(destinationTxHash).toBeNull();
    const back = (BigInt(opened.route.amountIn) * 999n) / 1_000n;
    const refunded = (await hand.orders()).orders.find((one) => `${one.sourceTx}` === sourceTx);
    expect(refunded).toMatchObject({ state: 'refunded', refundAmount: `${back}` });
    // Whoever takes coins in on TON pays for it.
    const leastBack = symbol === 'TON' ? back - 1_000_000n : back;
    await waitFor(async () => {
      const gained = (await payers[from].balance(symbol)) - paid;
      expect(gained >= leastBack && gained <= back, `${gained}`).toBe(true);
    });
    expect(await opened.received()).toBe(0n);
  });
});

function memoOf({ extraFields }: DepositAnswer): string {
  return extraFields!.value;
}
