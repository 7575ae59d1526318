import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createRouterTransport,
  isRefusedHost,
  type TransportPolicy,
} from '../../src/http/create-router-transport.ts';
import {
  forgedChain,
  forgedChainKey,
  forgedChainRoot,
  pinnedKey,
} from '../support/forged-chain.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { authority, certificate, pins, privateKey } from '../support/tls-certificate.ts';

const servers: Server[] = [];
let port = 0;
let forgedPort = 0;
async function listen(key: string, cert: string): Promise<number> {
  const server = createServer({ key, cert }, (_request, response) => response.end('{}'));
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
}
beforeAll(async () => {
  port = await listen(privateKey, certificate);
  forgedPort = await listen(forgedChainKey, forgedChain);
});
afterAll(() => {
  for (const server of servers) server.close();
});

const other = `${'A'.repeat(43)}=`;

/** Resolves every name to this machine. */
const lookup = ((_host: string, _options: object, done: (...found: unknown[]) => void) =>
  done(null, [{ address: '127.0.0.1', family: 4 }])) as never;

async function request(
  policy: TransportPolicy,
  url = `https://router.example:${port}/`,
  ca = authority,
) {
  const seen: { host: string; pin: string }[] = [];
  const transport = createRouterTransport({
    ...policy,
    baseUrl: url.includes('router.example') ? url : `https://router.example:${port}`,
    ca,
    lookup,
    onOtherKey: (one) => seen.push(one),
  });
  try {
    const response = await transport(url, { signal: hangSignal() });
    await response.body?.cancel();
    return { status: response.status, seen };
  } catch (error) {
    return { error, isRefused: isRefusedHost(error), seen };
  } finally {
    await transport.close();
  }
}

describe('the connection to the routing service', () => {
  it('does not go to a private address under a public name, unless the operator allows it', async () => {
    expect(await request({})).toMatchObject({ isRefused: true });
    expect(await request({ allowPrivateAddresses: true })).toMatchObject({ status: 200 });
  });

  it('goes to no other origin', async () => {
    const elsewhere = await request({ allowPrivateAddresses: true }, 'https://elsewhere.example/');
    expect(elsewhere).toMatchObject({ error: { message: expect.stringContaining('origin') } });
  });

  it.each([
    [pins.leaf, other],
    [other, pins.authority],
  ])('accepts a chain with a pinned key: %s, %s', async (...pinned) => {
    const { status, seen } = await request({ allowPrivateAddresses: true, pins: pinned });
    expect([status, seen]).toEqual([200, []]);
  });

  it('refuses a chain with a pinned authority that has issued nothing in it', async () => {
    const url = `https://router.example:${forgedPort}/`;
    const open = await request({ allowPrivateAddresses: true }, url, forgedChainRoot);
    expect(open).toMatchObject({ status: 200 });
    const policy = { allowPrivateAddresses: true, pins: [pinnedKey, other] };
    expect(await request(policy, url, forgedChainRoot)).toMatchObject({ isRefused: true });
  });

  it('refuses a valid certificate whose key is not pinned, and names the key', async () => {
    const policy = { allowPrivateAddresses: true, pins: [other, `${'B'.repeat(43)}=`] };
    const seen = [{ host: 'router.example', pin: pins.leaf }];
    expect(await request(policy)).toMatchObject({ isRefused: true, seen });
    expect(await request({ ...policy, pinMode: 'alert' })).toMatchObject({ status: 200, seen });
  });
});
