import { afterEach, describe, expect, it } from 'vitest';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { CallKind } from '../../src/ports/call-budget.ts';
import { type RouterEndpoint, routerEndpoints } from '../../src/ports/router.ts';
import {
  createRouterClient,
  type RouterClientOptions,
} from '../../src/router/create-router-client.ts';
import type { RouterClient } from '../../src/router/router-client.ts';
import { type AnsweringServer, json, startAnsweringServer } from '../support/answering-server.ts';
import {
  budgetOf,
  contract,
  makeJob,
  quoteBody,
  receiver,
  spender,
  swapBody,
  usdc,
  wallet,
} from './fixtures.ts';

let server: AnsweringServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function client(answer: unknown, options: Partial<RouterClientOptions> = {}) {
  server = await startAnsweringServer(json(answer));
  return createRouterClient({ baseUrl: server.url, timeoutMs: 5_000, ...options });
}

function sent(): Record<string, unknown> {
  return JSON.parse(server!.requests[0]!.text) as Record<string, unknown>;
}

const approve = (router: RouterClient) =>
  router.checkApprove({
    token: { family: 'evm', chain: 'ETH', token: usdc, decimals: 6 },
    owner: wallet,
    spender,
    amount: 1n,
  });

const listedChain = {
  id: 1,
  name: 'ETH',
  providers: { crossChain: [], onChain: [] },
  proxyAvailable: true,
  testnet: false,
  type: 'EVM',
};

async function fault(promise: Promise<unknown>): Promise<FerrymanError> {
  return promise.then(
    () => expect.unreachable('it did not throw'),
    (error) => error as FerrymanError,
  );
}

describe('what is asked', () => {
  it('asks a quote in human units, with the service’s names', async () => {
    const router = await client(quoteBody(), { apiKey: 'k-1' });
    await router.quote(makeJob());
    expect(server!.requests[0]).toMatchObject({ method: 'POST', path: '/api/routes/quoteBest' });
    expect(server!.requests[0]!.headers).toMatchObject({
      apikey: 'k-1',
      'content-type': 'application/json',
    });
    expect(sent()).toMatchObject({
      srcTokenAddress: usdc,
      srcTokenBlockchain: 'ETH',
      srcTokenAmount: '1000.5',
      dstTokenAddress: '0x0000000000000000000000000000000000000000',
      dstTokenBlockchain: 'POLYGON',
      fromAddress: wallet,
      receiver,
      referrer: 'ferryman',
      slippage: 0.005,
      enableChecks: false,
      timeout: 4,
    });
    for (const member of ['id', 'publicKey', 'refundAddress', 'preferredProvider']) {
      expect(sent()).not.toHaveProperty(member);
    }
  });

  it.each([
    ['fraction', { kind: 'slippage', slippageBps: 30 }, 0.003],
    ['percent', { kind: 'slippage', slippageBps: 30 }, 0.3],
    ['fraction', { kind: 'min_out', minOut: 1n }, 0.01],
    ['percent', { kind: 'min_out', minOut: 1n }, 1],
  ] as const)('sends slippage as a %s of %o', async (slippageUnit, bound, expected) => {
    const router = await client(quoteBody(), { slippageUnit });
    await router.quote(makeJob({ bound }));
    expect(sent().slippage).toBe(expected);
  });

  it('prefers the one provider that is allowed and excludes the denied', async () => {
    const router = await client({ ...quoteBody(), providerType: 'LIFI' });
    await router.quote(makeJob({ providers: { allow: ['lifi'], deny: ['rango'] } }));
    expect(sent()).toMatchObject({ preferredProvider: 'lifi', nativeBlacklist: ['rango'] });
  });

  it('asks swap data for the quote’s id, and a status at the configured path', async () => {
    const router = await client(swapBody());
    await router.swap(makeJob(), 'quote-1');
    expect(server!.requests[0]!.path).toBe('/api/routes/swap');
    expect(sent()).toMatchObject({ id: 'quote-1', refundAddress: wallet });
    await server!.close();

    const other = await client({ status: 'PENDING' }, { paths: { status: '/api/info/status' } });
    await other.status({ quoteId: 'quote-1', sourceTxId: '0xaa' });
    expect(server!.requests[0]).toMatchObject({
      method: 'GET',
      path: '/api/info/status?srcTxHash=0xaa&id=quote-1',
    });
  });
});

