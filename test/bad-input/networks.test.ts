import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { errorCodes } from '../../src/errors/codes.ts';
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
});
