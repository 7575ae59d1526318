import { describe, expect, it } from 'vitest';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import { createTronAdapter } from '../../../../src/families/tron/adapter/create-tron-adapter.ts';
import { account, usdt } from '../guard/scenario.ts';
import { blockAt, chain, latest, now } from './fake-node.ts';

type Answer = (url: URL, init: RequestInit) => Response | Promise<Response>;

function adapterWith(answer: Answer, { timeoutMs }: { timeoutMs?: number } = {}) {
  const url = 'https://node.example/key-123/?token=secret';
  const asked: URL[] = [];
  let time = now;
  const fetch = (async (input: string | URL | Request, init: RequestInit = {}) => {
    const target = new URL(String(input));
    asked.push(target);
    return answer(target, init);
  }) as typeof globalThis.fetch;
  const adapter = createTronAdapter({
    chain,
    rpcUrls: [url],
    fetch,
    clock: { now: () => time },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  return {
    adapter,
    asked,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

const block = (init: RequestInit): Response => {
  const { id_or_num = `${latest}` } = JSON.parse(String(init.body)) as { id_or_num?: string };
  return Response.json(blockAt(Number(id_or_num)));
};

describe('a URL with a key in it', () => {
  it('is used unchanged, and never shown', async () => {
    const { adapter, asked } = adapterWith((url, init) =>
      url.pathname.endsWith('getblock') ? block(init) : new Response('', { status: 403 }),
    );
    await adapter.head();
    expect(asked[0]?.href).toBe('https://node.example/key-123/wallet/getblock?token=secret');
    const error = await adapter.balances(account, [usdt]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FerrymanError);
    const { message, details } = error as FerrymanError;
    const shown = JSON.stringify([message, details, adapter.endpoints().map(({ host }) => host)]);
    expect(shown).toContain('node.example');
    expect(shown).not.toMatch(/key-123|secret/);
  });
});

describe('a request', () => {
  it('follows no redirect', async () => {
    const redirects: unknown[] = [];
    const { adapter } = adapterWith((_url, init) => {
      redirects.push(init.redirect);
      return block(init);
    });
    await adapter.head();
    expect(redirects.every((redirect) => redirect === 'error')).toBe(true);
  });

  it('ends with its timeout, even in the middle of an answer', async () => {
    const silent: Answer = (_url, { signal }) => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{'));
          signal?.addEventListener('abort', () => controller.error(signal.reason));
        },
      });
      return new Response(body);
    };
    const { adapter } = adapterWith(silent, { timeoutMs: 50 });
    await expect(adapter.head()).rejects.toMatchObject({
      code: 'RPC_UNAVAILABLE',
      message: expect.stringContaining('timed out'),
    });
  });

  it('is not repeated before the node’s retry time, and then is', async () => {
    let isBusy = true;
    const { adapter, asked, pass } = adapterWith((_url, init) =>
      isBusy ? new Response('', { status: 429, headers: { 'retry-after': '30' } }) : block(init),
    );
    await expect(adapter.head()).rejects.toMatchObject({
      code: 'RPC_UNAVAILABLE',
      retryAfter: 30_000,
    });
    expect(adapter.endpoints()).toMatchObject([{ host: 'node.example', error: 'RPC_UNAVAILABLE' }]);
    isBusy = false;
    pass(30_000);
    expect((await adapter.head()).latest).toBe(BigInt(latest));
    expect(adapter.endpoints()[0]).not.toHaveProperty('error');
    expect(asked.length).toBeGreaterThan(1);
  });
});