describe('where it is asked', () => {
  const payment = { chain: 'ETH', txId: '0xaa', family: 'evm' } as const;
  const token = { family: 'evm', chain: 'ETH', token: usdc, decimals: 6 } as const;
  const transaction = { to: contract, data: '0x', value: '0' };
  const calls: Record<
    RouterEndpoint,
    [(router: RouterClient) => Promise<unknown>, unknown, string, object?]
  > = {
    quote: [(router) => router.quote(makeJob()), quoteBody(), 'POST /api/routes/quoteBest'],
    swap: [(router) => router.swap(makeJob(), 'q-1'), swapBody(), 'POST /api/routes/swap'],
    swapBest: [
      (router) => router.swapBest(makeJob(), 'q-1'),
      swapBody(),
      'POST /api/routes/swapBest',
    ],
    status: [
      (router) => router.status({ quoteId: 'q-1', sourceTxId: '0xaa' }),
      { status: 'PENDING' },
      'GET /api/routes/status',
      { srcTxHash: '0xaa', id: 'q-1' },
    ],
    checkApprove: [
      (router) => router.checkApprove({ token, owner: wallet, spender, amount: 1_500_000n }),
      { needApprove: false, message: '' },
      'GET /api/utility/checkApprove',
      {
        blockchain: 'ETH',
        tokenAddress: usdc,
        walletAddress: wallet,
        spenderAddress: spender,
        amount: '1.5',
      },
    ],
    refund: [
      (router) => router.refund(payment),
      transaction,
      'GET /api/utility/celerRefund',
      { fromBlockchain: 'ETH', sourceTransactionHash: '0xaa' },
    ],
    claim: [
      (router) => router.claim(payment),
      transaction,
      'GET /api/utility/claim',
      { fromBlockchain: 'ETH', sourceTransactionHash: '0xaa' },
    ],
    providers: [
      (router) => router.providers(),
      { crossChain: [], onChain: [] },
      'GET /api/info/providers',
      {},
    ],
    chains: [
      (router) => router.chains(),
      [],
      'GET /api/routes/chains',
      { includeTestnets: 'false' },
    ],
  };

  it.each(routerEndpoints)(
    'asks %s at its own path, or the configured one, and with the key',
    async (endpoint) => {
      const [call, answer, expected, query = {}] = calls[endpoint];
      const kinds: CallKind[] = [];
      const budget = budgetOf(async (kind) => void kinds.push(kind));
      await call(await client(answer, { apiKey: 'k-1', apiKeyHeader: 'X-Key', budget }));
      const { method, path, headers } = server!.requests[0]!;
      const url = new URL(path, 'http://service');
      expect(`${method} ${url.pathname}`).toBe(expected);
      expect(Object.fromEntries(url.searchParams)).toEqual(query);
      expect(headers).toMatchObject({ 'x-key': 'k-1', accept: 'application/json' });
      expect(kinds).toEqual([
        ['status', 'providers', 'chains'].includes(endpoint) ? 'polling' : 'execution',
      ]);
      await server!.close();

      await call(await client(answer, { paths: { [endpoint]: '/elsewhere' } }));
      expect(server!.requests[0]!.path).toMatch(/^\/elsewhere(\?|$)/);
    },
  );

  it('asks nothing without a call from the budget', async () => {
    const spent = new FerrymanError('ROUTER_BUDGET_SPENT', 'none left', { retryAfter: 5 });
    const router = await client(quoteBody(), { budget: budgetOf(() => Promise.reject(spent)) });
    expect(await fault(router.quote(makeJob()))).toBe(spent);
    expect(server!.requests).toEqual([]);
  });

  it('opens no order by deposit that is not wanted any more once there is a call for it', async () => {
    const steps: string[] = [];
    const budget = budgetOf(async () => void steps.push('waited for a call'));
    const router = await client(swapBody(), { budget });
    const late = new FerrymanError('ROUTER_QUOTE_EXPIRED', 'it took too long');
    const beforeAsking = () => {
      steps.push('looked at the clock');
      throw late;
    };
    expect(await fault(router.deposit(makeJob({ flow: 'deposit' }), 'q-1', { beforeAsking }))).toBe(
      late,
    );
    expect(steps).toEqual(['waited for a call', 'looked at the clock']);
    expect(server!.requests).toEqual([]);
  });

  it('asks swapBest for the job and the id of the quote that is gone', async () => {
    const router = await client(swapBody());
    expect(await router.swapBest(makeJob(), 'q-1')).toMatchObject({ spender, echo: { receiver } });
    expect(sent()).toMatchObject({ id: 'q-1', srcTokenAmount: '1000.5', receiver });
  });
});

