import { zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { byHand, type Hand, type QuoteAnswer, usdcForDai } from './by-hand.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let sandbox: Sandbox;
let hand: Hand;
let owner: ReturnType<Hand['wallet']>;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: [], blockIntervalMs: 100, routerShape: 'interface' });
  hand = byHand(sandbox.endpoints);
  owner = await hand.walletWith({ ETH: 10n, USDC: 1_000n });
});

afterAll(() => sandbox?.close());

/** A request that succeeds, with these members changed. */
const body = (changes: Readonly<Record<string, unknown>> = {}) => ({
  ...hand.tradeBody(usdcForDai(owner.address, '10'), owner.address),
  ...changes,
});
const quote = (changes?: Readonly<Record<string, unknown>>) =>
  hand.router('/api/routes/quoteBest', body(changes));
const swap = (changes?: Readonly<Record<string, unknown>>) =>
  hand.router('/api/routes/swap', body(changes));
const swapBest = (changes?: Readonly<Record<string, unknown>>) =>
  hand.router('/api/routes/swapBest', body(changes));

describe('quotes and swaps', () => {
  it('have the shape of the interface', async () => {
    const { body: quoted } = (await quote()) as { body: QuoteAnswer };
    expect(quoted).toMatchObject({
      id: expect.stringMatching(UUID),
      tokens: {
        from: { symbol: 'USDC', amount: '10' },
        to: { symbol: 'DAI', decimals: 18, blockchain: 'ETH' },
      },
      swapType: 'on-chain',
      providerType: 'UNISWAP_V2',
      routing: [
        { type: 'on-chain', provider: 'UNISWAP_V2', path: [{ symbol: 'USDC' }, { symbol: 'DAI' }] },
      ],
      warnings: [],
      useServiceContract: true,
      transaction: { approvalAddress: expect.stringMatching(/^0x/) },
    });
    const swapped = await swap({ id: quoted.id, enableChecks: false });
    expect(swapped.status).toBe(200);
    expect(swapped.body).toMatchObject({
      quote: {
        srcTokenAmount: '10',
        fromAddress: owner.address,
        receiver: owner.address,
        providerTags: 'all',
      },
      estimate: { destinationTokenAmount: expect.any(String), slippage: 0.01 },
      transaction: { to: expect.any(String), data: expect.any(String), value: '0' },
      routing: [{ provider: 'UNISWAP_V2' }],
    });
    expect(swapped.body).not.toHaveProperty('id');
  });

  it('are given by swapBest without a quote', async () => {
    const { body: swapped } = await swapBest({ enableChecks: false });
    expect(swapped).toMatchObject({ providerType: 'UNISWAP_V2', transaction: { value: '0' } });
  });

  it('need no wallets to be quoted', async () => {
    expect((await quote({ fromAddress: undefined, receiver: undefined })).status).toBe(200);
  });

  it('promise the expected amount less the slippage, one percent by default', async () => {
    for (const [slippage, ppm] of [
      [undefined, 10_000n],
      [0.005, 5_000n],
      [0.5, 500_000n],
    ] as const) {
      const { estimate } = (await quote({ slippage })).body as QuoteAnswer;
      const expected = BigInt(estimate.destinationWeiAmount);
      expect(BigInt(estimate.destinationWeiMinAmount)).toBe(
        (expected * (1_000_000n - ppm)) / 1_000_000n,
      );
      expect(estimate.slippage).toBe(Number(ppm) / 1_000_000);
    }
  });

  it('leave out what is on the blacklist', async () => {
    expect((await quote({ nativeBlacklist: ['UNISWAP_V2'] })).body).toMatchObject({
      error: { code: 2001 },
    });
  });

  it('expire with their id', async () => {
    const short = await startSandbox({ otherChains: [], quoteLifetimeMs: 1 });
    try {
      const other = byHand(short.endpoints);
      const { id } = await other.quote(
        {
          from: 'ETH',
          fromToken: 'ETH',
          to: 'ETH',
          toToken: 'DAI',
          amount: '1',
          receiver: owner.address,
        },
        owner.address,
      );
      await waitFor(async () => {
        const request = {
          ...body({ id }),
          srcTokenAddress: zeroAddress,
          dstTokenAddress: other.tokenAddress('ETH', 'DAI'),
        };
        const answer = await other.router('/api/routes/swap', { ...request, srcTokenAmount: '1' });
        expect(answer.body).toMatchObject({ error: { code: 1004 } });
      });
    } finally {
      await short.close();
    }
  });
});

