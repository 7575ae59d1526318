import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHAIN_NAMES } from '../../sandbox/chains/chain-catalogue.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { byHand, type Hand, type QuoteAnswer, type TradeRequest } from './by-hand.ts';

const NOT_CHECKSUMMED = '0xF02DC103E62cF4A2C007324d8Bb95513edABf875';

let sandbox: Sandbox;
let hand: Hand;
let owner: ReturnType<Hand['wallet']>;

beforeAll(async () => {
  sandbox = await startSandbox({ blockIntervalMs: 100, routerShape: 'interface' });
  hand = byHand(sandbox.endpoints);
  owner = await hand.walletWith({ ETH: 10n, USDC: 1_000n });
});

afterAll(() => sandbox?.close());

type Changes = Readonly<Record<string, unknown>>;

const trade = (to: TradeRequest['to']): TradeRequest => ({
  from: 'ETH',
  fromToken: 'USDC',
  to,
  toToken: 'USDC',
  amount: '10',
  receiver: owner.address,
});
/** From USDC on ETH to USDC on another chain, unless the changes say otherwise. */
const body = (changes: Changes = {}, to: TradeRequest['to'] = 'POLYGON') => ({
  ...hand.tradeBody(trade(to), owner.address),
  ...changes,
});
const quote = (changes?: Changes, to?: TradeRequest['to']) =>
  hand.router('/api/routes/quoteBest', body(changes, to));
const swapBest = (changes?: Changes) => hand.router('/api/routes/swapBest', body(changes));

describe('a member of a request', () => {
  it.each<[string, Changes, number]>([
    ['a chain that nobody knows', { srcTokenBlockchain: 'NOWHERE' }, 1999],
    ['a chain in lower case', { dstTokenBlockchain: 'polygon' }, 1999],
    ['a timeout below 2', { timeout: 1.9 }, 1999],
    ['a timeout above 60', { timeout: 61 }, 1999],
    ['a timeout as text', { timeout: '30' }, 1999],
    ['no slippage at all', { slippage: 0 }, 1999],
    ['slippage above the maximum', { slippage: 0.500001 }, 1999],
    ['slippage as text', { slippage: '0.01' }, 1999],
    ['a provider that nobody knows', { preferredProvider: 'acme' }, 1999],
    ['a blacklist as text', { nativeBlacklist: 'across' }, 1999],
    ['a blacklist of numbers', { nativeBlacklist: [1] }, 1999],
    ['a foreign blacklist as an array', { foreignBlacklist: ['lifi'] }, 1999],
    ['a foreign blacklist with text inside', { foreignBlacklist: { lifi: 'x' } }, 1999],
    ['checks as another word', { enableChecks: 'yes' }, 1999],
    ['checks as a number', { enableChecks: 1 }, 1999],
    ['testnets as text', { enableTestnets: 'true' }, 1999],
    ['failed routes as text', { showFailedRoutes: 'true' }, 1999],
    ['dangerous routes as null', { showDangerousRoutes: null }, 1999],
    ['a deposit filter that nobody knows', { depositTradeParams: 'notDeposits' }, 1999],
    ['a provider tag that nobody knows', { providerTags: ['noDeposits'] }, 1999],
    ['a deposit preference as text', { useDepositTradeIfAvailable: 'false' }, 1999],
    ['a referrer as a number', { referrer: 5 }, 1999],
    ['a signature as a number', { signature: 5 }, 1999],
    ['a refund address with a wrong checksum', { refundAddress: NOT_CHECKSUMMED }, 1006],
    ['an integrator that is no address', { integratorAddress: 'me' }, 1006],
  ])('%s is refused with %j as %i', async (_name, changes, code) => {
    const answer = await quote(changes);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ code }] } });
    const [member] = Object.keys(changes);
    expect(JSON.stringify(answer.body)).toContain(member);
  });

  it.each<[string, Changes]>([
    ['the least timeout', { timeout: 2 }],
    ['the largest timeout', { timeout: 60 }],
    ['half of everything', { slippage: 0.5 }],
    ['checks as an object', { enableChecks: {} }],
    ['checks as text', { enableChecks: 'false' }],
    ['fees as an object', { skipFeeProviders: {} }],
    ['empty wallets', { fromAddress: '', receiver: '', refundAddress: '' }],
    ['foreign blacklists', { foreignBlacklist: { lifi: ['across'], dflow: [] } }],
    ['something new', { brandNew: { deep: true } }],
    [
      'both deposit filters',
      { depositTradeParams: 'noDeposits', providerTags: ['notDeposits', 'notPrivate'] },
    ],
  ])('may be %s', async (_name, changes) => {
    expect((await quote(changes)).status).toBe(200);
  });

  it('that is wrong does not hide another one', async () => {
    const answer = await quote({ timeout: 1, slippage: 1, srcTokenAmount: undefined });
    const { errors } = answer.body as { errors: { code: number }[] };
    expect(errors.map(({ code }) => code).sort()).toEqual([1005, 1999, 1999]);
  });

  it('that is left out has its default in the echo', async () => {
    const changes = {
      srcTokenBlockchain: undefined,
      dstTokenBlockchain: undefined,
      referrer: undefined,
      brandNew: 1,
    };
    const quoted = (await quote()).body as QuoteAnswer;
    await hand.approve(trade('POLYGON'), owner, quoted.transaction.approvalAddress);
    const { quote: echo } = (await swapBest(changes)).body as { quote: object };
    expect(echo).toMatchObject({
      srcTokenBlockchain: 'ETH',
      dstTokenBlockchain: 'POLYGON',
      referrer: expect.any(String),
      timeout: 30,
      enableChecks: true,
      nativeBlacklist: [],
      foreignBlacklist: { lifi: [], rango: [], zerox: [], dflow: [] },
      providerTags: 'all',
      brandNew: 1,
    });
  });
});

