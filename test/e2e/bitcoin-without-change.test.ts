import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { bitcoinNativeToken } from '../../src/families/bitcoin/formats/chain.ts';
import { readSignedBitcoinTransaction } from '../../src/families/bitcoin/formats/read-transaction.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { startTestFerryman, submitJob, type TestFerryman } from '../support/harness.ts';
import { tellSandbox } from '../support/tell-sandbox.ts';

/** Pays 0.004 BTC, and leaves too little for an output. */
const amount = '0.004';
const first = 400_380n;
const spare = 150_000n;

describe('a payment of Bitcoin across chains that leaves no change and is stuck', () => {
  let sandbox: Sandbox;
  let test: TestFerryman | undefined;
  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: ['BITCOIN'] });
  });
  afterEach(async () => {
    await change({ stall: false });
    await test?.close();
  });
  afterAll(() => sandbox?.close());

  const control = (path: string, body: unknown) =>
    tellSandbox(sandbox.endpoints.control.url, path, body);
  const change = (body: unknown) => control('/chains/BITCOIN', body);
  const fund = (address: string, satoshis: bigint) =>
    control('/fund', {
      chain: 'BITCOIN',
      address,
      token: evmNativeToken,
      amountBaseUnits: `${satoshis}`,
    });

  // The one with coins chosen here, the other with those of the service, which takes all that there
  // are: the spare one comes later.
  it.each([
    ['a transfer', 'stargate_v2'],
    ['a PSBT', 'across'],
  ])('is paid again from a spare coin and settles: as %s', async (_form, provider) => {
    let committed = 0;
    let address = '';
    test = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: [],
      familyWallets: { bitcoin: { name: 'treasury' } },
      policy: { bumpAfter: 1_000 },
      adjust: (options) => ({
        ...options,
        checkpoint: async (point) => {
          if (point !== 'attempt-committed' || ++committed > 1) return;
          await change({ stall: true, feeRate: '20000' });
          await fund(address, spare);
        },
      }),
    });
    const { journal } = test.ferryman;
    address = (await journal.wallets())[0]?.address ?? '';
    await fund(address, first);
    const { swap } = await submitJob(test.ferryman, {
      wallet: 'treasury',
      from: { chain: 'BITCOIN', token: bitcoinNativeToken },
      to: { chain: 'ETH', token: evmNativeToken },
      amount,
      receiver: `0x${randomBytes(20).toString('hex')}`,
      slippageBps: 100,
      providers: { allow: [provider], deny: [] },
    });
    const ended = await test.ferryman.awaitEnd(swap.id, { signal: hangSignal() });
    expect([ended.swap.state, ended.swap.reason]).toEqual(['settled', undefined]);

    const { steps } = (await journal.snapshot(swap.id))!;
    expect(steps.map(({ kind, outcome }) => [kind, outcome])).toEqual([['swap', 'landed']]);
    const attempts = steps[0]?.lease?.attempts ?? [];
    // On a slow machine it may have been made dearer more than once.
    const landed = attempts.filter(({ inclusion }) => inclusion.status === 'final');
    expect([attempts[0]?.kind, ...landed.map(({ kind }) => kind)]).toEqual(['pay', 'bump']);
    const [before, after] = [...attempts.slice(0, 1), ...landed].map(({ bytes }) =>
      readSignedBitcoinTransaction(Buffer.from(bytes.slice(2), 'hex')),
    );
    expect(after?.outputs.slice(0, -1)).toEqual(before?.outputs);
    expect(after?.inputs.slice(0, -1)).toEqual(before?.inputs);
    // The order knows one payment, which is the one that landed.
    const { orders } = (await (await fetch(`${sandbox.endpoints.control.url}/orders`)).json()) as {
      orders: { sourceTx: string | null }[];
    };
    const known = attempts.map(
      ({ txId }) => orders.filter(({ sourceTx }) => sourceTx === txId).length,
    );
    expect(known).toEqual(attempts.map((attempt) => (landed.includes(attempt) ? 1 : 0)));
  });
});
