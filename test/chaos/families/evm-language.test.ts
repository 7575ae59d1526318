import { describe, expect, it } from 'vitest';
import type { LieHow } from '../faults.ts';
import { startBefore } from '../proxies/start-before.ts';
import { evmLanguage } from './evm-language.ts';

describe('the proxies of an EVM chain', () => {
  const call = (id: number, method: string, ...params: unknown[]) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  });
  /** A node at block 100, which has one transaction in its newest block and one in its pool. */
  function node(body: string): string {
    const asked = JSON.parse(body) as ReturnType<typeof call> | ReturnType<typeof call>[];
    const answers = [asked]
      .flat()
      .map(({ id, method, params }) => ({ jsonrpc: '2.0', id, result: tell(method, params) }));
    return JSON.stringify(Array.isArray(asked) ? answers : answers[0]);
  }
  function tell(method: string, params: unknown[]): unknown {
    if (method === 'eth_blockNumber') return '0x64';
    if (method === 'eth_getTransactionCount') return '0x5';
    if (method === 'eth_getBlockByNumber') return { number: params[0] };
    return { hash: params[0], blockNumber: params[0] === '0xpool' ? null : '0x64' };
  }
  const ask = async (url: string | undefined, ...calls: unknown[]) =>
    (await (await fetch(url ?? '', { method: 'POST', body: JSON.stringify(calls) })).json()) as {
      result: unknown;
    }[];
  const results = (answers: { result: unknown }[]) => answers.map(({ result }) => result);
  const looks = [
    call(1, 'eth_getTransactionReceipt', '0xmined'),
    call(2, 'eth_getTransactionByHash', '0xpool'),
    call(3, 'eth_getBlockByNumber', 'latest'),
  ];

  async function startLying(how: LieHow) {
    const lie = {
      fault: { kind: 'lie', how, requests: 2 },
      at: 'rpc eth_getTransactionReceipt',
      nth: 1,
    } as const;
    return (await startBefore('ETH', evmLanguage, node, lie)).urls;
  }
  const mined = { hash: '0xmined', blockNumber: '0x64' };
  const pooled = { hash: '0xpool', blockNumber: null };

  it('tell of an older chain on one of the two, for so many requests', async () => {
    const [behind, other] = await startLying('behind');
    expect(results(await ask(behind, ...looks))).toEqual([null, pooled, { number: '0x5e' }]);
    expect(results(await ask(other, ...looks))).toEqual([mined, pooled, { number: 'latest' }]);
    await ask(behind, ...looks);
    expect(results(await ask(behind, ...looks))).toEqual([mined, pooled, { number: 'latest' }]);
  });

  it('do not know what waits in the pool, but what is included', async () => {
    const [unknowing] = await startLying('unknown-transaction');
    expect(results(await ask(unknowing, ...looks))).toEqual([mined, null, { number: 'latest' }]);
  });

  it('have the blocks, and do not know what their transactions came to', async () => {
    const [unknowing] = await startLying('unknown-outcome');
    expect(results(await ask(unknowing, ...looks))).toEqual([null, pooled, { number: 'latest' }]);
  });

  it('say of what is included that it failed', async () => {
    const [lying, other] = await startLying('failed-outcome');
    const failed = { ...mined, status: '0x0' };
    expect(results(await ask(lying, ...looks))).toEqual([failed, pooled, { number: 'latest' }]);
    expect(results(await ask(other, ...looks))).toEqual([mined, pooled, { number: 'latest' }]);
  });

  it('count more used nonces at an older block than there are, and not at the newest', async () => {
    const [wrong] = await startLying('used-nonces');
    const counts = [
      call(1, 'eth_getTransactionCount', '0xa', '0x60'),
      call(2, 'eth_getTransactionCount', '0xa', 'latest'),
      call(3, 'eth_getTransactionReceipt', '0xmined'),
    ];
    expect(results(await ask(wrong, ...counts))).toEqual(['0x3ed', '0x5', mined]);
  });

  it('count each question of a request, and strike it once', async () => {
    const drop = { fault: { kind: 'drop' }, at: 'rpc eth_getTransactionCount', nth: 2 } as const;
    const late = { fault: { kind: 'drop' }, at: 'rpc eth_feeHistory', nth: 1 } as const;
    const { urls, referee } = await startBefore('ETH', evmLanguage, node, drop, late);
    const asked = [
      call(1, 'eth_getTransactionCount'),
      call(2, 'eth_getTransactionCount'),
      call(3, 'eth_feeHistory'),
    ];
    await expect(ask(urls[0], ...asked)).rejects.toThrow('fetch failed');
    expect(referee.struck()).toEqual({ drop: 1 });
  });
});
