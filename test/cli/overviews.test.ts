import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnsweringServer, json, startAnsweringServer } from '../support/answering-server.ts';
import { ferryman } from './io-for-test.ts';

const token = '0x0886dEb832d0E9B5336B5E819b94BC5a3ecB4cBf';
const spender = '0x9Ad48629AFADe02930A100D95F9e40b47C24C80c';
const main = { wallet: 'main', family: 'evm', chain: 'ETH' };
const example = '0f0e1b7e-8f6a-4a43-9f4a-5f1d7b1c2d3e';

/** A list in two pages. */
function pageOfBalances(isSecond: boolean): object {
  const first = {
    ...{ token, symbol: 'USDC', balance: '99.5', balanceBaseUnits: '99500000' },
    ...{ reserved: '5', reservedBaseUnits: '5000000', block: '724' },
    ...{ inFlight: '2.5', inFlightBaseUnits: '2500000' },
  };
  const second = {
    ...{ wallet: 'other', token, balanceBaseUnits: '12', reservedBaseUnits: '3', block: '9' },
    inFlightBaseUnits: '0',
  };
  return isSecond
    ? { balances: [{ ...main, ...second }] }
    : { balances: [{ ...main, ...first }], nextCursor: 'second' };
}

const answers: Readonly<Record<string, unknown>> = {
  '/v1/allowances': {
    allowances: [
      {
        ...main,
        ...{ token, spender, symbol: 'USDC', allowed: '12.5', allowedBaseUnits: '12500000' },
        ...{ block: '7', needed: '5', neededBaseUnits: '5000000' },
      },
    ],
  },
  '/v1/chains': {
    chains: [
      {
        ...{ name: 'ETH', title: 'Ethereum', family: 'evm', caip2: 'eip155:1', testnet: false },
        ...{ nativeToken: { symbol: 'ETH', decimals: 18 }, tokens: [] },
        stopped: { scope: 'chain', reason: 'an upgrade', since: '2026-01-01T00:00:00.000Z' },
        observed: { latest: '20', final: '16', at: '2026-01-01T00:00:00.000Z' },
        endpoints: [
          { host: 'one.example', used: true, latest: '20', lag: '0' },
          { host: 'two.example', used: false, lag: '0', error: 'it does not answer' },
        ],
      },
    ],
  },
  '/v1/providers': {
    router: { outcome: 'ok', secondsAgo: 90 },
    providers: [
      { name: 'lifi', style: 'cross-chain', isAdditional: false },
      {
        ...{ name: 'across', style: 'cross-chain', isAdditional: false },
        outcomes: [
          { state: 'settled', count: 7 },
          { state: 'refunded', count: 1 },
        ],
      },
    ],
  },
  '/v1/wallets': {
    wallets: [
      {
        name: 'main',
        family: 'evm',
        address: spender,
        frozenReason: 'its journal was rolled back',
      },
    ],
  },
};

let api: AnsweringServer;
/** Of the next calls to `/v1/errors`. */
let groups: unknown[] = [];
const paths: string[] = [];
beforeAll(async () => {
  api = await startAnsweringServer((request, response) => {
    paths.push(request.path);
    const [path = ''] = request.path.split('?');
    const others: Record<string, unknown> = {
      '/v1/errors': { groups },
      '/v1/balances': pageOfBalances(request.path.includes('cursor=second')),
    };
    json(others[path] ?? answers[path])(request, response);
  });
});
afterAll(() => api.close());

const call = (...parameters: string[]) =>
  ferryman(parameters, {
    folder: tmpdir(),
    environment: { FERRYMAN_API_URL: api.url, COLUMNS: '80', XDG_CONFIG_HOME: '/nonexistent' },
  });

/** The cells of each row, without titles. */
const rows = (stdout: string): string[][] =>
  stdout
    .split('\n')
    .slice(2)
    .map((line) => line.trim().split(/ {2,}/));

describe('ferryman balances', () => {
  it('says what a wallet has and what is reserved, in base units where decimals are unknown', async () => {
    const { stdout } = await call('balances', '--wide');
    expect(rows(stdout)).toEqual([
      ['main', 'ETH', 'USDC', '99.5', '5', '2.5', '724'],
      ['other', 'ETH', token, '12 base units', '3 base units', '0 base units', '9'],
    ]);
    expect(rows((await call('balances', '--wallet', 'main')).stdout)).toHaveLength(1);
    const none = await call('balances', '--wallet', 'nobody');
    expect([none.stdout, none.stderr]).toEqual(['', expect.stringContaining('no balance')]);
  });
});

describe('ferryman errors', () => {
  it('says how many swaps have a reason, and names one as other commands do', async () => {
    const last = new Date(Date.now() - 7_260_000).toISOString();
    groups = [
      { state: 'needs_review', code: 'ROUTER_STATUS_CONTRADICTED', count: 12, provider: 'across' },
      { state: 'failed', code: 'INSUFFICIENT_BALANCE', count: 1 },
    ].map((group) => ({ ...group, first: last, last, example }));
    const { stdout } = await call('errors', '--within', '12h');
    expect(paths.at(-1)).toBe('/v1/errors?withinSeconds=43200');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(rows(stdout)).toMatchObject([
      ['12', 'needs_review', 'ROUTER_STATUS_CONTRADICTED', '2h ago', example.slice(0, 8), 'across'],
      ['1', 'failed', 'INSUFFICIENT_BALANCE', '2h ago', example.slice(0, 8)],
    ]);
    expect((await call('errors', '--wide')).stdout).toContain(example);
    groups = [];
    expect((await call('errors')).stderr).toBe('no swap waits or has failed in this time');
    expect(await call('errors', '--within', 'long')).toMatchObject({ code: 2, stdout: '' });
  });
});

it('ferryman allowances says who may take what', async () => {
  const cells = ['main', 'ETH', 'USDC', '12.5', '5', '7'];
  expect(rows((await call('allowances')).stdout)).toEqual([cells, [`by ${spender}`]]);
  expect(rows((await call('allowances', '--wide')).stdout)).toEqual([[...cells, spender]]);
});

describe('ferryman service', () => {
  it('says which chains are stopped, and which endpoints do not answer', async () => {
    const { stdout } = await call('service', 'chains');
    expect(rows(stdout)).toEqual([
      ['ETH', 'evm', 'ETH', '20', '16', '1 of 2 well', 'eip155:1'],
      ['stopped: an upgrade; two.example: it does not answer'],
    ]);
  });

  it('says how swaps of each provider ended, and lists the others where that is asked', async () => {
    const { stdout, stderr } = await call('service', 'providers', '--within', '2h');
    expect(paths.at(-1)).toBe('/v1/providers?withinSeconds=7200');
    expect(rows(stdout)).toEqual([['across', 'cross-chain', '7', '1 refunded']]);
    expect(stderr).toContain('ok, 1m ago');
    expect(rows((await call('service', 'providers', '--all')).stdout)).toHaveLength(2);
  });

  it('says which wallets are frozen', async () => {
    const { stdout } = await call('service', 'wallets');
    expect(rows(stdout)).toEqual([
      ['main', 'evm', spender],
      ['frozen: its journal was rolled back'],
    ]);
  });
});
