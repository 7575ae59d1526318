import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { type RpcProxy, startRpcProxy } from '../families/evm/adapter/rpc-proxy.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { startTestFerryman, submitJob, type TestFerryman } from '../support/harness.ts';
import { tellSandbox } from '../support/tell-sandbox.ts';
import { until } from '../support/until.ts';

/** Blocks come fast, because Solana's transactions live for 150 of them. */
const blockIntervalMs = 100;

let sandbox: Sandbox;
/** Two hosts of Solana: a sole one proves an absence only after as many blocks again. */
let proxies: RpcProxy[];
let one: TestFerryman;
beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: ['TRON', 'SOLANA'], blockIntervalMs });
  const { endpoints } = sandbox;
  const node = endpoints.chains.SOLANA?.rpcUrls[0] ?? '';
  proxies = await Promise.all(['127.0.0.1', 'localhost'].map((host) => startRpcProxy(node, host)));
  one = await startTestFerryman({
    endpoints,
    wallets: [],
    familyWallets: { tron: { name: 'treasury-tron' }, solana: { name: 'treasury-solana' } },
    // The order is good for as long as the transaction lives: it is sent again until it has
    // expired.
    policy: { inclusionWithin: 60_000 },
    adjust: (options) => ({
      ...options,
      chains: options.chains.map((entry) =>
        entry.chain.name === 'SOLANA'
          ? { ...entry, rpcUrls: proxies.map(({ url }) => url) }
          : entry,
      ),
    }),
  });
  for (const { family, address } of await one.ferryman.journal.wallets()) {
    await fundSandboxWallet(endpoints, address, family);
  }
});
afterAll(async () => {
  await one?.close();
  await Promise.all((proxies ?? []).map((proxy) => proxy.close()));
  await sandbox?.close();
});

/** Blocks go on, and nothing that is sent gets into one. */
const closed = {
  TRON: (isClosed: boolean) =>
    tellSandbox(sandbox.endpoints.control.url, '/chains/TRON', { stall: isClosed }),
  async SOLANA(isClosed: boolean) {
    for (const proxy of proxies) {
      proxy.act((questions) =>
        isClosed && questions.some(({ method }) => method === 'sendTransaction')
          ? 'drop_request'
          : 'forward',
      );
    }
  },
} as const;

const receivers = {
  TRON: 'T9yD14Nj9j7xAB4dbGeiX9hsSWU1V1kM1t',
  SOLANA: 'AndySkKBNfsoCgdukCbvorbQ8wKWcWUHJPX7kN5483Mm',
} as const;

const eventsOf = (id: SwapId) => one.ferryman.journal.events(id);

describe('a payment that nothing includes', () => {
  const cases = ['TRON', 'SOLANA'] as const;
  it.concurrent.each(cases)(
    'on %s is sent until it has expired, is proven dead, and only then made again',
    async (chain) => {
      const tokens = sandbox.endpoints.chains[chain]?.tokens ?? [];
      const usdc = tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '';
      await closed[chain](true);
      const { swap } = await submitJob(one.ferryman, {
        wallet: chain === 'TRON' ? 'treasury-tron' : 'treasury-solana',
        from: { chain, token: 'native' },
        to: { chain, token: usdc },
        amount: '3',
        receiver: receivers[chain],
        slippageBps: 200,
      });
      const proofs = async () =>
        (await eventsOf(swap.id)).filter(({ type }) => type === 'lease_proven');
      await until(async () => (await proofs()).length > 0);
      expect((await proofs())[0]?.data).toMatchObject({
        finding: 'expired',
        step: 'swap',
        outcome: 'dead',
      });
      await closed[chain](false);

      const { swap: ended } = await one.ferryman.awaitEnd(swap.id, { signal: hangSignal() });
      expect(ended).toMatchObject({ state: 'settled', fundsState: 'moved' });
      const events = await eventsOf(swap.id);
      const committed = events
        .filter(({ type }) => type === 'attempt_committed')
        .map(({ data }) => data.generation);
      expect(committed.at(0)).toBe(1);
      expect(committed.at(-1)).toBe(committed.length);
      const outcomes = (await proofs()).map(({ data }) => data.outcome);
      expect(outcomes).toEqual([...outcomes.slice(1).map(() => 'dead'), 'landed']);
      // Nothing was signed for the next generation before the one before it was proven dead.
      const order = events.flatMap(({ type }) =>
        type === 'attempt_committed' || type === 'lease_proven' ? [type] : [],
      );
      expect(order).toEqual(committed.flatMap(() => ['attempt_committed', 'lease_proven']));
    },
  );
});
