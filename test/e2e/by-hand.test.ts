import { encodeFunctionData, erc20Abi, getAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { SwapState } from '../../src/core/swap/swap.ts';
import type { DepositView } from '../../src/ports/stores/deposit-store.ts';
import type { SwapView } from '../../src/ports/stores/swap-store.ts';
import { byHand } from '../sandbox/by-hand.ts';
import {
  bitcoinPayer,
  type Payer,
  solanaPayer,
  tonPayer,
  tronPayer,
} from '../sandbox/payers-by-hand.ts';
import {
  fund,
  native,
  startTestFerryman,
  submitJob,
  type TestFerryman,
} from '../support/harness.ts';
import { until } from '../support/until.ts';

/** Paid by somebody with a wallet that Ferryman knows nothing of; its own hold nothing. */
describe('swaps that a person pays by hand', () => {
  let sandbox: Sandbox;
  let test: TestFerryman;
  /** Gives whoever pays two seconds. */
  let impatient: TestFerryman;
  let payers: Record<string, Payer>;

  beforeAll(async () => {
    sandbox = await startSandbox();
    const { endpoints } = sandbox;
    test = await startTestFerryman({
      endpoints,
      wallets: ['evm'],
      // All clocks here are one: what was paid just after an address counted as empty is found.
      policy: { clocksDiffer: 1_000 },
      familyWallets: {
        tron: { name: 'tron' },
        solana: { name: 'solana' },
        ton: { name: 'ton' },
        bitcoin: { name: 'bitcoin' },
      },
    });
    impatient = await startTestFerryman({
      ...{ endpoints, wallets: ['evm'] },
      policy: {
        byHandWithin: 2_000,
        inclusionWithin: 1_000,
        inclusionBlocks: 2,
        clocksDiffer: 1_000,
      },
    });
    const [ETH, TRON, SOLANA, TON, BITCOIN] = await Promise.all([
      evmPayer(),
      tronPayer(endpoints, { TRX: '10000', USDT: '1000' }),
      solanaPayer(endpoints, { SOL: '100', USDC: '1000' }),
      tonPayer(endpoints, { TON: '1000', USDT: '1000' }),
      bitcoinPayer(endpoints, { BTC: '1' }),
    ]);
    payers = { ETH, TRON, SOLANA, TON, BITCOIN };
  });
  afterAll(async () => {
    await test?.close();
    await impatient?.close();
    await sandbox?.close();
  });

  async function evmPayer(): Promise<Payer> {
    const hand = byHand(sandbox.endpoints);
    const owner = await hand.walletWith({ ETH: 10n, USDC: 10_000n });
    return {
      address: owner.address,
      balance: (symbol) => hand.balance('ETH', symbol, owner.address),
      async pay({ symbol, to, amount }) {
        const receiver = getAddress(to);
        const data = encodeFunctionData({
          abi: erc20Abi,
          functionName: 'transfer',
          args: [receiver, amount],
        });
        const transfer =
          symbol === 'ETH'
            ? { to: receiver, value: `${amount}` }
            : { to: hand.tokenAddress('ETH', symbol), data };
        return (await owner.send('ETH', transfer)).transactionHash;
      },
    };
  }

  const tokenOn = (chain: string, symbol: string): string => {
    const known = Object.entries(sandbox.endpoints.chains).find(([name]) => name === chain)?.[1];
    return known?.tokens.find((token) => token.symbol === symbol)?.address ?? 'native';
  };

  interface Asked {
    wallet: string;
    chain: string;
    symbol: string;
    amount: string;
    provider: string;
    receiver: string;
    to?: { chain: string; token: string };
    of?: TestFerryman;
  }

  /** Takes a job in, and waits until somebody is told where to pay. */
  async function ask({ wallet, chain, symbol, amount, provider, receiver, to, of = test }: Asked) {
    const { swap } = await submitJob(of.ferryman, {
      wallet,
      from: { chain, token: tokenOn(chain, symbol) },
      to: to ?? { chain: 'POLYGON', token: tokenOn('POLYGON', 'USDC') },
      ...{
        amount,
        receiver,
        slippageBps: 300,
        flow: 'deposit-by-hand',
        providers: { allow: [provider] },
      },
    });
    // Who gives little time may have given up by now; where to pay is shown all the same.
    await until(
      async () => !['requested', 'quoted'].includes((await find(swap.id, of)).swap.state),
      () => standing(swap.id, of),
    );
    const view = await find(swap.id, of);
    const deposit = depositOf(view);
    const pay = (change: { amount?: bigint; memo?: string | undefined } = {}) => {
      const { amount: paid = deposit.amount, memo } = { memo: deposit.memo, ...change };
      const payment = {
        symbol,
        to: deposit.address,
        amount: paid,
        ...(memo === undefined ? {} : { memo }),
      };
      return payers[chain]!.pay(payment);
    };
    return { id: swap.id, deposit, pay };
  }

  const find = async (id: SwapId, of = test): Promise<SwapView> => {
    const view = await of.ferryman.journal.findSwap(id);
    if (!view) throw new Error(`no swap ${id}`);
    return view;
  };
  /** What a wait that failed found, with the chain's newest block. */
  const standing = async (id: SwapId, of = test) => {
    const { state, reason, job } = (await find(id, of)).swap;
    const { latest } = await of.context.chains.get(job.from.chain)!.head();
    return { state, reason, chain: job.from.chain, latest: `${latest}` };
  };
  async function reaches(
    id: SwapId,
    state: SwapState,
    { code, of = test }: { code?: string; of?: TestFerryman } = {},
  ) {
    await until(
      async () => {
        const { swap } = await find(id, of);
        return swap.state === state && (code === undefined || swap.reason?.code === code);
      },
      () => standing(id, of),
    );
    return find(id, of);
  }
  const depositOf = ({ order }: SwapView): DepositView => {
    if (!order?.deposit) throw new Error('nobody is told where to pay');
    return order.deposit;
  };
  const attempts = async (id: SwapId): Promise<number> =>
    (await test.ferryman.journal.events(id)).filter(({ type }) => type === 'lease_taken').length;
  const receiver = (index: number): string => `0x${'4'.repeat(38)}${`${index}`.padStart(2, '0')}`;

  // `simple_swap` has one account for all orders, and only the memo tells it whose a deposit is.
  it.each([
    ['evm', 'ETH', 'ETH', '0.1', 'changenow'],
    ['evm', 'ETH', 'USDC', '100', 'changenow'],
    ['tron', 'TRON', 'TRX', '120', 'simple_swap'],
    ['tron', 'TRON', 'USDT', '60', 'simple_swap'],
    ['solana', 'SOLANA', 'SOL', '1', 'simple_swap'],
    ['solana', 'SOLANA', 'USDC', '50', 'simple_swap'],
    ['ton', 'TON', 'TON', '10', 'simple_swap'],
    ['ton', 'TON', 'USDT', '40', 'simple_swap'],
    ['bitcoin', 'BITCOIN', 'BTC', '0.01', 'simple_swap'],
  ])(
    'are found on the chain when they come, and settle: %s in %s %s',
    async (wallet, chain, symbol, amount, provider) => {
      const index = [chain, symbol].join().length + symbol.length;
      const { id, deposit, pay } = await ask({
        wallet,
        chain,
        symbol,
        amount,
        provider,
        receiver: receiver(index),
      });
      expect(deposit.memo === undefined).toBe(provider === 'changenow');
      const txId = await pay();
      const { swap, order } = await reaches(id, 'settled');
      expect(swap).toMatchObject({ state: 'settled', fundsState: 'moved', isPaid: true });
      expect(swap.legs.map(({ level }) => level)).toEqual(['verified']);
      expect(order?.deposit?.payments).toMatchObject([{ amount: deposit.amount, final: true }]);
      expect(order?.deposit?.payments[0]?.txId.toLowerCase().replace(/^0x/, '')).toBe(
        txId.toLowerCase().replace(/^0x/, ''),
      );
      expect(await attempts(id)).toBe(0);
    },
  );

  it('settle as the routing service reports it where nobody can look at their destination', async () => {
    const to = { chain: 'RIPPLE', token: 'native' };
    const paid = {
      wallet: 'evm',
      chain: 'ETH',
      symbol: 'USDC',
      amount: '90',
      provider: 'changenow',
    };
    const { id, pay } = await ask({ ...paid, to, receiver: 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn' });
    await pay();
    const { swap } = await reaches(id, 'settled');
    expect(swap.legs).toMatchObject([
      { chain: 'RIPPLE', level: 'router-reported', promised: true },
    ]);
  });

  it('are followed where too little came, and end as refunded where the provider sends it back', async () => {
    const { id, deposit, pay } = await ask({
      ...{
        wallet: 'evm',
        chain: 'ETH',
        symbol: 'USDC',
        amount: '70',
        provider: 'exolix',
        receiver: receiver(31),
      },
    });
    await pay({ amount: deposit.amount - 1_000_000n });
    const events = async () =>
      (await test.ferryman.journal.events(id)).map(({ data }) => JSON.stringify(data)).join();
    const { swap } = await reaches(id, 'refunded');
    expect(swap).toMatchObject({ state: 'refunded', fundsState: 'returned' });
    expect(swap.legs).toMatchObject([{ role: 'refund', chain: 'ETH' }]);
    expect(await events()).toContain('DEPOSIT_SHORT');
  });

  it.each([
    ['too little', 'changenow', 'ETH', 'USDC', { amount: 69_000_000n }, 'DEPOSIT_SHORT'],
    ['too much', 'changenow', 'ETH', 'USDC', { amount: 71_000_000n }, 'DEPOSIT_OVER'],
    [
      'without its memo',
      'simple_swap',
      'TRON',
      'USDT',
      { memo: undefined },
      'DEPOSIT_WITHOUT_MEMO',
    ],
  ] as const)(
    'want a person where the provider keeps what came: %s',
    async (_what, provider, chain, symbol, wrong, code) => {
      const { id, pay } = await ask({
        ...{
          wallet: chain === 'ETH' ? 'evm' : 'tron',
          chain,
          symbol,
          amount: '70',
          provider,
          receiver: receiver(40),
        },
      });
      await pay(wrong);
      const { swap } = await reaches(id, 'needs_review', { code });
      expect(swap).toMatchObject({ fundsState: 'in_flight' });
    },
  );

  it('end with nothing paid where nobody comes; what comes late takes them up again, and is followed', async () => {
    const { id, pay } = await ask({
      ...{
        wallet: 'evm',
        chain: 'ETH',
        symbol: 'ETH',
        amount: '0.2',
        provider: 'changenow',
        receiver: receiver(50),
      },
      of: impatient,
    });
    const ended = await reaches(id, 'expired', { of: impatient });
    expect(ended.swap).toMatchObject({
      state: 'expired',
      fundsState: 'untouched',
      reason: { code: 'DEPOSIT_NOT_SEEN' },
    });
    // The provider still takes it.
    await pay();
    const { swap } = await reaches(id, 'settled', { of: impatient });
    expect(swap).toMatchObject({ fundsState: 'moved' });
    const events = await impatient.ferryman.journal.events(id);
    expect(JSON.stringify(events.map(({ data }) => data))).toContain('DEPOSIT_LATE');
  });

  it('tell of a second payment after they have settled, until a person has seen to it', async () => {
    const { id, pay } = await ask({
      ...{
        wallet: 'solana',
        chain: 'SOLANA',
        symbol: 'USDC',
        amount: '30',
        provider: 'changenow',
        receiver: receiver(60),
      },
    });
    await pay();
    await reaches(id, 'settled');
    await pay();
    const { swap } = await reaches(id, 'needs_review', { code: 'DEPOSIT_TWICE' });
    expect(swap).toMatchObject({ fundsState: 'moved', endedAs: 'settled' });
    expect(await test.ferryman.cancel(id).catch(({ code }) => code)).toBe('PAYMENT_LANDED');
    expect(await test.ferryman.journal.acknowledge(id, 'they send it back')).toBe('settled');
    await reaches(id, 'settled');
  });

  it('can be cancelled while nobody has paid; what comes all the same is not lost sight of', async () => {
    const { id, pay } = await ask({
      ...{
        wallet: 'tron',
        chain: 'TRON',
        symbol: 'TRX',
        amount: '90',
        provider: 'changenow',
        receiver: receiver(70),
      },
    });
    await test.ferryman.cancel(id);
    await reaches(id, 'cancelled');
    // And nobody is asked to pay a second time for it.
    const { view } = await test.ferryman.retry(id);
    const again = view.swap.id;
    await reaches(again, 'awaiting_deposit');
    await pay();
    await reaches(id, 'settled');
    expect((await reaches(again, 'cancelled')).swap).toMatchObject({
      fundsState: 'untouched',
      reason: { code: 'PAID_BEFORE', message: expect.stringContaining(id) },
    });
  });

  it('are resolved with what the chain shows where no rule can tell: cancelled, and then paid less', async () => {
    const asked = {
      wallet: 'evm',
      chain: 'ETH',
      symbol: 'ETH',
      amount: '0.5',
      provider: 'changenow',
    } as const;
    const { ferryman } = test;
    const hand = byHand(sandbox.endpoints);
    const codeOf = (asking: Promise<unknown>): Promise<string | undefined> =>
      asking.then(
        () => undefined,
        (error: { code?: string }) => error.code,
      );
    async function paidLess(index: number) {
      const swap = await ask({ ...asked, receiver: receiver(index) });
      await ferryman.cancel(swap.id);
      await reaches(swap.id, 'cancelled');
      const payment = await swap.pay({ amount: (swap.deposit.amount * 4n) / 5n });
      const { swap: waiting } = await reaches(swap.id, 'needs_review', { code: 'DEPOSIT_SHORT' });
      return { ...swap, payment, waiting };
    }
    const words = { by: 'ada', reason: 'the provider has answered' };
    // The deposit becomes final meanwhile, and the routing service is polled: both change the swap.
    const again = ['EVIDENCE_NOT_FINAL', 'SWAP_CHANGED', 'JOURNAL_STALE'];
    const accepted = (resolving: () => Promise<string | undefined>) =>
      until(async () => {
        const code = await resolving();
        if (code !== undefined) expect(again).toContain(code);
        return code === undefined;
      });

    const paid = await paidLess(71);
    for (const ask of [ferryman.cancel, ferryman.retry]) {
      await expect(ask(paid.id)).rejects.toMatchObject({
        code: 'PAYMENT_LANDED',
        message: expect.stringContaining(`ferryman swap resolve ${paid.id}`),
      });
    }
    await expect(ferryman.acknowledge(paid.id, 'seen')).rejects.toThrow(/ferryman swap resolve/);
    // What was paid to the provider is no payout; what is not on the chain is none either, and
    // nothing is changed.
    const shows = (evidence: string, as: 'paid' | 'refunded' = 'paid') =>
      codeOf(ferryman.resolve(paid.id, { as, evidence, ...words }));
    expect(await shows(paid.payment)).toBe('EVIDENCE_NOT_SHOWN');
    expect(await shows(paid.payment, 'refunded')).toBe('EVIDENCE_NOT_SHOWN');
    expect(await shows(`0x${'ab'.repeat(32)}`)).toBe('EVIDENCE_NOT_SHOWN');
    expect((await find(paid.id)).swap.state).toBe('needs_review');
    // The provider has paid out by hand, far less than the job wants.
    const provider = await hand.walletWith({ ETH: 2n });
    await fund(sandbox.endpoints, 'POLYGON', provider.address, native, 10n ** 18n);
    await fund(
      sandbox.endpoints,
      'POLYGON',
      provider.address,
      tokenOn('POLYGON', 'USDC'),
      1_000_000n,
    );
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [receiver(71) as `0x${string}`, 900_000n],
    });
    const payout = (
      await provider.send('POLYGON', { to: hand.tokenAddress('POLYGON', 'USDC'), data })
    ).transactionHash;
    await accepted(() => shows(payout));
    const settled = await find(paid.id);
    expect(settled.swap).toMatchObject({
      ...{ state: 'settled', fundsState: 'moved', isPaid: true },
      reason: { code: 'RESOLVED_BY_PERSON', message: expect.stringContaining('below the job') },
      legs: [
        { chain: 'POLYGON', txId: payout, amount: 900_000n, role: 'payout', level: 'inferred' },
      ],
    });

    const back = await paidLess(72);
    const refund = await provider.send('ETH', {
      to: back.waiting.job.refundAddress as `0x${string}`,
      value: '390000000000000000',
    });
    const contradicted = { as: 'unpaid', evidence: refund.transactionHash, ...words } as const;
    expect(await codeOf(ferryman.resolve(back.id, contradicted))).toBe('EVIDENCE_CONTRADICTS');
    const refunded = { as: 'refunded', evidence: refund.transactionHash, ...words } as const;
    await accepted(() => codeOf(ferryman.resolve(back.id, refunded)));
    expect((await find(back.id)).swap).toMatchObject({
      ...{ state: 'refunded', fundsState: 'returned' },
      legs: [{ chain: 'ETH', amount: 390_000_000_000_000_000n, role: 'refund', level: 'inferred' }],
    });

    const lost = await paidLess(73);
    await ferryman.resolve(lost.id, { as: 'unpaid', ...words });
    expect((await find(lost.id)).swap).toMatchObject({ state: 'failed', fundsState: 'unknown' });
    expect(await codeOf(ferryman.retry(lost.id))).toBe('FUNDS_UNKNOWN');
  });

  it('show no address where the guard objects to it', async () => {
    const { swap } = await submitJob(test.ferryman, {
      ...{
        wallet: 'evm',
        from: { chain: 'ETH', token: native },
        amount: '0.1',
        receiver: receiver(80),
      },
      to: { chain: 'POLYGON', token: tokenOn('POLYGON', 'USDC') },
      ...{ slippageBps: 300, flow: 'deposit-by-hand', providers: { allow: ['quickex'] } },
    });
    await until(
      async () => (await find(swap.id)).swap.reason?.code === 'DEPOSIT_UNPAYABLE',
      () => standing(swap.id),
    );
    const { order, swap: refused } = await find(swap.id);
    expect(refused.reason?.message).toContain('D02');
    expect(order?.deposit).toBeUndefined();
    await test.ferryman.cancel(swap.id);
  });
});
