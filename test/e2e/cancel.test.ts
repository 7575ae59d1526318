import { createPublicClient, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  runJob,
  startTestFerryman,
  type TestFerryman,
} from '../support/harness.ts';
import { signerApart } from '../support/signer-apart.ts';

const swaps = 8;

describe.each([
  { where: 'in the process', open: async () => undefined },
  { where: 'behind a socket', open: signerApart },
])('payments that are cancelled while they may still land, signed $where', ({ open }) => {
  let sandbox: Sandbox;
  let signer: Awaited<ReturnType<typeof signerApart>> | undefined;
  let one: TestFerryman;
  /** How far its time is ahead of the machine's. */
  let ahead = 0;

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: [] });
    signer = await open();
    // The time to include a payment is over as soon as it is sent: it is cancelled, and either of
    // the two may win.
    const inclusionWithin = 60_000;
    let sent = 0;
    one = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: ['treasury'],
      policy: { inclusionWithin, inclusionBlocks: 0, resendAfter: 500 },
      clock: { now: () => Date.now() + ahead },
      adjust: async (options) => ({
        ...((await signer?.adopt(options)) ?? options),
        checkpoint: async (point) => {
          if (point === 'attempt-sent' && ++sent <= swaps) ahead += inclusionWithin;
        },
      }),
    });
    await fund(sandbox.endpoints, 'ETH', one.wallets.treasury ?? '', native, 10n * oneEther);
  });
  afterAll(async () => {
    await one?.close();
    await signer?.close();
    await sandbox?.close();
  });

  it('pays each swap once or not at all, and says which', async () => {
    const views = await Promise.all(
      Array.from({ length: swaps }, (_, index) =>
        runJob(one.ferryman, coinForUsdc(sandbox.endpoints, 'ETH', { amount: `0.1${index}` })),
      ),
    );
    const events = (
      await Promise.all(views.map(({ swap }) => one.ferryman.journal.events(swap.id)))
    ).flat();
    const committed = events
      .filter(({ type }) => type === 'attempt_committed')
      .map(({ data }) => data.kind);
    expect(committed).toContain('cancel');

    let paid = 0n;
    for (const { swap } of views) {
      if (swap.state === 'settled') paid += swap.job.amount;
      else
        expect(swap).toMatchObject({
          state: 'failed',
          fundsState: 'untouched',
          reason: { code: 'PAYMENT_CANCELLED' },
        });
    }
    // The chain's account of it: what was paid and what the fees were, and nothing else.
    const client = createPublicClient({ transport: http(sandbox.endpoints.chains.ETH.rpcUrls[0]) });
    const left = await client.getBalance({ address: one.wallets.treasury ?? '0x' });
    const fees = views.reduce((sum, { swap }) => sum + swap.feeSpent, 0n);
    expect(10n * oneEther - left).toBe(paid + fees);
  });
});
