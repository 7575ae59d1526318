import { afterEach, describe, expect, it } from 'vitest';
import { evmLanguage } from '../families/evm-language.ts';
import { solanaLanguage } from '../families/solana-language.ts';
import { tronLanguage } from '../families/tron-language.ts';
import type { Fault, PlannedFault } from '../faults.ts';
import { createReferee } from '../referee.ts';
import { type NodeLanguage, startChainProxies } from './chain-proxies.ts';
import { startAnsweringServer } from './start-answering-server.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const closer of closers.splice(0).reverse()) await closer();
});

/** Two endpoints before a node that answers as `reply` does, which come to one fault. */
async function startBefore(
  chain: string,
  language: NodeLanguage,
  reply: (body: string, path: string) => string,
  ...planned: PlannedFault[]
) {
  const server = await startAnsweringServer(reply);
  closers.push(server.close);
  const referee = createReferee();
  referee.expect(planned, () => 1);
  const proxies = await startChainProxies({ url: server.url, chain, controlUrl: '', deepest: 3 }, language, referee);
  closers.push(() => proxies.close());
  return { urls: proxies.urls, referee };
}

describe('the proxies of a chain', () => {
  const call = (id: number, method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id, method, params });
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
    if (method === 'eth_getBlockByNumber') return { number: params[0] };
    return { hash: params[0], blockNumber: params[0] === '0xpool' ? null : '0x64' };
  }
  const ask = async (url: string | undefined, ...calls: unknown[]) =>
    (await (await fetch(url ?? '', { method: 'POST', body: JSON.stringify(calls) })).json()) as { result: unknown }[];
  const results = (answers: { result: unknown }[]) => answers.map(({ result }) => result);
  const looks = [
    call(1, 'eth_getTransactionReceipt', '0xmined'),
    call(2, 'eth_getTransactionByHash', '0xpool'),
    call(3, 'eth_getBlockByNumber', 'latest'),
  ];

  async function startLying(how: 'behind' | 'unknown-transaction') {
    const lie = { fault: { kind: 'lie', how, requests: 2 }, at: 'rpc eth_getTransactionReceipt', nth: 1 } as const;
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

  it('count each question of a request, and strike it once', async () => {
    const drop = { fault: { kind: 'drop' }, at: 'rpc eth_getTransactionCount', nth: 2 } as const;
    const late = { fault: { kind: 'drop' }, at: 'rpc eth_feeHistory', nth: 1 } as const;
    const { urls, referee } = await startBefore('ETH', evmLanguage, node, drop, late);
    const asked = [call(1, 'eth_getTransactionCount'), call(2, 'eth_getTransactionCount'), call(3, 'eth_feeHistory')];
    await expect(ask(urls[0], ...asked)).rejects.toThrow('fetch failed');
    expect(referee.struck()).toEqual({ drop: 1 });
  });
});

describe('the proxies of TRON', () => {
  /** A node at block 100, which has one transaction in its newest block and one that waits. */
  function node(path: string, body: string): unknown {
    const { value, id_or_num: wanted = 100 } = JSON.parse(body) as { value?: string; id_or_num?: string };
    if (path.endsWith('getnowblock') || path.endsWith('getblock')) {
      return { block_header: { raw_data: { number: Number(wanted) } } };
    }
    if (path.endsWith('gettransactioninfobyid')) return value === 'mined' ? { id: value, blockNumber: 100 } : {};
    return value === 'waiting' ? { txID: value } : {};
  }
  const newest = { block_header: { raw_data: { number: 100 } } };
  const ask = async (url: string | undefined, path: string, body: object = {}) => {
    const answer = await fetch(`${url}/${path}`, { method: 'POST', body: JSON.stringify(body) });
    return (await answer.json()) as unknown;
  };

  async function start(fault: Fault, at: PlannedFault['at'] = 'rpc wallet/gettransactioninfobyid') {
    const reply = (body: string, path: string) => JSON.stringify(node(path, body));
    return (await startBefore('TRON', tronLanguage, reply, { fault, at, nth: 1 })).urls;
  }

  it('tell of an older chain on one of the two', async () => {
    const [behind, other] = await start({ kind: 'lie', how: 'behind', requests: 4 });
    expect(await ask(behind, 'wallet/gettransactioninfobyid', { value: 'mined' })).toEqual({});
    expect(await ask(behind, 'wallet/getblock', { detail: false })).toEqual({
      block_header: { raw_data: { number: 94 } },
    });
    expect(await ask(behind, 'wallet/getblock', { id_or_num: '97' })).toEqual({});
    expect(await ask(other, 'wallet/getblock')).toEqual(newest);
    await ask(behind, 'wallet/getblock');
    expect(await ask(behind, 'wallet/getblock')).toEqual(newest);
  });

  it('do not know what waits, but what is included', async () => {
    const [unknowing] = await start({ kind: 'lie', how: 'unknown-transaction', requests: 9 });
    expect(await ask(unknowing, 'wallet/gettransactioninfobyid', { value: 'mined' })).toMatchObject({ id: 'mined' });
    expect(await ask(unknowing, 'wallet/gettransactionfrompending', { value: 'waiting' })).toEqual({});
  });

  it('have the blocks, and do not know what their transactions came to', async () => {
    const [unknowing] = await start({ kind: 'lie', how: 'unknown-outcome', requests: 9 });
    expect(await ask(unknowing, 'wallet/gettransactioninfobyid', { value: 'mined' })).toEqual({});
    expect(await ask(unknowing, 'walletsolidity/gettransactioninfobyid', { value: 'mined' })).toEqual({});
    expect(await ask(unknowing, 'wallet/getblock')).toEqual(newest);
  });

  it('are busy in java-tron’s words, to what is sent and to what is asked', async () => {
    const busy = { kind: 'error', how: 'busy', forwarded: false } as const;
    const [sends] = await start(busy, 'rpc wallet/broadcasthex');
    expect(await ask(sends, 'wallet/broadcasthex')).toMatchObject({ code: 'SERVER_BUSY' });
    const [reads] = await start(busy, 'rpc wallet/getblock');
    expect(await ask(reads, 'wallet/getblock')).toMatchObject({ Error: expect.stringContaining('lack of computing') });
    expect(await ask(reads, 'wallet/getblock')).toEqual(newest);
  });
});

