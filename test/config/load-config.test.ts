import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Config, ConfigFault } from '../../src/config/config.ts';
import { describeConfig } from '../../src/config/describe-config.ts';
import { type ConfigSources, checkConfig, loadConfig } from '../../src/config/load-config.ts';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import { chainRegistry } from '../../src/core/swap/chains.ts';
import { ofFamily } from '../../src/core/swap/of-family.ts';
import { evmNetworks } from '../../src/families/evm/formats/registry/evm-networks.ts';
import { closedPolicy } from '../../src/guard/policy/read-guard-policy.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-config-'));
});
afterEach(() => rm(folder, { recursive: true }));

const load = (sources: ConfigSources = {}): Promise<Config> =>
  loadConfig({ environment: {}, folder, ...sources });
const file = (content: unknown, name = 'ferryman.config.json') =>
  writeFile(join(folder, name), JSON.stringify(content));

async function faults(sources: ConfigSources = {}): Promise<readonly ConfigFault[]> {
  const checked = await checkConfig({ environment: {}, folder, ...sources });
  return checked.ok ? expect.unreachable('it is without a fault') : checked.faults;
}

const sepolia = {
  router: { url: 'https://router.example' },
  chains: { ETH: { chainId: 11_155_111, rpcUrls: ['https://sepolia.example/v3/secret-project'] } },
};

