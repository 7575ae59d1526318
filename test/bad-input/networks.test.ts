import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { errorCodes } from '../../src/errors/codes.ts';
import { ferryman } from '../cli/io-for-test.ts';
import { coinForUsdc, startTestFerryman, type TestFerryman } from '../support/harness.ts';
import { serveTestApi, type TestApi } from '../support/serve-test-api.ts';

let sandbox: Sandbox;
let one: TestFerryman;
let api: TestApi;
beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: ['TON', 'BITCOIN'] });
  one = await startTestFerryman({
    endpoints: sandbox.endpoints,
    wallets: ['treasury'],
    familyWallets: {
      ton: { name: 'ton-savings', account: { networkId: -239 } },
      bitcoin: { name: 'coin-savings', account: { network: 'mainnet' } },
    },
    working: false,
  });
  api = await serveTestApi(one.ferryman);
});
afterAll(async () => {
  await api?.close();
  await one?.close();
  await sandbox?.close();
});

describe('a job in a sandbox', () => {
  it.each([
    ['TON', 'ton-savings', /ton-savings: .*network -239.* TON .*-7700006/],
    ['BITCOIN', 'coin-savings', /coin-savings: .* BITCOIN .*regtest/],
  ])('is not paid by a wallet of %s that is for the main network', async (chain, wallet, says) => {
    const { status, body } = await api.post({
      ...coinForUsdc(sandbox.endpoints, 'ETH', { wallet }),
      from: { chain, token: 'native' },
    });
    const code = 'WALLET_OF_OTHER_NETWORK';
    expect(body).toMatchObject({
      code,
      title: errorCodes[code].meaning,
      errors: [{ pointer: '/wallet', detail: expect.stringMatching(says) }],
    });
    expect(status).toBe(422);
    expect((await api.get('/v1/swaps')).body.swaps).toEqual([]);
  });

  const usdc = (chain: 'ETH' | 'TON') =>
    sandbox.endpoints.chains[chain]?.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '';
  const pays =
    (chain: string, token: string, receiver: string, change: object = {}) =>
    () => ({
      ...coinForUsdc(sandbox.endpoints, 'ARBITRUM'),
      to: { chain, token },
      receiver,
      ...change,
    });
  it.each([
    ['the masterchain', pays('TON', 'native', `-1:${'ab'.repeat(32)}`), '/receiver', /masterchain/],
    [
      'the token itself',
      () => pays('ETH', usdc('ETH'), usdc('ETH'))(),
      '/receiver',
      /is the token’s own contract/,
    ],
    [
      'the token of TON itself',
      () => pays('TON', usdc('TON'), usdc('TON'))(),
      '/receiver',
      /is the token’s own/,
    ],
    [
      'the token that is paid, back to its contract',
      () =>
        pays('ETH', 'native', `0x${'22'.repeat(20)}`, {
          from: { chain: 'ETH', token: usdc('ETH') },
          refundAddress: usdc('ETH').toLowerCase(),
        })(),
      '/refundAddress',
      /is the token’s own contract/,
    ],
    [
      'coins to a contract of jettons',
      () => pays('TON', 'native', usdc('TON'))(),
      '/receiver',
      /is a jetton minter/,
    ],
    [
      'Bitcoin’s main network',
      pays('BITCOIN', 'native', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'),
      '/receiver',
      /is for mainnet, not for regtest/,
    ],
  ])('pays nobody who cannot be meant: %s', async (_what, body, pointer, says) => {
    const { status, body: problem } = await api.post(body());
    expect(problem).toMatchObject({
      code: 'INVALID_JOB',
      errors: [{ pointer, detail: expect.stringMatching(says) }],
    });
    expect(status).toBe(422);
  });
});

describe('a person at a terminal is told', () => {
  const create = (from: string, to: string, receiver: string) => {
    const rest = `--receiver ${receiver} --slippage-bps 100 --amount 1`;
    const line = `swap create --wallet treasury --from ${from} --to ${to} ${rest}`;
    return ferryman(line.split(' '), {
      folder: one.options.dataFolder,
      environment: api.environment,
    });
  };

  it('what is no token by its whole address, colons and all', async () => {
    const address = `0:${'49'.repeat(32)}`;
    const { code, stderr } = await create('ETH:native', `TON:${address}`, `0:${'ab'.repeat(32)}`);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`error UNKNOWN_TOKEN: --to: there is no jetton minter at ${address}`),
    ]);
  });

  it('that Bitcoin has one token', async () => {
    const receiver = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
    const { code, stderr } = await create('ETH:native', `BITCOIN:0x${'11'.repeat(20)}`, receiver);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/ {2}--to: BITCOIN has only its coin, BTC: write native/),
    ]);
    expect(stderr).toContain('error INVALID_JOB: the job is malformed\n');
  });
});
