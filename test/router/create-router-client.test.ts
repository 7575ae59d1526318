import { afterEach, describe, expect, it } from 'vitest';
import type { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { createRouterClient, type RouterClientOptions } from '../../src/router/create-router-client.ts';
import { type AnsweringServer, json, startAnsweringServer } from './answering-server.ts';
import { contract, makeJob, quoteBody, receiver, spender, swapBody, usdc, wallet } from './fixtures.ts';

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
  return server!.requests[0]!.body as Record<string, unknown>;
}

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
    expect(server!.requests[0]!.headers).toMatchObject({ apikey: 'k-1', 'content-type': 'application/json' });
    expect(sent()).toMatchObject({
      srcTokenAddress: usdc,
      srcTokenBlockchain: 'ETH',
      srcTokenAmount: '1000.5',
      dstTokenAddress: '0x0000000000000000000000000000000000000000',
      dstTokenBlockchain: 'POLYGON',
      fromAddress: wallet,
      receiver,
      refundAddress: wallet,
      referrer: 'ferryman',
      slippage: 0.005,
      enableChecks: false,
      timeout: 4,
    });
    expect(sent()).not.toHaveProperty('id');
    expect(sent()).not.toHaveProperty('preferredProvider');
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
    expect(sent().id).toBe('quote-1');
    await server!.close();

    const other = await client({ status: 'PENDING' }, { paths: { status: '/api/info/status' } });
    await other.status({ quoteId: 'quote-1', sourceTxId: '0xaa' });
    expect(server!.requests[0]).toMatchObject({ method: 'GET', path: '/api/info/status?srcTxHash=0xaa' });
  });
});

describe('what is read', () => {
  it('reads a quote with members and values it does not know', async () => {
    const body = quoteBody();
    const router = await client(body);
    expect(await router.quote(makeJob())).toEqual({
      quoteId: 'quote-1',
      provider: 'some_future_bridge',
      swapType: 'cross-chain',
      spender,
      expectedOut: 400_250_000_000_000_000_000n,
      minOut: 398_000_000_000_000_000_000n,
      declaredFee: 3_000_000_000_000_000n,
      raw: body,
    });
  });

  it('reads swap data into a transaction object and the echo', async () => {
    const router = await client(swapBody());
    const answer = await router.swap(makeJob(), 'quote-1');
    expect(answer).toMatchObject({
      spender,
      transaction: { family: 'evm', to: contract, data: '0xabcd', value: 3_000_000_000_000_000n },
      echo: { srcTokenAmount: '1000.5', receiver, fromAddress: wallet, dstTokenBlockchain: 'POLYGON' },
    });
    expect(answer.echo).not.toHaveProperty('slippage');
  });

  it.each([
    ['absent', { value: undefined, data: undefined }, { value: 0n, data: '0x' }],
    ['null', { value: null, data: null }, { value: 0n, data: '0x' }],
    ['hex', { value: '0xde0b6b3a7640000', data: '0x' }, { value: 10n ** 18n, data: '0x' }],
    ['decimal', { value: '1000000000000000000', data: '0x01' }, { value: 10n ** 18n, data: '0x01' }],
  ])('reads an %s value', async (_form, transaction, expected) => {
    const router = await client(swapBody(transaction));
    expect((await router.swap(makeJob(), 'quote-1')).transaction).toMatchObject(expected);
  });

  it('knows no spender where the approval address is empty, zero or missing', async () => {
    for (const approvalAddress of ['', '0x0000000000000000000000000000000000000000', null, undefined]) {
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
    expect((await router.swap(makeJob(), 'quote-1')).expectedOut).toBe(400_250_000_499_999_999_999n);
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
    expect(await fault(router.swap(makeJob(), 'quote-1'))).toMatchObject({ code: 'ROUTER_MALFORMED' });
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

  it('nothing for good while a status is asked for: the money is on its way', async () => {
    const router = await client({ errors: [{ code: 3100, reason: 'wrong hash' }] });
    const error = await fault(router.status({ quoteId: 'q', sourceTxId: '0xaa' }));
    expect(error).toMatchObject({ code: 'ROUTER_REFUSED', next: 'retry' });
  });
});
