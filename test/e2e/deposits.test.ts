import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { JobRequest } from '../../src/executor/job-request.ts';
import type { SwapView } from '../../src/ports/stores/swap-store.ts';
import { hangSignal } from '../support/hang-limit.ts';
import {
  fund,
  native,
  oneEther,
  startTestFerryman,
  submitJob,
  type TestFerryman,
  tokenOf,
} from '../support/harness.ts';
import { until } from '../support/until.ts';

/**
 * Of so many swaps at one receiver the routing service's word alone would tell whose a payout is.
 */
const receiver = (index: number): string => `0x${'3'.repeat(39)}${index}`;

/** Paid to an address that a provider names, by a transaction that Ferryman builds itself. */
describe('swaps by deposit', () => {
  let sandbox: Sandbox;
  let test: TestFerryman;

  beforeAll(async () => {
    sandbox = await startSandbox();
    test = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: ['evm'],
      familyWallets: {
        tron: { name: 'tron' },
        solana: { name: 'solana' },
        ton: { name: 'ton' },
        bitcoin: { name: 'bitcoin' },
      },
    });
    const { endpoints } = sandbox;
    for (const { family, address } of await test.ferryman.journal.wallets()) {
      if (family !== 'evm') await fundSandboxWallet(endpoints, address, family);
      else {
        await fund(endpoints, 'ETH', address, native, 100n * oneEther);
        await fund(endpoints, 'ETH', address, tokenOf(endpoints, 'ETH', 'USDC'), 10_000_000_000n);
      }
    }
  });
  afterAll(async () => {
    await test?.close();
    await sandbox?.close();
  });

  function tokenNamed(chain: string, symbol: string): string {
    if (symbol === 'native') return symbol;
    const known =
      Object.entries(sandbox.endpoints.chains).find(([name]) => name === chain)?.[1].tokens ?? [];
    return known.find((token) => token.symbol === symbol)?.address ?? '';
  }

  interface Deposit {
    wallet: string;
    chain: string;
    symbol: string;
    amount: string;
    provider: string;
    change?: Partial<JobRequest>;
  }

  async function submit({
    wallet,
    chain,
    symbol,
    amount,
    provider,
    change = {},
  }: Deposit): Promise<SwapId> {
    const { swap } = await submitJob(test.ferryman, {
      wallet,
      from: { chain, token: tokenNamed(chain, symbol) },
      to: { chain: 'POLYGON', token: tokenNamed('POLYGON', 'USDC') },
      amount,
      receiver: receiver(0),
      slippageBps: 300,
      flow: 'deposit',
      providers: { allow: [provider] },
      ...change,
    });
    return swap.id;
  }

  const endOf = (id: SwapId): Promise<SwapView> =>
    test.ferryman.awaitEnd(id, { signal: hangSignal() });
  const typesOf = async (id: SwapId): Promise<string[]> =>
    (await test.ferryman.journal.events(id)).map(({ type }) => type);

  // `simple_swap` has one account for all orders, and only the memo tells it whose a deposit is.
  it('settle in coins and in tokens of every family, with the memo that the order names', async () => {
    const planned: [string, string, string, string, string][] = [
      ['evm', 'ETH', 'native', '0.1', 'changenow'],
      ['evm', 'ETH', 'USDC', '100', 'changenow'],
      ['tron', 'TRON', 'native', '120', 'simple_swap'],
      ['tron', 'TRON', 'USDT', '60', 'simple_swap'],
      ['solana', 'SOLANA', 'native', '1', 'simple_swap'],
      ['solana', 'SOLANA', 'USDC', '50', 'simple_swap'],
      ['ton', 'TON', 'native', '10', 'simple_swap'],
      ['ton', 'TON', 'USDT', '40', 'simple_swap'],
      ['bitcoin', 'BITCOIN', 'native', '0.01', 'simple_swap'],
    ];
    const ids = await Promise.all(
      planned.map(([wallet, chain, symbol, amount, provider], index) =>
        submit({ wallet, chain, symbol, amount, provider, change: { receiver: receiver(index) } }),
      ),
    );
    const ended = await Promise.all(ids.map(endOf));
    expect(
      ended.map(({ swap: { state, fundsState, legs } }) => [state, fundsState, legs[0]?.level]),
    ).toEqual(planned.map(() => ['settled', 'moved', 'verified']));
    // One order of each is paid, once; on a slow machine one may have grown too old to be signed
    // before.
    const answer = await fetch(`${sandbox.endpoints.control.url}/orders`);
    const { orders, unattributedDeposits } = (await answer.json()) as {
      orders: { receiver: string; sourceTx: string | null }[];
      unattributedDeposits: unknown[];
    };
    const paid = orders
      .filter(({ sourceTx }) => sourceTx !== null)
      .map((order) => order.receiver.toLowerCase());
    expect(paid.toSorted()).toEqual(planned.map((_one, index) => receiver(index)));
    expect(unattributedDeposits).toEqual([]);
  });

  it('are refunded to the wallet that paid', async () => {
    const { swap } = await endOf(
      await submit({
        wallet: 'evm',
        chain: 'ETH',
        symbol: 'USDC',
        amount: '70',
        provider: 'exolix',
      }),
    );
    expect(swap).toMatchObject({ state: 'refunded', fundsState: 'returned' });
  });

  it.each([
    ['another amount than the job’s', 'quickex', 'GUARD_REJECTED'],
    ['a memo that the chain has no place for', 'changelly', 'DEPOSIT_UNPAYABLE'],
  ])('are not paid where the order wants %s', async (_what, provider, code) => {
    const id = await submit({
      wallet: 'evm',
      chain: 'ETH',
      symbol: 'native',
      amount: '0.1',
      provider,
    });
    // Refused for good, or asked again for as long as anybody wants it.
    await until(async () => (await test.ferryman.journal.findSwap(id))?.swap.reason?.code === code);
    await test.ferryman.cancel(id).catch(() => undefined);
    const { swap, payment } = await endOf(id);
    expect(swap).toMatchObject({ fundsState: 'untouched' });
    expect(['failed', 'cancelled']).toContain(swap.state);
    expect(payment).toBeUndefined();
    expect(await typesOf(id)).not.toContain('attempt_committed');
  });
});
