import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { byHand, coinToPolygon, type Hand, usdcForDai } from './by-hand.ts';

let sandbox: Sandbox;
let hand: Hand;
let owner: ReturnType<Hand['wallet']>;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: [] });
  hand = byHand(sandbox.endpoints);
  owner = hand.wallet();
});

afterAll(() => sandbox?.close());

/** A quote request in the name of a referrer, so that each test has a scope of its own. */
function quote(referrer: string, apikey?: string): Promise<Response> {
  const trade = usdcForDai(owner.address, '1');
  return fetch(`${sandbox.endpoints.router.url}/api/routes/quoteBest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apikey === undefined ? {} : { apikey }) },
    body: JSON.stringify({ ...hand.tradeBody(trade, owner.address), referrer }),
  });
}

async function order(faults: Readonly<Record<string, unknown>>): Promise<void> {
  const answer = await hand.control('/router', faults);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
}

describe('faults of the router', () => {
  it('strike so many requests of their scope, and no others', async () => {
    await order({ scope: { referrer: 'a' }, failNext: 2, status: 502 });
    expect((await quote('b')).status).toBe(200);
    expect((await quote('a')).status).toBe(502);
    expect((await quote('a')).status).toBe(502);
    expect((await quote('a')).status).toBe(200);
  });

  it('can be for a path, a wallet or an API key', async () => {
    const unknown = `/api/info/statusExtended?srcTxHash=0x${'ab'.repeat(32)}`;
    await order({ scope: { path: '/api/info/statusExtended' }, failNext: 1 });
    expect((await quote('c')).status).toBe(200);
    expect((await hand.router(unknown)).status).toBe(503);
    expect((await hand.router(unknown)).status).toBe(200);

    await order({ scope: { wallet: owner.address, referrer: 'c' }, failNext: 1 });
    expect((await quote('d')).status).toBe(200);
    expect((await quote('c')).status).toBe(503);

    await order({ scope: { apiKey: 'k' }, failNext: 1 });
    expect((await quote('c')).status).toBe(200);
    expect((await quote('c', 'k')).status).toBe(503);
  });

  it('can be for the wallet whose payment a status is asked for', async () => {
    const payer = hand.wallet();
    await hand.fund('ETH', 'ETH', payer.address, 2n);
    const { receipt } = await hand.execute(coinToPolygon(payer.address), payer);
    const path = `/api/info/status?srcTxHash=${receipt.transactionHash}`;
    await waitFor(async () => {
      const { orders } = await hand.orders();
      expect(orders.map(({ sourceTx }) => sourceTx)).toContain(receipt.transactionHash);
    });
    await order({ scope: { wallet: payer.address }, failNext: 1 });
    expect((await hand.router(path)).status).toBe(503);
    expect((await hand.router(path)).status).toBe(200);
  });

  it('can be any code in either form', async () => {
    await order({ scope: { referrer: 'e' }, failNext: 1, status: 400, code: 1004 });
    expect(await (await quote('e')).json()).toMatchObject({
      error: { code: 1004 },
      id: expect.any(String),
    });
    await order({ scope: { referrer: 'e' }, failNext: 1, status: 422, code: 2007, asList: true });
    const listed = await quote('e');
    expect([listed.status, await listed.json()]).toMatchObject([422, { errors: [{ code: 2007 }] }]);
    await order({ scope: { referrer: 'e' }, failNext: 1, fault: 'error-inside', code: 2002 });
    const inside = await quote('e');
    expect([inside.status, await inside.json()]).toMatchObject([200, { error: { code: 2002 } }]);
  });

  it('limit the calls per minute, and say when to come again', async () => {
    await order({ scope: { referrer: 'f' }, callsPerMinute: 2 });
    expect((await quote('f')).status).toBe(200);
    expect((await quote('f')).status).toBe(200);
    const limited = await quote('f');
    expect([limited.status, await limited.json()]).toMatchObject([429, { error: { code: 2003 } }]);
    const wait = Number(limited.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await quote('g')).status).toBe(200);
    await order({ scope: { referrer: 'f' }, callsPerMinute: null });
    expect((await quote('f')).status).toBe(200);
  });

  it('need a number of requests to strike', async () => {
    for (const body of [
      { fault: 'html' },
      { status: 502 },
      { code: 2001 },
      { fault: 'nonsense', failNext: 1 },
    ]) {
      expect((await hand.control('/router', body)).status).toBe(400);
    }
  });

  it('cut a body off', async () => {
    await order({ scope: { referrer: 'h' }, failNext: 1, fault: 'cut' });
    const response = await quote('h');
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect((await quote('h')).status).toBe(200);
  });

  it.each([
    ['half-json', (text: string) => expect(() => JSON.parse(text)).toThrow(SyntaxError)],
    ['html', (text: string) => expect(text).toContain('<title>')],
    ['empty', (text: string) => expect(text).toBe('')],
    [
      'huge',
      (text: string) => expect(JSON.parse(text).padding.length).toBeGreaterThanOrEqual(10_000_000),
    ],
  ])('answer %s', async (fault, check) => {
    await order({ scope: { referrer: fault }, failNext: 1, fault });
    const response = await quote(fault);
    expect(response.status).toBe(200);
    check(await response.text());
    expect(await (await quote(fault)).json()).toHaveProperty('estimate');
  });

  it('misstate decimals everywhere', async () => {
    await order({ scope: { referrer: 'i' }, failNext: 1, fault: 'wrong-decimals' });
    const right = { tokens: { from: { decimals: 6 }, to: { decimals: 18 } } };
    const wrong = { tokens: { from: { decimals: 7 }, to: { decimals: 19 } } };
    expect(await (await quote('i')).json()).toMatchObject(wrong);
    expect(await (await quote('i')).json()).toMatchObject(right);
  });

  it('make requests wait', async () => {
    await order({ scope: { referrer: 'j' }, delayMs: 60_000 });
    const [slow, quick] = [quote('j'), quote('k')];
    expect(await Promise.race([slow, quick])).toBe(await quick);
    const closing = expect(slow).rejects.toThrow();
    await order({ scope: { referrer: 'j' }, delayMs: 0 });
    expect((await quote('j')).status).toBe(200);
    await sandbox.close();
    await closing;
  });
});
