import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextTry } from '../../src/executor/webhooks/next-try.ts';
import { createWebhookSender, webhookUrlFault } from '../../src/http/create-webhook-sender.ts';
import { isPublicAddress } from '../../src/http/public-address.ts';
import type { WebhookPolicy } from '../../src/ports/webhook-sender.ts';
import { type AnsweringServer, startAnsweringServer } from '../support/answering-server.ts';
import { hangLimit, hangSignal } from '../support/hang-limit.ts';

let receiver: AnsweringServer;
beforeAll(async () => {
  receiver = await startAnsweringServer(({ path }, response) => {
    if (path === '/redirect') response.writeHead(302, { location: '/elsewhere' }).end();
    else if (path === '/later') response.writeHead(429, { 'retry-after': '90' }).end();
    else if (path === '/endless') {
      response.writeHead(200);
      for (let part = 0; part < 100; part += 1) response.write('x'.repeat(10_000));
    } else if (path !== '/silent') response.end('{}');
  });
});
afterAll(() => receiver.close());

/** Resolves every name to these addresses. */
async function send(
  path: string,
  addresses: readonly string[],
  policy: WebhookPolicy,
  timeout = hangLimit,
) {
  const lookup = ((_host: string, _options: object, done: (...found: unknown[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as never;
  const sender = createWebhookSender({ ...policy, lookup });
  const url = `http://hooks.example:${new URL(receiver.url).port}${path}`;
  try {
    return await sender({ url, headers: {}, body: '{}', timeout, signal: hangSignal() });
  } finally {
    await sender.close();
  }
}

describe('an address', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
    'on the internet is public: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '100.100.100.200',
    '169.254.169.254',
    '168.63.129.16',
    '192.0.0.192',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'localhost',
    '',
  ])('of a private network, or that stands for one, is not: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('the URL of a webhook', () => {
  it.each([
    ['http://hooks.example/', 'goes over the network without TLS'],
    ['https://127.0.0.1/', 'is an address that is not public'],
    ['https://2130706433/', 'is an address that is not public'],
    ['https://0x7f.1/', 'is an address that is not public'],
    ['https://[::1]/', 'is an address that is not public'],
    ['https://[::ffff:10.0.0.1]/', 'is an address that is not public'],
    ['https://user:secret@hooks.example/', 'has a user or password in it'],
    ['ftp://hooks.example/', 'is no https URL'],
    ['hooks.example', 'is no URL'],
  ])('cannot be %s', (url, fault) => {
    expect(webhookUrlFault(url, {})).toBe(fault);
  });

  it('may be of a host that is allowed', () => {
    expect(webhookUrlFault('https://hooks.example/a?b=c', {})).toBeUndefined();
    expect(webhookUrlFault('http://[::1]:8080/', { allowedHosts: ['::1'] })).toBeUndefined();
    expect(webhookUrlFault('http://10.0.0.1/', { allowPrivateAddresses: true })).toBeUndefined();
    expect(webhookUrlFault('http://other/', { allowedHosts: ['hooks.example'] })).toBeDefined();
  });
});

describe('a message', () => {
  const allowed = { allowedHosts: ['hooks.example'] };

  it('goes to no name whose address is private as the connection is made, unless allowed', async () => {
    const sender = createWebhookSender({
      lookup: ((_host: string, _options: object, done: (...found: unknown[]) => void) =>
        done(null, [
          { address: '8.8.8.8', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ])) as never,
    });
    const url = 'https://hooks.example/';
    const request = { url, headers: {}, body: '{}', timeout: hangLimit, signal: hangSignal() };
    expect(await sender(request)).toEqual({
      kind: 'failed',
      error: expect.stringContaining('its address is not public'),
    });
    await sender.close();
    expect(await send('/', ['127.0.0.1'], allowed)).toEqual({ kind: 'answered', status: 200 });
  });

  it('follows no redirect, reads no endless answer, and waits no longer than it may', async () => {
    const before = receiver.requests.length;
    const to = (path: string, timeout?: number) => send(path, ['127.0.0.1'], allowed, timeout);
    expect(await to('/redirect')).toEqual({ kind: 'answered', status: 302 });
    expect(await to('/later')).toEqual({ kind: 'answered', status: 429, retryAfter: 90_000 });
    expect(await to('/endless')).toMatchObject({ status: 200 });
    expect(await to('/silent', 200)).toMatchObject({
      kind: 'failed',
      error: expect.stringContaining('in time'),
    });
    expect(receiver.requests.slice(before).map(({ path }) => path)).toEqual([
      '/redirect',
      '/later',
      '/endless',
      '/silent',
    ]);
  });
});

describe('the next try', () => {
  const hour = 3_600_000;
  const tried = {
    answer: { kind: 'answered', status: 500 },
    attempts: 0,
    expiresAt: 24 * hour,
    now: 0,
    random: 0.5,
  } as const;

  it('comes later each time, within a day, and not before the receiver asks for it', () => {
    let [now, attempts] = [0, 0];
    for (; ; attempts += 1) {
      const { next } = nextTry({ ...tried, now, attempts });
      if (next.kind !== 'retry') break;
      now += next.delay;
    }
    expect(now).toBeGreaterThan(19 * hour);
    expect(now).toBeLessThanOrEqual(24 * hour);
    expect(attempts).toBeGreaterThan(10);
    const asked = { kind: 'answered', status: 429, retryAfter: 2 * hour } as const;
    expect(nextTry({ ...tried, answer: asked })).toEqual({
      next: { kind: 'retry', delay: 2 * hour },
    });
  });
});