describe('the proxies of Solana', () => {
  const [newest, final] = [1_000, 996];
  const signatures = ['mined', 'final'];
  const slots: Readonly<Record<string, number>> = { mined: newest, final: 900 };
  const call = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: method, method, params });

  /** A node with a block in every slot and as many heights as slots, and a transaction in its newest block and one in an old one. */
  function tell(method: string, params: unknown[]): unknown {
    const { commitment } = (params[0] ?? {}) as { commitment?: string };
    const head = commitment === 'confirmed' ? newest : final;
    switch (method) {
      case 'getSlot':
      case 'getBlockHeight':
        return head;
      case 'getBlocks': {
        const [from = 0, to = 0] = params as number[];
        return Array.from({ length: to - from + 1 }, (_, index) => from + index);
      }
      case 'getBlock':
        return { blockhash: `of ${params[0]}` };
      case 'getLatestBlockhash':
        return { context: { slot: newest }, value: { blockhash: `of ${newest}`, lastValidBlockHeight: newest + 150 } };
      case 'getTransaction':
        return { slot: slots[`${params[0]}`] };
      default:
        return {
          context: { slot: newest },
          value: signatures.map((name) => ({
            slot: slots[name],
            confirmationStatus: name === 'mined' ? 'confirmed' : 'finalized',
          })),
        };
    }
  }

  async function startLying(how: 'behind' | 'unknown-outcome') {
    const lie = { fault: { kind: 'lie', how, requests: 2 }, at: 'rpc getSignatureStatuses', nth: 1 } as const;
    const reply = (body: string) => {
      const asked = JSON.parse(body) as ReturnType<typeof call> | ReturnType<typeof call>[];
      const answers = [asked].flat().map(({ id, method, params }) => ({ id, result: tell(method, params) }));
      return JSON.stringify(Array.isArray(asked) ? answers : answers[0]);
    };
    return (await startBefore('SOLANA', solanaLanguage, reply, lie)).urls;
  }

  const confirmed = { commitment: 'confirmed' };
  const looks = [
    call('getSignatureStatuses', signatures),
    call('getSlot', confirmed),
    call('getBlockHeight', {}),
    call('getTransaction', 'mined', confirmed),
    call('getBlock', 997, confirmed),
    call('getLatestBlockhash', confirmed),
  ];
  const ask = async (url: string | undefined) => {
    const answer = await fetch(url ?? '', { method: 'POST', body: JSON.stringify(looks) });
    return ((await answer.json()) as { result?: unknown; error?: unknown }[]).map(
      ({ result, error }) => result ?? error ?? null,
    );
  };
  const old = { slot: 900, confirmationStatus: 'finalized' };
  const truth = [
    { value: [{ slot: newest, confirmationStatus: 'confirmed' }, old] },
    newest,
    final,
    { slot: newest },
    { blockhash: 'of 997' },
    { value: { blockhash: 'of 1000', lastValidBlockHeight: 1_150 } },
  ];

  it('tell of an older chain on one of the two, for so many requests', async () => {
    const [behind, other] = await startLying('behind');
    expect(await ask(behind)).toMatchObject([
      { value: [null, old] },
      994,
      990,
      null,
      { code: -32004 },
      { value: { blockhash: 'of 994', lastValidBlockHeight: 1_144 } },
    ]);
    expect(await ask(other)).toMatchObject(truth);
    await ask(behind);
    expect(await ask(behind)).toMatchObject(truth);
  });

  it('have the blocks, and do not know what their transactions came to', async () => {
    const [unknowing] = await startLying('unknown-outcome');
    expect(await ask(unknowing)).toMatchObject([{ value: [null, null] }, newest, final, null, ...truth.slice(4)]);
  });
});
