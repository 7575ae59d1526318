import { afterEach, describe, expect, it, vi } from 'vitest';
import { noWallet } from '../../src/cli/show-wallet.ts';
import { announce } from '../../src/cli/up/announce.ts';

type Sandbox = NonNullable<Parameters<typeof announce>[1]['sandbox']>;

const sandbox = {
  endpoints: {
    control: { url: 'http://127.0.0.1:7402' },
    chains: {
      TON: {
        nativeToken: { symbol: 'TON', decimals: 9 },
        tokens: [{ symbol: 'USDT', decimals: 6, address: 'EQusdt' }],
      },
      BITCOIN: { nativeToken: { symbol: 'BTC', decimals: 8 }, tokens: [] },
    },
  },
  wallets: new Map([
    ['evm', { name: 'sandbox', address: '0xabc', accounts: [] }],
    ['ton', { name: 'sandbox-ton', address: '0:12', accounts: ['0:34', '0:56'] }],
  ]),
} as unknown as Sandbox;
const intake = { queue: 'swaps', prefix: 'bull', connection: { path: '/tmp/redis.sock' } };
const service = {
  apiUrl: 'http://127.0.0.1:7300',
  intake,
  firstApiKey: { id: 'key_1', key: 'fm_key' },
};

describe('what `ferryman up` says', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  function said(options: Parameters<typeof announce>[1]): string {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    announce(service, options);
    return write.mock.calls.map(([text]) => text).join('');
  }

  it('has on the sandbox all that a first job needs: key, wallets, tokens by chain and name, and where money comes from', () => {
    const text = said({ json: false, sandbox });
    for (const line of [
      /^API key, shown only once: fm_key$/m,
      /^Sandbox wallet "sandbox-ton" \(ton\): 0:12, with 2 further accounts, funded$/m,
      /^TON +USDT +EQusdt$/m,
      /^BITCOIN +BTC +native$/m,
      /^Sandbox control server: http:\/\/127\.0\.0\.1:7402 /m,
    ]) {
      expect(text).toMatch(line);
    }
    vi.restoreAllMocks();
    expect(JSON.parse(said({ json: true, sandbox }))).toMatchObject({
      controlUrl: 'http://127.0.0.1:7402',
      wallet: { name: 'sandbox' },
    });
  });

  it('says what to do where there is no wallet, to a person only', () => {
    const toDo = noWallet('.ferryman');
    expect(said({ json: false, toDo })).toMatch(
      /^There is no wallet in \.ferryman: make one with `ferryman wallet create/m,
    );
    vi.restoreAllMocks();
    expect(said({ json: true, toDo })).not.toContain('There is no wallet');
  });

  it('has nothing of a sandbox where there is none', () => {
    expect(said({ json: false }).split('\n')).toEqual([
      'Ferryman answers at http://127.0.0.1:7300',
      'Dashboard, for a browser: http://127.0.0.1:7300 (sign in with an API key)',
      `Intake queue for BullMQ producers: ${JSON.stringify(intake)}`,
      'API key, shown only once: fm_key',
      'Its id, which jobs for the intake queue name: key_1',
      '',
    ]);
    vi.restoreAllMocks();
    expect(JSON.parse(said({ json: true }))).toEqual({
      apiUrl: service.apiUrl,
      intake,
      apiKey: 'fm_key',
      apiKeyId: 'key_1',
      wallet: null,
      wallets: {},
    });
  });
});