describe('what is read', () => {
  it('reads a quote with members and values it does not know', async () => {
    const body = quoteBody();
    const router = await client(body);
    expect(await router.quote(makeJob())).toEqual({
      expectedDuration: 180_000,
      quoteId: 'quote-1',
      provider: 'some_future_bridge',
      swapType: 'cross-chain',
      spender,
      expectedOut: 400_250_000_000_000_000_000n,
      minOut: 398_000_000_000_000_000_000n,
      declaredFee: 3_000_000_000_000_000n,
      signals: { warnings: [], percentFee: '0', slippageBps: '50', flags: [] },
      raw: body,
    });
  });

  it.each([
    [59.9412, '59.94'],
    ['1250', '1250.00'],
    [0, '0.00'],
    [1e300, undefined],
    [-1, undefined],
    ['much', undefined],
    [null, undefined],
  ])('takes %s as what the output is worth in USD: %s', async (told, expectedUsd) => {
    const body = quoteBody();
    const estimate = { ...(body.estimate as object), destinationUsdAmount: told };
    const router = await client({ ...body, estimate });
    expect((await router.quote(makeJob())).expectedUsd).toBe(expectedUsd);
  });

  it('reads swap data into a transaction object and the echo', async () => {
    const router = await client(swapBody());
    const answer = await router.swap(makeJob(), 'quote-1');
    expect(answer).toMatchObject({
      spender,
      transaction: { family: 'evm', to: contract, data: '0xabcd', value: 3_000_000_000_000_000n },
      echo: {
        srcTokenAmount: '1000.5',
        receiver,
        fromAddress: wallet,
        dstTokenBlockchain: 'POLYGON',
      },
    });
    expect(answer.echo).not.toHaveProperty('slippage');
  });

  it.each([
    ['absent', { value: undefined, data: undefined }, { value: 0n, data: '0x' }],
    ['null', { value: null, data: null }, { value: 0n, data: '0x' }],
    ['hex', { value: '0xde0b6b3a7640000', data: '0x' }, { value: 10n ** 18n, data: '0x' }],
    [
      'decimal',
      { value: '1000000000000000000', data: '0x01' },
      { value: 10n ** 18n, data: '0x01' },
    ],
  ])('reads an %s value', async (_form, transaction, expected) => {
    const router = await client(swapBody(transaction));
    expect((await router.swap(makeJob(), 'quote-1')).transaction).toMatchObject(expected);
  });

  it('knows no spender where the approval address is empty, zero or missing', async () => {
    for (const approvalAddress of [
      '',
      '0x0000000000000000000000000000000000000000',
      null,
      undefined,
    ]) {
      const router = await client({ ...quoteBody(), transaction: { approvalAddress } });
      expect(await router.quote(makeJob())).not.toHaveProperty('spender');
      await server!.close();
    }
  });

  it('accepts human amounts that the service has cut to fewer digits', async () => {
    const body = swapBody();
    Object.assign(body.estimate as object, {
      destinationTokenAmount: '400.250000',
      destinationWeiAmount: '400250000499999999999',
    });
    const router = await client(body);
    expect((await router.swap(makeJob(), 'quote-1')).expectedOut).toBe(
      400_250_000_499_999_999_999n,
    );
  });

  it.each(['refund', 'claim'] as const)('reads the transaction of a %s', async (endpoint) => {
    const router = await client({
      to: contract.toLowerCase(),
      data: '0xABCD',
      value: '7',
      depositAddress: null,
    });
    expect(await router[endpoint]({ chain: 'ETH', txId: '0xaa', family: 'evm' })).toEqual({
      family: 'evm',
      to: contract,
      data: '0xabcd',
      value: 7n,
    });
  });

  it('reads an approval that is needed with its transaction, and one that is not without', async () => {
    const needed = await client({
      needApprove: true,
      message: 'too low',
      transaction: { to: usdc, data: '0x095e' },
    });
    expect(await approve(needed)).toEqual({
      needed: true,
      message: 'too low',
      transaction: { family: 'evm', to: usdc, data: '0x095e', value: 0n },
    });
    await server!.close();
    const enough = await client({ needApprove: false, message: null, transaction: {} });
    expect(await approve(enough)).toEqual({ needed: false, message: '' });
  });

  it('reads providers and chains, with names of next year, ids as texts, and chains without one', async () => {
    const provider = {
      name: 'bridge_of_next_year',
      chains: [{ name: 'CHAIN_OF_NEXT_YEAR', proxyAvailable: true }],
    };
    const listing = { crossChain: [provider], onChain: [] };
    expect(await (await client(listing)).providers()).toEqual(listing);
    await server!.close();

    const chain = { ...listedChain, type: 'TYPE_OF_NEXT_YEAR' };
    const router = await client([
      { ...chain, id: 1 },
      { ...chain, id: '137' },
      { ...chain, id: null },
    ]);
    expect((await router.chains({ includeTestnets: true })).map(({ id }) => id)).toEqual([
      1,
      137,
      null,
    ]);
    expect(server!.requests[0]!.path).toContain('includeTestnets=true');
  });

  it('takes any one member use…Contract, or the configured one', async () => {
    const { useAcmeContract: _acme, ...body } = swapBody();
    const outcome = async (members: object, contractMember?: string): Promise<string> => {
      const router = await client(
        { ...body, ...members },
        contractMember === undefined ? {} : { contractMember },
      );
      const code = await router.swap(makeJob(), 'q-1').then(
        () => 'accepted',
        (error: FerrymanError) => error.code,
      );
      await server!.close();
      return code;
    };
    expect(await outcome({ useServiceContract: false })).toBe('accepted');
    expect(await outcome({ useOtherContract: true }, 'useOtherContract')).toBe('accepted');
    expect(
      await outcome({ useOtherContract: true, useAcmeContract: 'x' }, 'useOtherContract'),
    ).toBe('accepted');
    expect(await outcome({ useOtherContract: true }, 'useAcmeContract')).toBe('ROUTER_MALFORMED');
    expect(await outcome({ useOtherContract: true, useAcmeContract: true })).toBe(
      'ROUTER_MALFORMED',
    );
    expect(await outcome({ useOtherContract: 'yes' })).toBe('ROUTER_MALFORMED');
    expect(await outcome({ user: true, useContracts: true, usecontract: true })).toBe(
      'ROUTER_MALFORMED',
    );
  });

  it('passes unknown statuses through', async () => {
    const router = await client({ status: 'STATUS_OF_NEXT_YEAR', destinationTxHash: null });
    expect(await router.status({ quoteId: 'q', sourceTxId: '0xaa' })).toEqual({
      status: 'STATUS_OF_NEXT_YEAR',
      raw: { status: 'STATUS_OF_NEXT_YEAR', destinationTxHash: null },
    });
  });
});