describe('the configuration', () => {
  it('is complete with nothing configured, and means the sandbox', async () => {
    expect(await load()).toEqual({
      dataFolder: join(folder, '.ferryman'),
      guardPolicy: closedPolicy,
      networks: { kind: 'sandbox' },
      api: { host: '127.0.0.1', port: 7_300, requestsPerMinute: 60_000 },
      policy: defaultPolicy,
      retention: {},
      treasury: { ceilings: [] },
      signer: {},
      acceptedRisks: [],
      webhooks: { allowPrivateAddresses: false },
      logLevel: 'info',
      logFormat: 'auto',
      client: { apiUrl: 'http://127.0.0.1:7300', isOwn: true, output: 'text' },
    });
  });

  it('takes flags over environment over file over defaults, member by member', async () => {
    await file({ logLevel: 'warn', dataFolder: 'from-file', api: { port: 1 } });
    const environment = {
      FERRYMAN_LOG_LEVEL: 'debug',
      FERRYMAN_API_PORT: '2',
      FERRYMAN_DATA_FOLDER: '',
    };
    const config = await load({ environment, flags: { '--port': '3', '--log-level': undefined } });
    expect(config).toMatchObject({
      logLevel: 'debug',
      dataFolder: join(folder, 'from-file'),
      api: { port: 3 },
    });
  });

  it('reads the file that FERRYMAN_CONFIG names', async () => {
    await file({ logLevel: 'trace' }, 'other.json');
    expect((await load({ environment: { FERRYMAN_CONFIG: 'other.json' } })).logLevel).toBe('trace');
    const absolute = { FERRYMAN_CONFIG: join(folder, 'other.json') };
    expect((await load({ environment: absolute })).logLevel).toBe('trace');
  });

  it('reads secrets from files', async () => {
    await writeFile(join(folder, 'password'), 'pass word \n');
    const config = await load({
      environment: { FERRYMAN_KEYSTORE_PASSWORD_FILE: join(folder, 'password') },
    });
    expect(config.keystorePassword).toBe('pass word ');
  });

  it('lays chains over the registry, without a mainnet’s contracts', async () => {
    await file(sepolia);
    const environment = {
      FERRYMAN_RPC_URLS_POLYGON: 'http://127.0.0.1:8545, http://127.0.0.1:8546',
      FERRYMAN_CHAIN_ID_POLYGON: '31337',
    };
    const { networks } = await load({ environment });
    expect(networks).toMatchObject({
      kind: 'configured',
      router: { url: 'https://router.example', slippageUnit: 'fraction', timeoutMs: 30_000 },
      chains: [
        {
          chain: {
            name: 'ETH',
            chainId: 11_155_111,
            caip2: 'eip155:11155111',
            proofDepth: 64,
            replacementBps: 1_250,
          },
          rpcUrls: ['https://sepolia.example/v3/secret-project'],
        },
        {
          chain: { name: 'POLYGON', chainId: 31_337, nativeToken: { symbol: 'POL', decimals: 18 } },
          rpcUrls: ['http://127.0.0.1:8545', 'http://127.0.0.1:8546'],
        },
      ],
    });
    const [eth] = networks.kind === 'configured' ? networks.chains : [];
    expect(eth?.chain).not.toHaveProperty('wrappedNative');
    expect(eth?.chain).not.toHaveProperty('explorerUrl');
  });

  it('lays the bounds of fees over those of the registry', async () => {
    const eth = { ...sepolia.chains.ETH, fees: { minTip: '7', maxGas: '30000000' } };
    await file({ ...sepolia, chains: { ETH: eth } });
    const { networks } = await load();
    const [chain] = networks.kind === 'configured' ? networks.chains : [];
    const { fees } = ofFamily(chainRegistry.ETH!, 'evm');
    expect(chain?.chain).toHaveProperty('fees', { ...fees, minTip: 7n, maxGas: 30_000_000n });
    await file({ ...sepolia, chains: { ETH: { ...eth, fees: { minTip: '8', maxTip: '7' } } } });
    expect(await faults()).toMatchObject([{ path: '/chains/ETH/fees/minTip' }]);
  });

  it('takes a node of Bitcoin Core beside servers of Esplora, and shows neither user nor password', async () => {
    const rpcUrls = [
      'bitcoind+http://ferry:hunter%4022@10.0.0.7:8332',
      'https://esplora.example/api',
    ];
    await file({
      ...sepolia,
      chains: { BITCOIN: { rpcUrls, genesis: 'ab'.repeat(32), network: 'testnet' } },
    });
    const config = await load();
    expect(config.networks).toMatchObject({ chains: [{ chain: { name: 'BITCOIN' }, rpcUrls }] });
    const shown = JSON.stringify(describeConfig(config));
    expect(shown).toContain(
      '"rpcUrls":["bitcoind+http://10.0.0.7:8332","https://esplora.example"]',
    );
    expect(shown).not.toMatch(/ferry:|hunter/);
  });

  it('takes everything about the router from file and variables, path by path', async () => {
    await file({
      ...sepolia,
      router: { paths: { status: '/of/file', chains: '/api/info/chains' } },
    });
    const environment = {
      FERRYMAN_ROUTER_URL: 'https://router.example/v1',
      FERRYMAN_ROUTER_API_KEY: 'k-1',
      FERRYMAN_ROUTER_API_KEY_HEADER: 'X-Api-Key',
      FERRYMAN_ROUTER_SLIPPAGE_UNIT: 'percent',
      FERRYMAN_ROUTER_CONTRACT_MEMBER: 'useAcmeContract',
      FERRYMAN_ROUTER_REFERRER: 'acme.example',
      FERRYMAN_ROUTER_ADDITIONAL_PROVIDERS: 'new_bridge, NEW_SWAP',
      FERRYMAN_ROUTER_TIMEOUT_MS: '11000',
      FERRYMAN_ROUTER_STATUS_PATH: '/api/info/status',
      FERRYMAN_ROUTER_QUOTE_PATH: '/q',
      FERRYMAN_ROUTER_SWAP_PATH: '/s',
      FERRYMAN_ROUTER_SWAP_BEST_PATH: '/sb',
      FERRYMAN_ROUTER_CHECK_APPROVE_PATH: '/ca',
      FERRYMAN_ROUTER_REFUND_PATH: '/r',
      FERRYMAN_ROUTER_CLAIM_PATH: '/c',
      FERRYMAN_ROUTER_PROVIDERS_PATH: '/p',
      ROUTER_CALLS_PER_MINUTE: '400',
    };
    const { networks } = await load({ environment });
    expect(networks.kind === 'configured' && networks.router).toEqual({
      url: 'https://router.example/v1',
      apiKey: 'k-1',
      apiKeyHeader: 'X-Api-Key',
      slippageUnit: 'percent',
      contractMember: 'useAcmeContract',
      referrer: 'acme.example',
      additionalProviders: ['new_bridge', 'NEW_SWAP'],
      timeoutMs: 11_000,
      callsPerMinute: 400,
      paths: {
        quote: '/q',
        swap: '/s',
        swapBest: '/sb',
        status: '/api/info/status',
        checkApprove: '/ca',
        refund: '/r',
        claim: '/c',
        providers: '/p',
        chains: '/api/info/chains',
      },
    });
  });

  it('gives the endpoints of a chain a time of their own to answer', async () => {
    const { ETH } = sepolia.chains;
    await file({ ...sepolia, chains: { ETH: { ...ETH, timeoutMs: 2_500 } } });
    const config = await load();
    expect(config.networks).toMatchObject({ chains: [{ timeoutMs: 2_500 }] });
    expect(
      config.networks.kind === 'configured' && config.networks.chains[0]?.chain,
    ).not.toHaveProperty('timeoutMs');
    expect(describeConfig(config)).toMatchObject({
      networks: { chains: { ETH: { timeoutMs: 2_500 } } },
    });
  });

  it('replaces single members of the policy', async () => {
    await file({ policy: { statusPoll: 1_000 } });
    const { policy } = await load();
    expect(policy).toEqual({ ...defaultPolicy, statusPoll: 1_000 });
  });
});