describe('a route', () => {
  it.each<[string, Changes]>([
    [
      'a preferred provider that is on the blacklist',
      { preferredProvider: 'across', nativeBlacklist: ['across'] },
    ],
    ['a preferred provider of another kind', { preferredProvider: 'UNISWAP_V2' }],
    ['a preferred provider that the sandbox does not have', { preferredProvider: 'lifi' }],
    [
      'all providers blacklisted',
      { nativeBlacklist: ['across', 'relay', 'changenow', 'simple_swap'] },
    ],
    [
      'a provider that takes deposits, and no deposits',
      { preferredProvider: 'changenow', depositTradeParams: 'noDeposits' },
    ],
    [
      'the same by the other name',
      { preferredProvider: 'changenow', providerTags: ['notDeposits'] },
    ],
    [
      'another provider, and deposits only',
      { preferredProvider: 'across', depositTradeParams: 'onlyDeposits' },
    ],
    ['private providers only', { providerTags: ['onlyPrivate'] }],
    ['no fees', { skipFeeProviders: true }],
    ['a testnet', { srcTokenBlockchain: 'SEPOLIA', enableTestnets: true }],
  ])('is not found with %s', async (_name, changes) => {
    expect(await quote(changes)).toMatchObject({ status: 400, body: { error: { code: 2001 } } });
  });

  it.each<[string, Changes, string]>([
    ['at best', {}, 'across'],
    ['by deposit only', { depositTradeParams: 'onlyDeposits' }, 'changenow'],
    ['by deposit only, by the other name', { providerTags: 'onlyDeposits' }, 'changenow'],
    ['by deposit if there is any', { useDepositTradeIfAvailable: true }, 'changenow'],
    [
      'by the next best deposit',
      { depositTradeParams: 'onlyDeposits', nativeBlacklist: ['changenow'] },
      'simple_swap',
    ],
    [
      'without deposits',
      { depositTradeParams: 'noDeposits', useDepositTradeIfAvailable: true },
      'across',
    ],
    [
      'by deposit where nothing else is left',
      { nativeBlacklist: ['across', 'relay'] },
      'changenow',
    ],
  ])('is found %s', async (_name, changes, provider) => {
    expect(await quote(changes)).toMatchObject({ status: 200, body: { providerType: provider } });
  });

  it('by deposit needs no wallet, neither for its quote nor for its swap', async () => {
    const changes = { depositTradeParams: 'onlyDeposits', fromAddress: '' };
    const quoted = (await quote(changes)).body as QuoteAnswer;
    const body = { ...hand.tradeBody(trade('POLYGON'), owner.address), ...changes };
    for (const [path, id] of [
      ['swap', quoted.id],
      ['swapBest', undefined],
    ]) {
      const answer = await hand.router(`/api/routes/${path}`, { ...body, id });
      expect(answer).toMatchObject({
        status: 200,
        body: { transaction: { depositAddress: expect.any(String) } },
      });
    }
    const usual = { ...body, depositTradeParams: 'noDeposits' };
    const missing = { errors: [{ code: 1005, reason: 'fromAddress is missing' }] };
    expect(await hand.router('/api/routes/swapBest', usual)).toMatchObject({
      status: 400,
      body: missing,
    });
  });

  it('without fees is found on one chain', async () => {
    const dstTokenAddress = hand.tokenAddress('ETH', 'DAI');
    const { body: found } = await quote({ skipFeeProviders: true, dstTokenAddress }, 'ETH');
    expect(found).toMatchObject({
      providerType: 'UNISWAP_V2',
      fees: { percentFees: { percent: 0 } },
    });
  });

  it('that failed is shown on request', async () => {
    expect((await quote()).body).not.toHaveProperty('failedRoutes');
    const refused = await quote({
      showFailedRoutes: true,
      skipFeeProviders: true,
      depositTradeParams: 'noDeposits',
    });
    expect(refused.body).toMatchObject({
      error: {
        code: 2001,
        data: { failedRoutes: [{ provider: 'across' }, { provider: 'relay' }] },
      },
    });
  });

  it('that moves the price too far is dangerous, and has to be asked for', async () => {
    const dstTokenAddress = hand.tokenAddress('ETH', 'DAI');
    const huge = { srcTokenAmount: '100000000', dstTokenAddress };
    expect((await quote(huge, 'ETH')).body).toMatchObject({ error: { code: 2001 } });
    const { body: shown } = await quote({ ...huge, showDangerousRoutes: true }, 'ETH');
    expect(shown).toMatchObject({ providerType: 'UNISWAP_V2', warnings: [{ code: 7001 }] });
    expect((await quote({ dstTokenAddress }, 'ETH')).body).toMatchObject({ warnings: [] });
  });

  it('has bounds, which the preferred provider tells', async () => {
    const preferredProvider = 'across';
    const tooMuch = await quote({ preferredProvider, srcTokenAmount: '20000000' });
    const { error } = tooMuch.body as { error: { code: number; data: { maxAmount: string } } };
    expect(error).toMatchObject({ code: 2004, data: { tokenSymbol: 'USDC' } });
    expect((await quote({ preferredProvider, srcTokenAmount: error.data.maxAmount })).status).toBe(
      200,
    );

    const dust = {
      srcTokenAddress: hand.tokenAddress('ETH', 'DAI'),
      srcTokenAmount: '0.0000000000001',
    };
    const tooLittle = await quote({ ...dust, preferredProvider });
    const { error: floor } = tooLittle.body as {
      error: { code: number; data: { minAmount: string } };
    };
    expect(floor).toMatchObject({ code: 2005, data: { tokenSymbol: 'DAI' } });
    expect(
      (await quote({ ...dust, preferredProvider, srcTokenAmount: floor.data.minAmount })).status,
    ).toBe(200);
  });

  it('by a preferred provider is kept by the quote', async () => {
    const quoted = (await quote({ preferredProvider: 'relay' })).body as QuoteAnswer;
    const swapped = await hand.router(
      '/api/routes/swap',
      body({ id: quoted.id, enableChecks: false }),
    );
    expect(swapped.body).toMatchObject({ providerType: 'relay', quote: { id: quoted.id } });
  });
});