describe('what is refused', () => {
  it.each([
    ['an exponent', { value: '1e18' }],
    ['a leading zero', { value: '0100' }],
    ['a number beyond 2^53', { value: 9007199254740992 }],
    ['2^256', { value: (1n << 256n).toString() }],
    ['2^256 in hex', { value: `0x1${'0'.repeat(64)}` }],
    ['a negative value', { value: '-1' }],
    ['no target', { to: undefined }],
    ['a target with a wrong checksum', { to: '0x02d0722c62A41c6f6eF0E05bED1423F2f1B68864' }],
    ['odd hex', { data: '0xabc' }],
    ['a spender that is no address', { approvalAddress: 'gateway' }],
    ['another family beside it', { psbt: 'cHNidP8=' }],
    ['TON messages beside it', { tonMessages: [{ address: 'EQ', amount: '1' }] }],
  ])('a transaction with %s', async (_what, transaction) => {
    const router = await client(swapBody(transaction));
    expect(await fault(router.swap(makeJob(), 'quote-1'))).toMatchObject({
      code: 'ROUTER_MALFORMED',
    });
  });

  it.each([
    ['a minimum as a number', { destinationWeiMinAmount: 398 }],
    ['a minimum of zero', { destinationWeiMinAmount: '0', destinationTokenMinAmount: '0' }],
    [
      'a minimum above the expected amount',
      { destinationWeiMinAmount: '401000000000000000000', destinationTokenMinAmount: '401' },
    ],
    ['integer and human minimum that disagree', { destinationWeiMinAmount: '398' }],
    ['a decimal point in an integer', { destinationWeiAmount: '400250000000000000000.0' }],
    ['grouping', { destinationTokenAmount: '400,25' }],
    ['no expected amount', { destinationWeiAmount: undefined }],
  ])('an estimate with %s', async (_what, estimate) => {
    const body = quoteBody();
    Object.assign(body.estimate as object, estimate);
    const router = await client(body);
    expect(await fault(router.quote(makeJob()))).toMatchObject({ code: 'ROUTER_MALFORMED' });
  });

  it('a service that has other decimals in mind', async () => {
    const router = await client({
      ...quoteBody(),
      tokens: { from: { address: usdc, decimals: 18 }, to: { address: '0x', decimals: 18 } },
    });
    expect(await fault(router.quote(makeJob()))).toMatchObject({ code: 'ROUTER_MALFORMED' });
  });

  it('a provider that the job does not permit, as a matter of another quote', async () => {
    const router = await client(quoteBody());
    for (const providers of [
      { allow: ['lifi', 'rango'], deny: [] },
      { allow: [], deny: ['SOME_FUTURE_BRIDGE'] },
    ]) {
      const error = await fault(router.quote(makeJob({ providers })));
      expect(error).toMatchObject({ code: 'ROUTER_NO_ROUTE', next: 'requote' });
    }
  });

  it('swap data without an echo', async () => {
    const { quote: _echo, ...body } = swapBody();
    const router = await client(body);
    const error = await fault(router.swap(makeJob(), 'quote-1'));
    expect(error).toMatchObject({ code: 'ROUTER_MALFORMED' });
    expect(error.message).toContain('/quote');
  });

  it.each<[string, (router: RouterClient) => Promise<unknown>]>([
    ['a status', (router) => router.status({ quoteId: 'q', sourceTxId: '0xaa' })],
    ['a refund', (router) => router.refund({ chain: 'ETH', txId: '0xaa', family: 'evm' })],
    ['a claim', (router) => router.claim({ chain: 'ETH', txId: '0xaa', family: 'evm' })],
  ])('nothing for good while %s is asked for: the money is on its way', async (_what, call) => {
    for (const [answer, code] of [
      [{ errors: [{ code: 3002, reason: 'permit first' }] }, 'ROUTER_REFUSED'],
      [{ error: { code: 2001, reason: 'no route' }, id: 'e' }, 'ROUTER_NO_ROUTE'],
      [{ status: 5, to: 'gateway' }, 'ROUTER_MALFORMED'],
    ] as const) {
      const router = await client(answer);
      expect(await fault(call(router))).toMatchObject({ code, next: 'retry' });
      await server!.close();
    }
  });

  it.each<[string, unknown, (router: RouterClient) => Promise<unknown>]>([
    ['an approval that says yes as a text', { needApprove: 'true' }, approve],
    [
      'an approval that is needed and has no transaction',
      { needApprove: true, message: '' },
      approve,
    ],
    ['a list for providers', [], (router) => router.providers()],
    [
      'a provider without a name',
      { crossChain: [{ chains: [] }], onChain: [] },
      (router) => router.providers(),
    ],
    ['an object for chains', {}, (router) => router.chains()],
    ['a chain whose id is no number', [{ ...listedChain, id: 'one' }], (router) => router.chains()],
    [
      'a chain that is a test network in words',
      [{ ...listedChain, testnet: 'no' }],
      (router) => router.chains(),
    ],
  ])('%s', async (_what, answer, call) => {
    const router = await client(answer);
    expect(await fault(call(router))).toMatchObject({ code: 'ROUTER_MALFORMED', next: 'retry' });
  });
});
