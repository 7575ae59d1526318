import { Address, internal } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLacking, type Lacking, needsOf } from '../../shared/endpoints/lacking.ts';
import {
  coin,
  finalityDepth,
  type LocalChain,
  type LocalWallet,
  startLocalChain,
} from './local-chain.ts';
import { ApiRefusal, lyingFetch } from './lying-fetch.ts';

const burnt = `0:${'0'.repeat(64)}`;

describe('the doctor at a server of TON', () => {
  let local: LocalChain;
  let wallet: LocalWallet;
  beforeAll(async () => {
    local = await startLocalChain();
    wallet = await local.newWallet('v5r1');
  });
  afterAll(() => local?.close());

  /** A server that answers a method with this refusal. */
  const refusing =
    (refused: string, error: string, code: number): typeof fetch =>
    async (url, init) => {
      const { method } = JSON.parse(String(init?.body)) as { method: string };
      if (method !== refused) return fetch(url, init);
      return Response.json({ ok: false, error, code }, { status: code });
    };

  describe('of a network on which nothing was burnt', () => {
    const examine = (stands?: typeof fetch) =>
      local.adapter(stands ? { fetch: stands } : {}).examine([]);

    it('finds all that Ferryman needs, also without a wallet', async () => {
      const findings = await examine();
      expectLacking(findings, {});
      expect(needsOf(findings)).toEqual([
        'HEAD',
        'SIMULATION',
        'TRACING',
        'HISTORY',
        'FEES',
        'RATE',
      ]);
      expect(findings.find(({ need }) => need === 'FEES')?.message).toMatch(/would show/);
    });

    it.each<[string, Lacking]>([
      ['runGetMethod', { SIMULATION: 'missing' }],
      ['tryLocateSourceTx', { TRACING: 'missing' }],
      ['tryLocateResultTx', { TRACING: 'missing' }],
      ['getTransactions', { TRACING: 'missing', HISTORY: 'missing' }],
      ['estimateFee', { FEES: 'missing' }],
    ])('names %s if the server does not know it', async (method, lacking) => {
      const findings = await examine(refusing(method, 'Unknown method', 404));
      expectLacking(findings, lacking, new RegExp(`refuses ${method}: Unknown method`));
    });

    it('finds that there is no archive node', async () => {
      const error = 'No working liteservers with ls_index=None, archival=True';
      const findings = await examine(refusing('getTransactions', error, 503));
      expectLacking(
        findings,
        { TRACING: 'missing', HISTORY: 'missing' },
        /does not answer getTransactions/,
      );
    });
  });

  describe('of a network on which coins were burnt today', () => {
    beforeAll(async () => {
      for (const amount of [coin, 2n * coin]) {
        const { landed } = local.sandbox.treasury.send(
          internal({ to: Address.parseRaw(burnt), value: amount, bounce: false }),
        );
        await local.mine(2 * finalityDepth);
        await landed;
      }
    });

    const examine = (stands?: typeof fetch) =>
      local.adapter(stands ? { fetch: stands } : {}).examine([wallet.address]);

    it('finds all that Ferryman needs, and has seen it', async () => {
      const findings = await examine();
      expectLacking(findings, {});
      const messages = new Map(findings.map(({ need, message }) => [need, message]));
      expect(messages.get('TRACING')).toMatch(/has sent and what has received a message/);
      expect(messages.get('HISTORY')).toMatch(/the 2 transactions of the zero address/);
      expect(messages.get('FEES')).toMatch(/a fee of 0\.\d+ TON/);
    });

    it.each<[string, Lacking]>([
      ['runGetMethod', { SIMULATION: 'missing' }],
      ['getTransactions', { TRACING: 'missing', HISTORY: 'missing' }],
      ['estimateFee', { FEES: 'missing' }],
    ])('names %s if the server refuses it in words of its own', async (method, lacking) => {
      const lies = { [method]: () => new ApiRefusal('not in your plan') };
      const findings = await examine(lyingFetch(lies));
      expectLacking(findings, lacking, new RegExp(`refuses ${method}: not in your plan`));
    });

    it('finds that the sender of a message is not found', async () => {
      const lies = { tryLocateSourceTx: () => new ApiRefusal('Tx not found') };
      const findings = await examine(lyingFetch(lies));
      expectLacking(findings, { TRACING: 'missing' }, /does not find what sent or received/);
    });

    it('needs no other way to the receiver than its history', async () => {
      const lies = { tryLocateResultTx: () => new ApiRefusal('Tx not found') };
      expectLacking(await examine(lyingFetch(lies)), {});
    });

    it('finds that the history ends within the day', async () => {
      // A page of one, which names another before it, and then nothing.
      let pages = 0;
      const ends = lyingFetch({
        getTransactions: (page) => (pages++ % 2 === 0 ? (page as unknown[]).slice(0, 1) : []),
      });
      expectLacking(
        await examine(ends),
        { TRACING: 'missing', HISTORY: 'missing' },
        /does not have the history/,
      );
    });
  });
});
