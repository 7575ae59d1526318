import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import {
  bitcoinAddressOf,
  parseBitcoinAddress,
} from '../../src/families/bitcoin/formats/address.ts';
import { bitcoinNativeToken } from '../../src/families/bitcoin/formats/chain.ts';
import { ownScriptsOf } from '../../src/families/bitcoin/formats/own-scripts.ts';
import { readSignedBitcoinTransaction } from '../../src/families/bitcoin/formats/read-transaction.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import { listWallets } from '../../src/keys/list-wallets.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { startTestFerryman, submitJob, type TestFerryman } from '../support/harness.ts';
import { tellSandbox } from '../support/tell-sandbox.ts';

describe('a swap of a wallet of Bitcoin whose coins are of both address types', () => {
  let sandbox: Sandbox;
  let test: TestFerryman | undefined;
  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: ['BITCOIN'] });
  });
  afterEach(() => test?.close());
  afterAll(() => sandbox?.close());

  const fund = (address: string, amountBaseUnits: string) =>
    tellSandbox(sandbox.endpoints.control.url, '/fund', {
      chain: 'BITCOIN',
      address,
      token: evmNativeToken,
      amountBaseUnits,
    });

  it.each([
    ['a transfer', 'stargate_v2'],
    ['a PSBT', 'across'],
  ])('spends both and settles: as %s', async (_form, provider) => {
    test = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets: [],
      familyWallets: { bitcoin: { name: 'treasury' } },
    });
    const { journal } = test.ferryman;
    const [wallet] = await listWallets(test.options.dataFolder);
    const { address = '', account } = wallet ?? {};
    const parsed = parseBitcoinAddress(address, 'regtest');
    if (!parsed.ok || account?.family !== 'bitcoin') throw new Error('there is no wallet');
    const publicKey = Buffer.from(account.publicKey, 'hex');
    const own = ownScriptsOf(parsed.script, Uint8Array.from(publicKey));
    await fund(address, '300000');
    await fund(bitcoinAddressOf(own[1] ?? new Uint8Array(), 'regtest') ?? '', '250000');
    const { swap } = await submitJob(test.ferryman, {
      wallet: 'treasury',
      from: { chain: 'BITCOIN', token: bitcoinNativeToken },
      to: { chain: 'ETH', token: evmNativeToken },
      amount: '0.004',
      receiver: `0x${randomBytes(20).toString('hex')}`,
      slippageBps: 100,
      providers: { allow: [provider], deny: [] },
    });
    const ended = await test.ferryman.awaitEnd(swap.id, { signal: hangSignal() });
    expect([ended.swap.state, ended.swap.reason]).toEqual(['settled', undefined]);

    const { steps } = (await journal.snapshot(swap.id))!;
    const [attempt, ...more] = steps[0]?.lease?.attempts ?? [];
    expect(more).toEqual([]);
    const paid = readSignedBitcoinTransaction(Buffer.from(attempt!.bytes.slice(2), 'hex'));
    expect(paid.inputs).toHaveLength(2);
    const change = paid.outputs.filter(({ script }) =>
      own.some((one) => Buffer.compare(one, script) === 0),
    );
    // At the address that the wallet shows.
    expect(change.map(({ script }) => bitcoinAddressOf(script, 'regtest'))).toEqual([address]);
  });
});