describe('refusals of the request', () => {
  it.each([
    [
      'the same token on both sides',
      1002,
      () => ({ dstTokenAddress: hand.tokenAddress('ETH', 'USDC') }),
    ],
    ['a missing field', 1005, () => ({ srcTokenAmount: undefined })],
    ['an amount that is a number', 1999, () => ({ srcTokenAmount: 10 })],
    ['an amount that is no number', 1999, () => ({ srcTokenAmount: '1e3' })],
    ['a negative amount', 1999, () => ({ srcTokenAmount: '-1' })],
    ['more than 256 bits', 1999, () => ({ srcTokenAmount: '1'.padEnd(73, '0') })],
    ['nothing', 2005, () => ({ srcTokenAmount: '0.0' })],
    ['more decimals than the token has', 2006, () => ({ srcTokenAmount: '1.0000001' })],
    ['slippage above the maximum', 1999, () => ({ slippage: 0.51 })],
    [
      'a wallet with a wrong checksum',
      1006,
      () => ({ receiver: '0xF02DC103E62cF4A2C007324d8Bb95513edABf875' }),
    ],
    ['the zero address as wallet', 1006, () => ({ fromAddress: zeroAddress })],
    ['a token that is no address', 1999, () => ({ srcTokenAddress: 'USDC' })],
  ])('%s is answered with 400 and error %i in a list', async (_name, code, changes) => {
    const answer = await quote(changes());
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ code, reason: expect.any(String) }] },
    });
  });

  it('name every missing field of a swap', async () => {
    const answer = await swapBest({ receiver: '', fromAddress: undefined });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ code: 1001 }, { code: 1005 }] },
    });
  });

  it('include bodies that are not JSON', async () => {
    const headers = { 'content-type': 'application/json' };
    const url = `${sandbox.endpoints.router.url}/api/routes/quoteBest`;
    const response = await fetch(url, { method: 'POST', headers, body: '{' });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ code: 1999 }] },
    ]);
  });
});

