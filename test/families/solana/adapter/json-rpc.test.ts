import { describe, expect, it } from 'vitest';
import { createRpc, RpcRefusal } from '../../../../src/families/solana/adapter/json-rpc.ts';
import { hangLimit } from '../../../support/hang-limit.ts';

const secretUrl = 'https://node.example/v1/secret-key';
const slot = { method: 'getSlot', params: [] };
const height = { method: 'getBlockHeight', params: [] };

/** A node that answers this, whatever it is asked. */
const answering = (body: unknown, init: ResponseInit = {}) =>
  createRpc(secretUrl, {
    timeoutMs: hangLimit,
    fetch: async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), init),
  });

describe('questions to a Solana node', () => {
  it('are asked alone or together, and answered in their order', async () => {
    const bodies: unknown[] = [];
    const ask = createRpc(secretUrl, {
      timeoutMs: hangLimit,
      fetch: async (_url, init) => {
        expect(init?.redirect).toBe('error');
        const asked = JSON.parse(String(init?.body));
        bodies.push(asked);
        if (!Array.isArray(asked))
          return Response.json({ jsonrpc: '2.0', id: asked.id, result: 'one' });
        return Response.json(
          asked.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method })).reverse(),
        );
      },
    });
    expect(await ask([slot])).toEqual(['one']);
    expect(await ask([slot, height])).toEqual(['getSlot', 'getBlockHeight']);
    expect(bodies[0]).toEqual({ jsonrpc: '2.0', id: 0, ...slot });
  });

  it('may be refused one by one, or all at once', async () => {
    const error = { code: -32_007, message: 'skipped', data: { slot: 1 } };
    const one = [
      { id: 1, result: 7 },
      { id: 0, error },
    ];
    const [refused, answered] = await answering(one)([slot, height]);
    expect(refused).toBeInstanceOf(RpcRefusal);
    expect(refused).toMatchObject({ code: -32_007, data: { slot: 1 } });
    expect(answered).toBe(7);
    const all = await answering(
      { id: null, error: { code: 429, message: 'slow down' } },
      { status: 429 },
    )([slot, height]);
    expect(all).toMatchObject([{ code: 429 }, { code: 429 }]);
  });

  it.each<[string, unknown, ResponseInit?]>([
    ['a page', '<html>'],
    ['a page with an error', '<html>', { status: 503 }],
    ['nothing', ''],
    ['an answer too few', [{ id: 0, result: 1 }]],
    [
      'an answer twice',
      [
        { id: 0, result: 1 },
        { id: 0, result: 2 },
      ],
    ],
    [
      'an answer to another question',
      [
        { id: 0, result: 1 },
        { id: 5, result: 2 },
      ],
    ],
    ['one answer for two questions', { id: 0, result: 1 }],
    ['neither result nor error', [{ id: 0 }, { id: 1 }]],
  ])('have no answer in %s', async (_what, body, init) => {
    const error = await answering(body, init)([slot, height]).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'RPC_UNAVAILABLE' });
    expect(JSON.stringify(error) + String(error)).not.toContain('secret-key');
  });

  it('are told how long to wait', async () => {
    const init = { status: 429, headers: { 'retry-after': '7' } };
    await expect(answering('busy', init)([slot])).rejects.toMatchObject({ retryAfter: 7_000 });
  });

  it('do not wait for ever', async () => {
    const ask = createRpc(secretUrl, {
      timeoutMs: 20,
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    });
    await expect(ask([slot])).rejects.toThrow('timed out');
  });
});
