import { afterEach, describe, expect, it } from 'vitest';
import { createRouterClient } from '../../src/router/create-router-client.ts';
import { type AnsweringServer, json, startAnsweringServer } from '../support/answering-server.ts';
import { makeJob, quoteBody, receiver, swapBody, wallet } from './fixtures.ts';

let server: AnsweringServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function client(answer: unknown) {
  server = await startAnsweringServer(json(answer));
  return createRouterClient({ baseUrl: server.url, timeoutMs: 60_000 });
}

const job = makeJob({ flow: 'deposit' });
const address = receiver;
const good = { depositAddress: address, amountToSend: '1000.5', exchangeId: 'x-1' };

/** The answer of a provider that is paid by deposit. */
function answer(transaction: Record<string, unknown>): Record<string, unknown> {
  return { ...swapBody(), transaction };
}

const read = async (transaction: Record<string, unknown>) =>
  (await (await client(answer(transaction))).deposit(job, 'q-1')).deposit;

describe('a deposit', () => {
  it('is asked for as one, and the wallet flow asks for none', async () => {
    const router = await client(answer(good));
    await router.deposit(job, 'q-1');
    const sent = JSON.parse(server!.requests[0]!.text) as Record<string, unknown>;
    expect(server!.requests[0]).toMatchObject({ method: 'POST', path: '/api/routes/swap' });
    expect(sent).toMatchObject({
      id: 'q-1',
      depositTradeParams: 'onlyDeposits',
      refundAddress: wallet,
    });
    await router.swap(makeJob(), 'q-1').catch(() => undefined);
    expect(JSON.parse(server!.requests[1]!.text)).toMatchObject({
      depositTradeParams: 'noDeposits',
    });
  });

  it('of a provider that the job does not permit is no lack of a route: the order is made by then', async () => {
    const router = await client(answer(good));
    const picky = makeJob({ flow: 'deposit', providers: { allow: ['another'], deny: [] } });
    await expect(router.deposit(picky, 'q-1')).rejects.toMatchObject({ code: 'ROUTER_MALFORMED' });
  });

  it('is an address, an amount in base units and a number', async () => {
    expect(await read(good)).toEqual({ address, amount: 1_000_500_000n, exchangeId: 'x-1' });
    expect(
      await read({ ...good, amountToSend: '1000.500000', extraFields: {}, value: '0' }),
    ).toMatchObject({
      amount: 1_000_500_000n,
    });
  });

  it('may have a memo, a tag as a number too', async () => {
    expect(await read({ ...good, extraFields: { name: 'memo', value: '0042' } })).toMatchObject({
      memo: '0042',
    });
    expect(await read({ ...good, extraFields: { name: 'tag', value: 4_711 } })).toMatchObject({
      memo: '4711',
    });
    expect(await read({ ...good, extraFields: { name: 'memo', value: '' } })).not.toHaveProperty(
      'memo',
    );
  });

  it.each<[string, Record<string, unknown>]>([
    ['no address', { depositAddress: '' }],
    ['no amount', { amountToSend: null }],
    ['more decimals than the token has', { amountToSend: '1000.5000001' }],
    ['an amount with an exponent', { amountToSend: '1e3' }],
    ['nothing to send', { amountToSend: '0' }],
    ['no number', { exchangeId: undefined }],
    ['a number with a line break', { exchangeId: 'x\n1' }],
    ['a memo of two lines', { extraFields: { value: 'a\u0000b' } }],
    ['a memo that turns the text around', { extraFields: { value: 'a\u202eb' } }],
    ['a memo that is no text', { extraFields: { value: { tag: 1 } } }],
    ['a tag that is not whole', { extraFields: { value: 1.5 } }],
    ['a further field that nobody knows', { extraFields: { value: '1', paymentId: '2' } }],
    ['a call beside it', { to: address, data: '0x01' }],
    ['a whole transaction beside it', { psbt: 'cHNidP8=' }],
    ['another value beside it', { value: '5' }],
  ])('cannot be used: %s', async (_what, change) => {
    await expect(read({ ...good, ...change })).rejects.toMatchObject({ code: 'ROUTER_MALFORMED' });
  });

  it('is no swap of a wallet, and the other way round', async () => {
    await expect((await client(answer(good))).swap(makeJob(), 'q-1')).rejects.toMatchObject({
      code: 'ROUTER_MALFORMED',
    });
    await server?.close();
    await expect((await client(swapBody())).deposit(job, 'q-1')).rejects.toMatchObject({
      code: 'ROUTER_MALFORMED',
    });
  });

  it('needs nobody’s allowance, whatever the quote says', async () => {
    expect(await (await client(quoteBody())).quote(job)).not.toHaveProperty('spender');
  });

  it('says where it would come back to, where the service says that', async () => {
    const body = answer(good);
    const echoed = { ...body, quote: { ...(body.quote as object), refundAddress: wallet } };
    expect((await (await client(echoed)).deposit(job, 'q-1')).echo).toMatchObject({
      refundAddress: wallet,
    });
  });

  it('is followed by its quote alone', async () => {
    const router = await client({ status: 'PENDING' });
    expect(await router.status({ quoteId: 'q-1' })).toMatchObject({ status: 'PENDING' });
    const [{ path } = { path: '' }] = server!.requests;
    expect(path).toContain('id=q-1');
    expect(path).not.toContain('srcTxHash');
  });
});