it('may want something from a chain that exists on paper, and pay with nothing from there', async () => {
  const receiver = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';
  const to = { dstTokenBlockchain: 'RIPPLE', dstTokenAddress: `0x${'0'.repeat(40)}`, receiver };
  const { body: quoted } = await quote(to);
  expect(quoted).toMatchObject({
    tokens: { to: { blockchain: 'RIPPLE', symbol: 'XRP', decimals: 6 } },
    swapType: 'cross-chain',
  });
  expect((await quote({ ...to, dstTokenAddress: receiver })).body).toMatchObject({
    error: { code: 2001 },
  });
  expect((await quote({ ...to, receiver: owner.address })).body).toMatchObject({
    errors: [{ code: 1006 }],
  });
  const from = { srcTokenBlockchain: 'RIPPLE', srcTokenAddress: to.dstTokenAddress };
  expect((await quote({ ...from, fromAddress: '' })).body).toMatchObject({ error: { code: 2001 } });
});

describe('the listings', () => {
  it('say which provider works where', async () => {
    const { body: listed } = await hand.router('/api/info/providers');
    const everywhere = [...CHAIN_NAMES, 'LITECOIN', 'RIPPLE'].map((name) => ({
      name,
      proxyAvailable: false,
    }));
    expect(listed).toMatchObject({
      crossChain: expect.arrayContaining([
        { name: 'across', chains: everywhere },
        { name: 'arbitrum', chains: [everywhere[0], everywhere[2]] },
        { name: 'celer_bridge', chains: everywhere.slice(0, 3) },
      ]),
      onChain: [
        {
          name: 'UNISWAP_V2',
          chains: [{ name: 'ETH' }, { name: 'POLYGON' }, { name: 'ARBITRUM' }],
        },
        { name: 'SUN_SWAP', chains: [{ name: 'TRON' }] },
        { name: 'JUPITER', chains: [{ name: 'SOLANA' }] },
        { name: 'STONFI', chains: [{ name: 'TON' }] },
        { name: 'WRAPPED' },
      ],
    });
  });

  it.each(['/api/routes/chains', '/api/info/chains'])(
    '%s says which chain has which providers',
    async (path) => {
      const chains = (await hand.router(path)).body as {
        name: string;
        id: number;
        providers: { crossChain: string[] };
      }[];
      const running = chains.filter(({ name }) => name in sandbox.endpoints.chains);
      for (const { name, id } of running)
        expect(id).toBe(sandbox.endpoints.chains[name as TradeRequest['to']].chainId);
      expect(chains.slice(running.length)).toMatchObject([
        { name: 'LITECOIN', type: 'LITECOIN', providers: { onChain: [] } },
        { name: 'RIPPLE', type: 'RIPPLE', providers: { onChain: [] } },
      ]);
      const [, polygon] = chains;
      expect(polygon).toMatchObject({
        testnet: false,
        type: 'EVM',
        providers: { onChain: ['UNISWAP_V2', 'WRAPPED'] },
      });
      expect(polygon?.providers.crossChain).toContain('across');
      expect(polygon?.providers.crossChain).not.toContain('arbitrum');
      const all = (await hand.router(`${path}?includeTestnets=true`)).body as {
        testnet: boolean;
      }[];
      expect(all.filter(({ testnet }) => testnet)).not.toEqual([]);
      expect((await hand.router(`${path}?includeTestnets=false`)).body).toEqual(chains);
    },
  );
});

describe('the extended status', () => {
  it('is had by the id of the quote alone, from before the payment on', async () => {
    const { id } = (await quote({ preferredProvider: 'retro_bridge' })).body as QuoteAnswer;
    const extended = (query: Record<string, string>) =>
      hand.router(`/api/info/statusExtended?${new URLSearchParams(query)}`);
    expect((await extended({ id })).body).toMatchObject({ status: 'NOT_FOUND' });
    expect((await extended({})).body).toMatchObject({ errors: [{ code: 1005 }] });
    expect((await hand.router('/api/routes/swap', body({ id, enableChecks: false }))).status).toBe(
      200,
    );
    expect((await extended({ id })).body).toMatchObject({
      status: 'PENDING',
      subStatus: 'AWAITING_DEPOSIT',
    });
    const srcTxHash = `0x${'ab'.repeat(32)}`;
    expect((await extended({ id, srcTxHash })).body).toMatchObject({ status: 'NOT_FOUND' });
  });
});