describe('faults', () => {
  it('are told all at once, each with path, source and fix', async () => {
    await file({
      logLevel: 'loud',
      dataFolde: 'x',
      databaseUrl: 'mysql://db',
      router: { slippageUnit: 'bps' },
      chains: {
        ETH: { chainId: 11_155_111, rpcUrls: [], genesis: 'f'.repeat(64), maxNetworkFee: 5 },
        MOON: { rpcUrls: ['https://moon.example'] },
      },
      policy: { quoteMaxAge: -1 },
    });
    const found = await faults({
      environment: { FERRYMAN_API_PORT: '70000', REDIS_URL_FILE: join(folder, 'absent') },
    });
    const byPath = Object.fromEntries(found.map((fault) => [fault.path, fault]));
    expect(Object.keys(byPath).sort()).toEqual([
      '/api/port',
      '/chains/ETH/genesis',
      '/chains/ETH/maxNetworkFee',
      '/chains/ETH/rpcUrls',
      '/chains/MOON',
      '/dataFolde',
      '/databaseUrl',
      '/logLevel',
      '/policy/quoteMaxAge',
      '/redisUrl',
      '/router/slippageUnit',
      '/router/url',
    ]);
    expect(byPath['/api/port']!.source).toBe('variable FERRYMAN_API_PORT');
    expect(byPath['/redisUrl']!.source).toBe('variable REDIS_URL_FILE');
    expect(byPath['/logLevel']!.source).toBe(`file ${join(folder, 'ferryman.config.json')}`);
    expect(byPath['/router/url']).toMatchObject({
      message: 'is missing',
      fix: expect.stringContaining('https'),
    });
    for (const fault of found) expect(fault.fix).toMatch(/\w.*\.$/);
  });

  it('are one error when the configuration is loaded', async () => {
    await expect(
      load({ environment: { FERRYMAN_API_PORT: 'x', FERRYMAN_LOG_LEVEL: 'loud' } }),
    ).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      faults: [{ pointer: '/api/port' }, { pointer: '/logLevel' }],
      message: expect.stringContaining('FERRYMAN_API_PORT'),
    });
  });

  it.each<[string, Record<string, string>, string]>([
    ['a named file that is not there', { FERRYMAN_CONFIG: 'absent.json' }, ''],
    ['a file that is no JSON', { FERRYMAN_CONFIG: 'broken.json' }, ''],
    ['a file that is a list', { FERRYMAN_CONFIG: 'list.json' }, ''],
    [
      'a secret that is set twice',
      { FERRYMAN_API_KEY: 'a', FERRYMAN_API_KEY_FILE: 'broken.json' },
      '/client/apiKey',
    ],
    ['a router without TLS', { FERRYMAN_ROUTER_URL: 'http://router.example' }, '/router/url'],
    ['a router without chains', { FERRYMAN_ROUTER_URL: 'https://router.example' }, '/chains'],
    [
      'chains without a router',
      { FERRYMAN_RPC_URLS_ETH: 'http://localhost:8545', FERRYMAN_CHAIN_ID_ETH: '31337' },
      '/router',
    ],
  ])('include %s', async (_what, environment, path) => {
    await writeFile(join(folder, 'broken.json'), '{');
    await writeFile(join(folder, 'list.json'), '[]');
    expect((await faults({ environment })).map((fault) => fault.path)).toContain(path);
  });

  it('include a time for orders that is shorter than a request may be on its way', async () => {
    const policy = { orderAskedWithin: 42_666 };
    await file({ ...sepolia, policy });
    expect(await faults()).toMatchObject([
      { path: '/policy/orderAskedWithin', fix: expect.stringContaining('42667 ms') },
    ]);
    await file({ ...sepolia, policy: { orderAskedWithin: 42_667 } });
    await expect(load()).resolves.toMatchObject({ policy: { orderAskedWithin: 42_667 } });
    await file({ ...sepolia, router: { ...sepolia.router, timeoutMs: 61_000 } });
    await expect(load()).resolves.toMatchObject({
      policy: { orderAskedWithin: defaultPolicy.orderAskedWithin },
    });
  });

  it('include a proof depth where the chain says by itself what is final', async () => {
    const localSolana = {
      rpcUrls: ['http://127.0.0.1:8899'],
      genesis: '1'.repeat(44),
      progressDepth: 2,
    };
    const { ETH } = sepolia.chains;
    await file({
      ...sepolia,
      chains: { ETH: { ...ETH, proofDepth: 9 }, SOLANA: { ...localSolana, proofDepth: 9 } },
    });
    expect(await faults()).toMatchObject([
      {
        path: '/chains/SOLANA/proofDepth',
        message: expect.stringContaining('solana'),
        fix: 'Remove it.',
      },
    ]);
    await file({ ...sepolia, chains: { SOLANA: localSolana } });
    const { networks } = await load();
    expect(networks.kind === 'configured' && networks.chains[0]?.chain).not.toHaveProperty(
      'proofDepth',
    );
  });

  it.each<[string, string, string]>([
    ['without TLS over the network', 'BITCOIN', 'bitcoind+http://ferry:hunter22@node.example:8332'],
    [
      'without TLS at a public name that begins as a private address',
      'BITCOIN',
      'bitcoind+http://ferry:hunter22@10.example.com:8332',
    ],
    [
      'without TLS at another such name',
      'BITCOIN',
      'bitcoind+http://ferry:hunter22@127.0.0.1.example.com:8332',
    ],
    [
      'without TLS at a name with all four numbers',
      'BITCOIN',
      'bitcoind+http://ferry:hunter22@192.168.1.2.example.com:8332',
    ],
    [
      'with a user that cannot be read',
      'BITCOIN',
      'bitcoind+http://ferry%zz:hunter22@127.0.0.1:8332',
    ],
    ['that is no URL', 'BITCOIN', 'bitcoind+'],
    ['for a chain of another family', 'SOLANA', 'bitcoind+http://ferry:hunter22@127.0.0.1:8332'],
  ])('include a node of Bitcoin Core %s', async (_what, name, url) => {
    await file({
      ...sepolia,
      chains: {
        [name]: {
          rpcUrls: [url],
          genesis: '1'.repeat(44),
          ...(name === 'BITCOIN' ? { network: 'testnet' } : {}),
        },
      },
    });
    const [fault, ...others] = await faults();
    expect(others).toEqual([]);
    expect(fault?.path).toMatch(new RegExp(`^/chains/${name}/rpcUrls`));
    expect(JSON.stringify(fault)).not.toMatch(/hunter22|ferry%/);
  });

  it.each<[string, unknown, string]>([
    ['a user in the URL', 'https://user:secret@router.example', '/router/url'],
    ['a key in the URL', 'https://router.example/?apikey=k', '/router/url'],
    ['calls per minute', 0, '/router/callsPerMinute'],
    ['a time beyond what the service calculates', 90_000, '/router/timeoutMs'],
    ['a time below what the service calculates', 2_500, '/router/timeoutMs'],
    ['a path with a query', { status: '/api/info/status?x=1' }, '/router/paths/status'],
    ['a path without a slash', { claim: 'claim' }, '/router/paths/claim'],
    ['a path of no endpoint', { delete: '/delete' }, '/router/paths/delete'],
    ['a key of two lines', 'a\nb', '/router/apiKey'],
    ['a header with a colon', 'apikey:', '/router/apiKeyHeader'],
    ['another member', 'useOtherThings', '/router/contractMember'],
    ['an empty referrer', '', '/router/referrer'],
    ['a provider of no such name', ['new bridge'], '/router/additionalProviders/0'],
  ])('of the router include %s: %j', async (_what, value, path) => {
    const member = path.split('/')[2] ?? '';
    await file({ ...sepolia, router: { ...sepolia.router, [member]: value } });
    expect([...new Set((await faults()).map((fault) => fault.path))]).toEqual([path]);
  });

  it('include chains on which nothing is signed, and unknown ones', async () => {
    await file({ ...sepolia, chains: { ...sepolia.chains, LITECOIN: {}, NOWHERE: {} } });
    const told = (await faults()).filter(({ message }) => message !== 'is missing');
    expect(told.map(({ path, message }) => [path, message])).toEqual([
      ['/chains/LITECOIN', 'is a chain that Ferryman cannot sign for'],
      ['/chains/NOWHERE', 'is not a known chain'],
    ]);
  });

  it.each([
    ['TON', '/chains/TON/networkId', { networkId: -239 }],
    ['TON', '/chains/TON/networkId', {}],
    ['BITCOIN', '/chains/BITCOIN/network', { network: 'mainnet' }],
    ['BITCOIN', '/chains/BITCOIN/network', {}],
  ])(
    'of %s include the main network’s %s beside the genesis of another one: %j',
    async (name, path, said) => {
      const other = { rpcUrls: ['http://127.0.0.1:1/'], genesis: 'ab'.repeat(32), ...said };
      await file({ ...sepolia, chains: { [name]: other } });
      expect(await faults()).toMatchObject([
        { path, message: expect.stringContaining('the main network') },
      ]);
      await file({
        ...sepolia,
        chains: {
          [name]: { ...other, ...(name === 'TON' ? { networkId: -3 } : { network: 'testnet' }) },
        },
      });
      expect((await load()).networks.kind).toBe('configured');
    },
  );
});

