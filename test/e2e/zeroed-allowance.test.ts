import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
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

const receiver = '0x4444444444444444444444444444444444444444';

describe('two swaps of a token that wants its allowance zeroed before it is changed', () => {
  let sandbox: Sandbox;
  let one: TestFerryman;
  let usdt: string;
  /**
   * The swap that waits once its approve has landed and was read, whether it does, and what it
   * waits for.
   */
  let first: SwapId | undefined;
  let waits = false;
  let goOn: () => void = () => undefined;
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: [] });
    const { endpoints } = sandbox;
    usdt = tokenOf(endpoints, 'ETH', 'USDT');
    one = await startTestFerryman({
      endpoints,
      wallets: ['treasury'],
      adjust: (options) => ({
        ...options,
        checkpoint: async (point) => {
          if (point !== 'allowance-recorded' || !first || waits) return;
          const { allowance } = (await one.ferryman.journal.snapshot(first)) ?? {};
          if (!allowance?.confirmed?.value) return;
          waits = true;
          await mayGoOn;
        },
      }),
    });
    await fund(endpoints, 'ETH', one.wallets.treasury ?? '', native, oneEther);
    await fund(endpoints, 'ETH', one.wallets.treasury ?? '', usdt, 1_000_000_000n);
  });
  afterAll(async () => {
    goOn();
    await one?.close();
    await sandbox?.close();
  });

  it('both pay, though the second has used the allowance that was there for the first', async () => {
    const { ferryman } = one;
    const submit = async (amount: string): Promise<SwapId> => {
      const to = { chain: 'ETH', token: tokenOf(sandbox.endpoints, 'ETH', 'USDC') };
      const job = {
        wallet: 'treasury',
        from: { chain: 'ETH', token: usdt },
        to,
        amount,
        receiver,
        slippageBps: 100,
      };
      return (await submitJob(ferryman, job)).swap.id;
    };
    const ended = async (id: SwapId) =>
      (await ferryman.awaitEnd(id, { signal: hangSignal() })).swap.state;
    first = await submit('50.1');
    // Its approve has landed and was read, and it is about to pay.
    await until(async () => waits);
    const second = await submit('50');
    expect(await ended(second)).toBe('settled');
    goOn();
    expect(await ended(first)).toBe('settled');
    const steps = (await ferryman.journal.events(first)).flatMap(({ type, data }) =>
      type === 'attempt_committed' ? [data.step] : [],
    );
    expect(steps).toEqual(['approve', 'revoke', 'approve', 'swap']);
  });
});
