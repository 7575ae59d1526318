import { createTestClient, http, type TestClient } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { EvmFee } from '../../src/families/evm/formats/transaction.ts';
import type { SwapEvent } from '../../src/ports/swap-event.ts';
import { hangSignal } from '../support/hang-limit.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  startTestFerryman,
  submitJob,
  type TestFerryman,
} from '../support/harness.ts';
import { until } from '../support/until.ts';

const gwei = 10n ** 9n;
/** Dearer than anything that was signed before, and affordable. */
const dear = 100n * gwei;

let sandbox: Sandbox;
let one: TestFerryman;
let client: TestClient;
let dearer: NodeJS.Timeout | undefined;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: [] });
  client = createTestClient({
    mode: 'anvil',
    transport: http(sandbox.endpoints.chains.ETH.rpcUrls[0]),
  });
});
afterAll(async () => {
  await sandbox?.close();
});

beforeEach(async () => {
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei });
  await client.mine({ blocks: 1 });
  let committed = 0;
  one = await startTestFerryman({
    endpoints: sandbox.endpoints,
    wallets: ['treasury'],
    policy: { bumpAfter: 1_000 },
    adjust: (options) => ({
      ...options,
      checkpoint: async (point) => {
        // From the first signature on blocks cost more than it bids, and go on to do so.
        if (point === 'attempt-committed' && ++committed === 1) await raiseFees();
      },
    }),
  });
  await fund(sandbox.endpoints, 'ETH', one.wallets.treasury ?? '', native, 10n * oneEther);
});
afterEach(async () => {
  clearInterval(dearer);
  await one?.close();
});

async function raiseFees(): Promise<void> {
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: dear });
  dearer = setInterval(
    () => void client.setNextBlockBaseFeePerGas({ baseFeePerGas: dear }).catch(() => undefined),
    20,
  );
}

function submit(amount: string, maxFee?: string) {
  const job = coinForUsdc(sandbox.endpoints, 'ETH', { amount });
  return submitJob(one.ferryman, { ...job, ...(maxFee === undefined ? {} : { maxFee }) });
}

function attempts(events: readonly SwapEvent[]) {
  return events.flatMap(({ type, at, data }) =>
    type === 'attempt_committed'
      ? [{ kind: data.kind, at, nonce: BigInt(String(data.nonce)), fee: data.fee as EvmFee }]
      : [],
  );
}

describe('payments that are stuck because fees rose', () => {
  it('are signed again at a fee that replaces the first, under the same nonce, and paid once', async () => {
    const submitted = await Promise.all([submit('0.11'), submit('0.12')]);
    const patience = { signal: hangSignal() };
    const ends = await Promise.all(
      submitted.map(({ swap }) => one.ferryman.awaitEnd(swap.id, patience)),
    );
    expect(ends.map(({ swap }) => swap.state)).toEqual(['settled', 'settled']);

    const all = await Promise.all(
      submitted.map(({ swap }) => one.ferryman.journal.events(swap.id)),
    );
    const [pay, bump] = attempts(
      all.find((events) => attempts(events).some(({ kind }) => kind === 'bump')) ?? [],
    );
    expect([pay?.kind, bump?.kind]).toEqual(['pay', 'bump']);
    expect(bump?.nonce).toBe(pay?.nonce);
    for (const field of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
      expect(BigInt(String(bump?.fee[field])) * 8n).toBeGreaterThanOrEqual(
        BigInt(String(pay?.fee[field])) * 9n,
      );
    }
    const [url = ''] = sandbox.endpoints.chains.ETH.rpcUrls;
    const left = await balanceOf(url, one.wallets.treasury ?? '');
    const fees = ends.reduce((sum, { swap }) => sum + swap.feeSpent, 0n);
    expect(10n * oneEther - left).toBe(
      ends.reduce((sum, { swap }) => sum + swap.job.amount, 0n) + fees,
    );
  });

  it('are never signed at more than the job allows: they wait, saying so', async () => {
    const { swap } = await submit('0.13', '0.002');
    await until(async () => {
      const view = await one.ferryman.journal.findSwap(swap.id);
      return view?.swap.reason?.code === 'FEE_TOO_HIGH';
    });
    const signed = attempts(await one.ferryman.journal.events(swap.id));
    expect(
      signed.map(({ fee }) => BigInt(String(fee.gasLimit)) * BigInt(String(fee.maxFeePerGas))),
    ).toSatisfy(
      (costs: bigint[]) => costs.length > 0 && costs.every((cost) => cost <= 2n * 10n ** 15n),
    );
    clearInterval(dearer);
    const end = await one.ferryman.awaitEnd(swap.id, { signal: hangSignal() });
    expect(end.swap.state).toBe('settled');
  });
});

async function balanceOf(url: string, address: string): Promise<bigint> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getBalance',
    params: [address, 'latest'],
  });
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return BigInt(((await answer.json()) as { result: string }).result);
}