describe('refusals of the route', () => {
  it.each([
    ['an unknown quote', 1004, () => ({ id: '7d5c2f6c-8a6a-4f2b-9a40-0f9b0b6f0d11' })],
    ['no quote', 1004, () => ({})],
    ['a token that is not listed', 2001, () => ({ dstTokenAddress: owner.address })],
    ['a chain that is not served', 2001, () => ({ dstTokenBlockchain: 'NEAR' })],
  ])('%s is answered with error %i and a request id', async (_name, code, changes) => {
    const answer = await swap(changes());
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code }, id: expect.stringMatching(UUID) },
    });
  });

  it('more than the bridges can pay is answered with error 2001', async () => {
    const there = {
      dstTokenBlockchain: 'POLYGON',
      dstTokenAddress: hand.tokenAddress('POLYGON', 'USDC'),
    };
    expect((await quote({ ...there, srcTokenAmount: '9000000' })).status).toBe(200);
    expect((await quote({ ...there, srcTokenAmount: '20000000' })).body).toMatchObject({
      error: { code: 2001 },
    });
  });

  it('a swap that differs from its quote is answered with error 1003', async () => {
    const { id } = (await quote()).body as QuoteAnswer;
    expect((await swap({ id, srcTokenAmount: '11' })).body).toMatchObject({
      error: { code: 1003 },
    });
  });

  it('a wallet that has too little is answered with error 3003, and 200', async () => {
    const answer = await swapBest({ srcTokenAmount: '1000.000001' });
    expect(answer).toMatchObject({
      status: 200,
      body: { error: { code: 3003, data: { tokenSymbol: 'USDC' } } },
    });
  });

  it('a wallet that cannot pay for gas is answered with error 3004', async () => {
    const poor = hand.wallet().address;
    await hand.fund('ETH', 'USDC', poor, 10n);
    expect((await swapBest({ fromAddress: poor })).body).toMatchObject({ error: { code: 3004 } });
    const whole = { srcTokenAddress: zeroAddress, srcTokenAmount: '10' };
    expect((await swapBest(whole)).body).toMatchObject({ error: { code: 3004 } });
  });

  it('a wallet that has to approve first is answered with error 3001 and the spender', async () => {
    const wallet = hand.wallet();
    await hand.fund('ETH', 'ETH', wallet.address, 1n);
    await hand.fund('ETH', 'USDC', wallet.address, 10n);
    const refused = await swapBest({ fromAddress: wallet.address });
    const { error } = refused.body as {
      error: { code: number; data: { contractAddress: `0x${string}` } };
    };
    expect([refused.status, error.code]).toEqual([200, 3001]);
    const trade = {
      from: 'ETH',
      fromToken: 'USDC',
      to: 'ETH',
      toToken: 'DAI',
      amount: '10',
    } as const;
    await hand.approve({ ...trade, receiver: wallet.address }, wallet, error.data.contractAddress);
    expect((await swapBest({ fromAddress: wallet.address })).body).toHaveProperty(
      'transaction.data',
    );
  });

  it('wallets are not looked at where checks are off', async () => {
    const { body: swapped } = await swapBest({
      fromAddress: hand.wallet().address,
      enableChecks: false,
    });
    expect(swapped).toHaveProperty('transaction.data');
  });
});

describe('slippage in percent', () => {
  it('means the same in another unit', async () => {
    const percent = await startSandbox({ otherChains: [], slippageUnit: 'percent' });
    try {
      const other = byHand(percent.endpoints);
      const receiver = owner.address;
      const trade = {
        from: 'ETH',
        fromToken: 'ETH',
        to: 'ETH',
        toToken: 'DAI',
        amount: '1',
        receiver,
      } as const;
      const { estimate } = await other.quote({ ...trade, extra: { slippage: 0.5 } }, receiver);
      const expected = BigInt(estimate.destinationWeiAmount);
      expect(BigInt(estimate.destinationWeiMinAmount)).toBe((expected * 995n) / 1_000n);
      expect(estimate.slippage).toBe(0.5);
    } finally {
      await percent.close();
    }
  });
});

describe('approval checks', () => {
  const check = async (amount: string, token = 'USDC') => {
    const query = new URLSearchParams({
      blockchain: 'ETH',
      tokenAddress: hand.tokenAddress('ETH', token),
      walletAddress: owner.address,
      spenderAddress: '0xf02DC103E62cF4A2C007324d8Bb95513edABf875',
      amount,
    });
    return (await hand.router(`/api/utility/checkApprove?${query}`)).body as {
      needApprove: boolean;
      transaction: { to: `0x${string}`; data: `0x${string}`; value: string };
    };
  };

  it('follow the allowance on chain', async () => {
    const needed = await check('5');
    expect(needed.needApprove).toBe(true);
    await owner.send('ETH', needed.transaction);
    expect((await check('5')).needApprove).toBe(false);
    expect((await check('5.000001')).needApprove).toBe(true);
    expect((await check('5', 'ETH')).needApprove).toBe(false);
  });

  it('name a missing parameter', async () => {
    const answer = await hand.router('/api/utility/checkApprove?blockchain=ETH');
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ code: 1005, reason: 'tokenAddress is missing' }] },
    });
  });
});

describe('status', () => {
  const unknown = `0x${'ab'.repeat(32)}`;

  it.each(['/api/routes/status', '/api/info/status'])(
    'of an unknown transaction is NOT_FOUND at %s',
    async (path) => {
      expect((await hand.router(`${path}?srcTxHash=${unknown}`)).body).toEqual({
        status: 'NOT_FOUND',
        destinationTxHash: null,
        destinationNetworkTitle: null,
        destinationNetworkChainId: null,
      });
    },
  );

  it('of a malformed hash is an error', async () => {
    const answer = await hand.router('/api/routes/status?srcTxHash=0x12');
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ code: 1999 }] } });
  });
});

