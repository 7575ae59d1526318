import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectLacking, type Lacking, needsOf } from '../../shared/endpoints/lacking.ts';
import { type LocalChain, type Server, startLocalChain } from './local-chain.ts';

const needs = ['HEAD', 'SIMULATION', 'HISTORY', 'FEES', 'RATE'];

describe('the doctor of Bitcoin', () => {
  let local: LocalChain;
  beforeAll(async () => {
    local = await startLocalChain('p2wpkh');
    await local.sandbox.blocks.mine(3);
  });
  afterEach(() => local.sandbox.setBitcoind({}));
  afterAll(() => local?.close());

  const examine = (server: Server, stands: typeof fetch = fetch) =>
    local.adapter({ servers: [server], fetch: stands }).examine([]);

  it.each<Server>(['esplora', 'bitcoind'])(
    'finds at %s all that Ferryman needs',
    async (server) => {
      const findings = await examine(server);
      expectLacking(findings, {});
      expect(needsOf(findings)).toEqual(needs);
    },
  );

  describe('at an Esplora server', () => {
    it.each<[string, RegExp, Lacking]>([
      ['tx/…', /^\/tx\/[^/]+$/, { SIMULATION: 'missing' }],
      ['tx/…/hex', /^\/tx\/[^/]+\/hex$/, { SIMULATION: 'missing' }],
      ['tx/…/outspend/…', /^\/tx\/[^/]+\/outspend\/\d+$/, { SIMULATION: 'missing' }],
      ['address/…/txs/chain', /^\/address\/[^/]+\/txs\/chain/, { HISTORY: 'missing' }],
      ['address/…/txs/mempool', /^\/address\/[^/]+\/txs\/mempool$/, { HISTORY: 'missing' }],
      ['address/…/utxo', /^\/address\/[^/]+\/utxo$/, { HISTORY: 'missing' }],
      ['tx/…/outspends', /^\/tx\/[^/]+\/outspends$/, { FEES: 'missing' }],
      ['fee-estimates', /^\/fee-estimates$/, { FEES: 'missing' }],
    ])('names %s if the server refuses it', async (path, refused, lacking) => {
      const findings = await examine('esplora', async (url, init) =>
        refused.test(new URL(String(url)).pathname)
          ? new Response('forbidden', { status: 403 })
          : fetch(url, init),
      );
      const named = new RegExp(`does not answer ${path.replaceAll('…', '\\w+')}: HTTP 403`);
      expectLacking(findings, lacking, named);
    });

    it('says that the server has no estimate of fee rates', async () => {
      const findings = await examine('esplora', async (url, init) =>
        String(url).endsWith('/fee-estimates') ? Response.json({}) : fetch(url, init),
      );
      expectLacking(findings, { FEES: 'limited' }, /has no estimate/);
    });
  });

  describe('at a node of Bitcoin Core', () => {
    const refusing =
      (refused: string, error: { code: number; message: string }): typeof fetch =>
      async (url, init) =>
        JSON.parse(String(init?.body)).method === refused
          ? Response.json({ result: null, error, id: 'ferryman' }, { status: 500 })
          : fetch(url, init);

    it.each<[string, Lacking]>([
      ['getrawtransaction', { SIMULATION: 'missing' }],
      ['gettxout', { SIMULATION: 'missing' }],
      ['gettxspendingprevout', { SIMULATION: 'missing' }],
      ['getblockfilter', { HISTORY: 'missing' }],
      ['scanblocks', { HISTORY: 'missing' }],
      ['estimatesmartfee', { FEES: 'missing' }],
      ['getmempoolinfo', { FEES: 'missing' }],
      ['getmempooldescendants', { FEES: 'missing' }],
    ])('names %s if the node refuses it', async (method, lacking) => {
      const error = { code: -32601, message: 'Method not found' };
      const findings = await examine('bitcoind', refusing(method, error));
      expectLacking(findings, lacking, new RegExp(`refuses ${method}: Method not found`));
    });

    it('says that the node has no estimate of fee rates', async () => {
      const error = { code: -32603, message: 'Fee estimation disabled' };
      const findings = await examine('bitcoind', refusing('estimatesmartfee', error));
      expectLacking(findings, { FEES: 'limited' }, /has no estimate/);
    });

    it('never searches all coins of the network', async () => {
      const asked: string[] = [];
      await examine('bitcoind', async (url, init) => {
        asked.push(JSON.parse(String(init?.body)).method);
        return fetch(url, init);
      });
      expect(asked).toContain('scanblocks');
      expect(asked).not.toContain('scantxoutset');
    });

    it('tries nothing else on a node without an index', async () => {
      local.sandbox.setBitcoind({ txindex: 'off' });
      const findings = await examine('bitcoind');
      expectLacking(findings, { HEAD: 'missing' }, /no txindex/);
      expect(needsOf(findings)).toEqual(['HEAD']);
    });
  });
});