it('takes every EVM chain of the registry by its endpoints, real networks on an id of one’s own', async () => {
  const chains = Object.entries(evmNetworks).map(([name, { testnet }], index) => [
    name,
    {
      rpcUrls: [`https://${name.toLowerCase().replaceAll('_', '-')}.example`],
      ...(testnet ? {} : { chainId: 7_700_000 + index }),
    },
  ]);
  await file({ ...sepolia, chains: Object.fromEntries(chains) });
  const { networks } = await load();
  const configured = networks.kind === 'configured' ? networks.chains : [];
  expect(configured.map(({ chain }) => chain.name).sort()).toEqual(Object.keys(evmNetworks).sort());
  const sepoliaChain = configured.find(({ chain }) => chain.name === 'SEPOLIA')?.chain;
  expect(sepoliaChain).toMatchObject({
    caip2: 'eip155:11155111',
    proofDepth: 64,
    transactionType: 'eip1559',
  });
});

it('is shown without secrets', async () => {
  await file(sepolia);
  const environment = {
    DATABASE_URL: 'postgres://ferry:secret-db@db.example/ferryman',
    REDIS_URL: 'redis://:secret-redis@cache.example:6379',
    FERRYMAN_ROUTER_API_KEY: 'secret-router',
    FERRYMAN_KEYSTORE_PASSWORD: 'secret-password',
    FERRYMAN_API_KEY: 'secret-key',
  };
  const shown = JSON.stringify(describeConfig(await load({ environment })));
  expect(shown).not.toContain('secret');
  for (const visible of [
    'db.example',
    'cache.example:6379',
    'router.example',
    'sepolia.example',
    '11155111',
  ]) {
    expect(shown).toContain(visible);
  }
});
