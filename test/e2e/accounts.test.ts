import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import { formatAmount } from '../../src/core/amounts/amounts.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { bitcoinNativeToken } from '../../src/families/bitcoin/formats/chain.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import type { SwapView } from '../../src/ports/stores/swap-store.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { startTestFerryman, submitJob, type TestFerryman } from '../support/harness.ts';

const receiver = '0x3333333333333333333333333333333333333333';

describe('a treasury wallet with several accounts', () => {
  let sandbox: Sandbox;
  let test: TestFerryman;

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: ['BITCOIN', 'TON'] });
    test = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: [],
      familyWallets: {
        bitcoin: { name: 'treasury', accounts: 3 },
        ton: { name: 'ton', accounts: 2 },
      },
      working: false,
    });
    for (const { address, family } of await test.ferryman.journal.wallets()) {
      await fundSandboxWallet(sandbox.endpoints, address, family);
    }
  });
  afterAll(async () => {
    await test?.close();
    await sandbox?.close();
  });

  const coins = { chain: 'BITCOIN', token: bitcoinNativeToken };
  const submit = async (
    amount: string,
    { wallet = 'treasury', from = coins } = {},
  ): Promise<SwapId> =>
    (
      await submitJob(test.ferryman, {
        wallet,
        from,
        to: { chain: 'ETH', token: evmNativeToken },
        amount,
        receiver,
        slippageBps: 100,
      })
    ).swap.id;
  const endOf = (id: SwapId): Promise<SwapView> =>
    test.ferryman.awaitEnd(id, { signal: hangSignal() });

  it('pays with all of them side by side, and by one that is named', async () => {
    const burst = await Promise.all(['0.0041', '0.0042', '0.0043'].map((amount) => submit(amount)));
    const named = await submit('0.0044', { wallet: 'treasury/2' });
    await test.ferryman.startWorkers({ sweepInterval: 100 });
    const ended = await Promise.all([...burst, named].map(endOf));
    expect(ended.map(({ swap }) => [swap.state, swap.reason])).toEqual(
      ended.map(() => ['settled', undefined]),
    );
    const payers = ended.map(({ swap }) => swap.job.wallet.name);
    expect(payers.slice(0, 3).sort()).toEqual(['treasury', 'treasury/2', 'treasury/3']);
    expect(payers[3]).toBe('treasury/2');
    // Each is asked for its own money, and gets its change back.
    const wallets = (await test.ferryman.journal.wallets()).filter(
      ({ family }) => family === 'bitcoin',
    );
    const addresses = new Map(wallets.map(({ name, address }) => [name, address]));
    expect(ended.map(({ swap }) => swap.job.refundAddress)).toEqual(
      payers.map((name) => addresses.get(name)),
    );
  });

  it('does not gather money for a job that is too large for each, and says so', async () => {
    const usdt =
      sandbox.endpoints.chains.TON?.tokens.find(({ symbol }) => symbol === 'USDT')?.address ?? '';
    const ids = [
      await submit('150000', { wallet: 'ton', from: { chain: 'TON', token: usdt } }),
      await submit('25'),
    ];
    const [tokens, bitcoin] = await Promise.all(ids.map(endOf));
    expect(tokens?.swap).toMatchObject({
      state: 'failed',
      fundsState: 'untouched',
      job: { wallet: { name: 'ton' } },
      reason: {
        code: 'INSUFFICIENT_BALANCE',
        message: expect.stringMatching(/100000 USDT and 150000 .*ton\/2/),
      },
    });
    // The routing service finds it out before anybody else: it is to build a transaction of the
    // wallet's coins.
    expect(bitcoin?.swap).toMatchObject({
      state: 'failed',
      fundsState: 'untouched',
      job: { wallet: { name: 'treasury' } },
      reason: {
        code: 'INSUFFICIENT_BALANCE',
        message: expect.stringMatching(
          /BTC and 25 are needed.*treasury\/2, treasury\/3.*moves no money/,
        ),
      },
    });
  });

  it('does not pay all that an account holds, as the fee comes on top, and says so', async () => {
    const name = 'treasury/3';
    const account = (await test.ferryman.journal.wallets()).find(
      (wallet) => wallet.name === name,
    )?.address;
    const listed = await fetch(
      `${sandbox.endpoints.chains.BITCOIN?.esploraUrls[0]}/address/${account}/utxo`,
    );
    const coins = (await listed.json()) as { value: number }[];
    const held = coins.reduce((sum, { value }) => sum + BigInt(value), 0n);
    const { swap } = await endOf(await submit(formatAmount(held, 8), { wallet: name }));
    expect(swap).toMatchObject({
      state: 'failed',
      fundsState: 'untouched',
      reason: { code: 'INSUFFICIENT_BALANCE', message: expect.stringContaining('and the fee') },
    });
  });
});