describe('the deployed shape', () => {
  const unknown = `0x${'ab'.repeat(32)}`;
  beforeAll(() => hand.control('/router', { shape: 'deployed' }));
  afterAll(() => hand.control('/router', { shape: 'interface' }));

  it('has numbers for display amounts and chain ids, and another name for the contract', async () => {
    const { body: quoted } = await quote();
    const fee = { fixedAmount: expect.any(String), fixedUsdAmount: expect.any(Number) };
    const token = { blockchainId: sandbox.endpoints.chains.ETH.chainId, price: expect.any(Number) };
    expect(quoted).toMatchObject({
      useRouterContract: true,
      fees: { gasTokenFees: { protocol: fee, provider: fee, nativeToken: token } },
      tokens: { from: token, to: token },
    });
    expect(quoted).not.toHaveProperty('useServiceContract');
  });

  it('has no status at the path of the interface, and by an id alone only the extended one', async () => {
    const path = '/api/routes/status?srcTxHash=0x12';
    expect(await hand.router(path)).toEqual({
      status: 404,
      body: { statusCode: 404, message: `Cannot GET ${path}`, error: 'Not Found' },
    });
    const notFound = { status: 200, body: { status: 'NOT_FOUND' } };
    expect(await hand.router(`/api/info/status?srcTxHash=${unknown}`)).toMatchObject(notFound);
    expect(await hand.router('/api/info/status?id=q-1')).toEqual({
      status: 400,
      body: { statusCode: 400, message: ['srcTxHash is missing'], error: 'Bad Request' },
    });
    for (const query of ['id=q-1', `srcTxHash=${unknown}`, `id=q-1&srcTxHash=${unknown}`]) {
      expect(await hand.router(`/api/info/statusExtended?${query}`)).toMatchObject(notFound);
    }
  });

  it('refuses a body of the wrong form as a framework does, and all else in its own words', async () => {
    const refused = { statusCode: 400, error: 'Bad Request' };
    expect(await quote({ timeout: 61, srcTokenAmount: undefined })).toMatchObject({
      status: 400,
      body: {
        ...refused,
        message: ['srcTokenAmount is missing', expect.stringContaining('timeout')],
      },
    });
    expect((await quote({ receiver: 'me' })).body).toMatchObject({ errors: [{ code: 1006 }] });
    const headers = { 'content-type': 'application/json' };
    const url = `${sandbox.endpoints.router.url}/api/routes/quoteBest`;
    const response = await fetch(url, { method: 'POST', headers, body: '{' });
    const answer = [response.status, await response.json()];
    expect(answer).toMatchObject([400, { ...refused, message: expect.any(String) }]);
  });
});

describe('the control server', () => {
  it('tells the endpoints', async () => {
    expect((await hand.control('/endpoints')).body).toEqual(sandbox.endpoints);
    expect(JSON.parse(JSON.stringify(sandbox.endpoints))).toEqual(sandbox.endpoints);
  });

  it('makes the next requests to the router fail', async () => {
    await hand.control('/router', { failNext: 2, status: 429 });
    expect((await quote()).status).toBe(429);
    expect((await swap()).status).toBe(429);
    expect((await quote()).status).toBe(200);
  });

  it('refuses what it does not understand', async () => {
    const fund = { chain: 'ETH', address: owner.address, token: zeroAddress, amountBaseUnits: '1' };
    expect((await hand.control('/fund', { ...fund, amountBaseUnits: '0' })).status).toBe(400);
    expect((await hand.control('/fund', { ...fund, chain: 'BASE' })).status).toBe(400);
    expect((await hand.control('/fund', { ...fund, token: owner.address })).status).toBe(400);
    expect((await hand.control('/providers/meson', { paused: true })).status).toBe(400);
  });
});
