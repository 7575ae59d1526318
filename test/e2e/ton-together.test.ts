import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditRoute } from '../../sandbox/audit/audit-types.ts';
import { closeAudit } from '../../sandbox/audit/close-audit.ts';
import { openAudit } from '../../sandbox/audit/open-audit.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { JobRequest } from '../../src/executor/job-request.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import { tonNativeToken } from '../../src/families/ton/formats/chain.ts';
import type { SwapView } from '../../src/ports/stores/swap-store.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { startTestFerryman, submitJob, type TestFerryman } from '../support/harness.ts';

const receiver = '0x3333333333333333333333333333333333333333';

describe('swaps of one wallet of TON', () => {
  let sandbox: Sandbox;
  let test: TestFerryman;
  let wallet: string;
  let usdt: string;

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: ['TON'] });
    test = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: [],
      familyWallets: { ton: { name: 'treasury' } },
      working: false,
    });
    wallet =
      (await test.ferryman.journal.wallets()).find(({ family }) => family === 'ton')?.address ?? '';
    usdt =
      sandbox.endpoints.chains.TON?.tokens.find(({ symbol }) => symbol === 'USDT')?.address ?? '';
    await fundSandboxWallet(sandbox.endpoints, wallet, 'ton');
  });
  afterAll(async () => {
    await test?.close();
    await sandbox?.close();
  });

  const job = (token: string, amount: string, change: Partial<JobRequest> = {}): JobRequest => ({
    wallet: 'treasury',
    from: { chain: 'TON', token },
    to: { chain: 'ETH', token: evmNativeToken },
    amount,
    receiver,
    slippageBps: 100,
    ...change,
  });

  const endOf = (id: SwapId): Promise<SwapView> =>
    test.ferryman.awaitEnd(id, { signal: hangSignal() });

  function routeOf({ swap, order, payment }: SwapView): AuditRoute {
    const {
      job: {
        from,
        to,
        amount,
        wallet: { address: account },
      },
    } = swap;
    const [leg] = swap.legs;
    return {
      kind: 'cross-chain',
      provider: order?.provider ?? '',
      account,
      from: 'TON',
      fromToken: from.token,
      to: 'ETH',
      toToken: to.token,
      receiver,
      amountIn: `${amount}`,
      amountOut: `${leg?.amount}`,
      minOut: '0',
      sourceTx: payment?.txId ?? '',
      destinationTx: leg?.txId ?? null,
    };
  }

  it('go in fewer messages than there are swaps, and each is paid for once', async () => {
    const { chains } = sandbox.endpoints;
    const accounts = [
      { chain: 'TON', address: wallet },
      { chain: 'ETH', address: receiver },
    ] as const;
    const opening = await openAudit({ chains, accounts });
    const ids: SwapId[] = [];
    for (let index = 0; index < 8; index++) {
      const request =
        index % 3 === 0 ? job(usdt, `${50 + index}`) : job(tonNativeToken, `${5 + index}`);
      ids.push((await submitJob(test.ferryman, request)).swap.id);
    }
    // It sells more than there is: it waits for nobody, and nobody for it.
    const tooMuch = (await submitJob(test.ferryman, job(usdt, '1000000'))).swap.id;
    await test.ferryman.startWorkers({ sweepInterval: 100 });

    const ended = await Promise.all(ids.map(endOf));
    expect(ended.map(({ swap }) => [swap.state, swap.fundsState])).toEqual(
      ids.map(() => ['settled', 'moved']),
    );
    expect(ended.flatMap(({ swap }) => swap.legs.map(({ level }) => level))).toEqual(
      ids.map(() => 'verified'),
    );
    const messages = new Set(ended.map(({ payment }) => payment?.txId));
    expect(messages.size).toBeLessThan(ids.length);
    expect((await endOf(tooMuch)).swap).toMatchObject({
      state: 'failed',
      fundsState: 'untouched',
      reason: { code: 'INSUFFICIENT_BALANCE' },
    });
    expect(await closeAudit(opening, ended.map(routeOf))).toEqual({
      balanced: true,
      differences: [],
    });
  });
});
