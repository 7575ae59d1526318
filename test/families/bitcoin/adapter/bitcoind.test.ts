import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BitcoindState } from '../../../../sandbox/bitcoin/bitcoind/bitcoind-context.ts';
import type { LeaseTerms } from '../../../../src/core/swap/swap.ts';
import { bitcoinNativeToken as native } from '../../../../src/families/bitcoin/formats/chain.ts';
import { until } from '../../../support/until.ts';
import { type LocalChain, proofDepth, startLocalChain } from './local-chain.ts';

/**
 * What is different where a node of Bitcoin Core is asked, which has to be told to keep what is
 * asked for.
 */
describe('a node of Bitcoin Core', () => {
  let local: LocalChain;
  beforeAll(async () => {
    local = await startLocalChain('p2wpkh');
  });
  afterEach(() => local.sandbox.setBitcoind({}));
  afterAll(() => local?.close());

  type Options = Parameters<LocalChain['adapter']>[0];
  const adapterOf = (options?: Options) => local.adapter({ servers: ['bitcoind'], ...options });
  const methodOf = (init?: RequestInit): string => JSON.parse(`${init?.body}`).method;

  /** Stands before the node: may do something before a question, and something with its answer. */
  function watched(watch: {
    before?: (method: string) => Promise<void>;
    after?: (method: string, result: Record<string, unknown>) => unknown;
  }): typeof fetch {
    return async (url, init) => {
      await watch.before?.(methodOf(init));
      const response = await fetch(url, init);
      const after = watch.after;
      if (!after || !response.ok) return response;
      const { result, ...others } = (await response.json()) as { result: Record<string, unknown> };
      return Response.json({ ...others, result: after(methodOf(init), result) });
    };
  }

  async function funded(satoshis = 1_000_000n): Promise<string> {
    const address = await local.newAddress();
    await local.fund(address, satoshis);
    return address;
  }

  async function unspentCoin() {
    const address = await funded();
    const { lease } = await signedPayment(address);
    const [coin = ''] = (lease.terms as Extract<LeaseTerms, { kind: 'outpoints' }>).outpoints;
    return { address, coin };
  }

  async function signedPayment(account: string, adapter = adapterOf()) {
    const to = await local.newAddress();
    const transaction = await adapter.inputs.choose(account, {
      family: 'bitcoin',
      kind: 'transfer',
      to,
      value: 250_000n,
    });
    const terms: LeaseTerms = { kind: 'outpoints', outpoints: adapter.inputs.of(transaction) };
    const fee = await adapter.estimateFee(account, transaction);
    const unsigned = await adapter.prepare({ account, terms, transaction, fee });
    return {
      to,
      lease: { account, terms },
      signed: await adapter.sign(unsigned, local.keys, account),
    };
  }

  const heldBy = async (account: string, adapter = adapterOf()) =>
    (await adapter.balances(account, [native])).balances.get(native);

  it.each<[string, Partial<BitcoindState>, string, RegExp]>([
    [
      'has no index of transactions',
      { txindex: 'off' },
      'RPC_UNSUPPORTED',
      /no txindex; .*-txindex=1/,
    ],
    [
      'has no filters of its blocks',
      { blockFilters: 'off' },
      'RPC_UNSUPPORTED',
      /-blockfilterindex=1/,
    ],
    [
      'is building its index of transactions',
      { txindex: 'building' },
      'RPC_BEHIND',
      /building its txindex/,
    ],
    [
      'is building its filters',
      { blockFilters: 'building' },
      'RPC_BEHIND',
      /building its basic block filter index/,
    ],
    ['is in its first download', { isDownloading: true }, 'RPC_BEHIND', /initial block download/],
    ['is starting', { isWarmingUp: true }, 'RPC_UNAVAILABLE', /Loading block index/],
  ])(
    'is not asked for anything while it %s, and what is missing is said',
    async (_what, state, code, message) => {
      local.sandbox.setBitcoind(state);
      await expect(adapterOf().head()).rejects.toMatchObject({
        code,
        message: expect.stringMatching(message),
      });
    },
  );

  it.each([
    ['a null', 502, { result: null, error: null, id: 'ferryman' }],
    ['an object of another kind', 429, { message: 'Too many requests' }],
  ])('is not what says %s for it, with a status that is no answer', async (_what, status, body) => {
    const { address, coin } = await unspentCoin();
    const adapter = adapterOf({
      fetch: async (url, init) =>
        methodOf(init) === 'gettxout'
          ? Response.json(body, { status, headers: { 'retry-after': '7' } })
          : fetch(url, init),
    });
    await expect(
      adapter.observe([{ txId: '5f'.repeat(32), outpoints: [coin] }], [address]),
    ).rejects.toMatchObject({
      code: 'RPC_UNAVAILABLE',
      message: expect.stringContaining(`HTTP ${status}`),
      retryAfter: 7_000,
    });
  });

  it('tells nobody the password that it refuses', async () => {
    const adapter = adapterOf({
      fetch: (url, init) =>
        fetch(url, { ...init, headers: { authorization: 'Basic d3Jvbmc6d3Jvbmc=' } }),
    });
    const refused = adapter.head();
    await expect(refused).rejects.toMatchObject({
      code: 'RPC_UNAVAILABLE',
      message: expect.stringContaining('401'),
    });
    const told = JSON.stringify(
      await refused.catch((error) => ({ ...error, message: error.message, stack: error.stack })),
    );
    expect(told).toContain('server-0.test');
    expect(told).not.toMatch(/sandbox:sandbox|c2FuZGJveDpzYW5kYm94/);
  });

  it('never takes what is not indexed yet for what is not there', async () => {
    const account = await funded();
    const adapter = adapterOf();
    const { to, lease, signed } = await signedPayment(account, adapter);
    await adapter.broadcast(signed);
    const { latest } = await adapter.head();
    await local.sandbox.blocks.mine(proofDepth + 1);
    const { outpoints } = lease.terms as Extract<LeaseTerms, { kind: 'outpoints' }>;

    // It was verified a moment ago, and restarted since.
    local.sandbox.setBitcoind({ blockFilters: 'building' });
    await expect(adapter.receivedSince(latest, to, native)).rejects.toMatchObject({
      code: 'RPC_BEHIND',
    });
    await expect(adapter.prove(lease, [signed])).rejects.toMatchObject({ code: 'RPC_BEHIND' });
    await expect(adapter.balances(account, [native])).rejects.toMatchObject({ code: 'RPC_BEHIND' });
    for (const txindex of ['building', 'off'] as const) {
      local.sandbox.setBitcoind({ txindex });
      const code = txindex === 'off' ? 'RPC_UNSUPPORTED' : 'RPC_BEHIND';
      await expect(adapter.observe([{ txId: signed.txId, outpoints }], [])).rejects.toMatchObject({
        code,
      });
      await expect(adapter.receivedIn(signed.txId, to, native)).rejects.toMatchObject({ code });
    }
    local.sandbox.setBitcoind({});
    expect(await adapterOf().receivedSince(latest, to, native)).toMatchObject([
      { txId: signed.txId, amount: 250_000n },
    ]);
    expect(await adapterOf().prove(lease, [signed])).toMatchObject({
      kind: 'landed',
      txId: signed.txId,
    });
  });

  it('does not count coins by a mempool that is not loaded', async () => {
    const account = await funded();
    local.sandbox.setBitcoind({ isMempoolLoaded: false });
    await expect(heldBy(account)).rejects.toMatchObject({ code: 'RPC_BEHIND' });
    local.sandbox.setBitcoind({});
    expect(await heldBy(account)).toBe(1_000_000n);
  });

  it('waits while the node scans for somebody else', async () => {
    const [receiver, adapter] = [await funded(500_000n), adapterOf()];
    const { latest } = await adapter.head();
    let refused = 0;
    const waiting = adapterOf({
      fetch: watched({
        before: async (method) => {
          if (method !== 'scanblocks') return;
          refused += 1;
          local.sandbox.setBitcoind({ isScanning: refused < 3 });
        },
      }),
    });
    expect(await waiting.receivedSince(latest - 2n, receiver, native)).toMatchObject([
      { amount: 500_000n },
    ]);
    expect(refused).toBe(3);
  });

  it('says that it counts for the first time where that takes longer than a question may, and has counted afterwards', async () => {
    const account = await funded();
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let scans = 0;
    const adapter = adapterOf({
      timeoutMs: 500,
      fetch: watched({
        before: async (method) => {
          if (method !== 'scantxoutset') return;
          scans += 1;
          await gate;
        },
      }),
    });
    await expect(heldBy(account, adapter)).rejects.toMatchObject({
      code: 'RPC_UNAVAILABLE',
      message: expect.stringContaining('search takes minutes'),
    });
    open();
    await until(async () => (await heldBy(account, adapter).catch(() => undefined)) === 1_000_000n);
    await local.fund(account, 70_000n);
    await until(async () => (await heldBy(account, adapter).catch(() => undefined)) === 1_070_000n);
    expect(scans).toBe(1);
  });

  it('follows coins through blocks that are replaced', async () => {
    const account = await local.newAddress();
    const adapter = adapterOf();
    expect(await heldBy(account, adapter)).toBe(0n);
    await local.fund(account, 300_000n);
    expect(await heldBy(account, adapter)).toBe(300_000n);
    await local.sandbox.blocks.reorganize({ depth: 1, drop: true });
    expect(await heldBy(account, adapter)).toBe(0n);
    await local.fund(account, 400_000n);
    // What was dropped comes again, with it or later: a server that has an index of addresses
    // knows.
    const held = await heldBy(account, local.adapter());
    expect(held).toBeGreaterThanOrEqual(400_000n);
    expect(await heldBy(account, adapter)).toBe(held);
  });

  it('does not lose what moves from the mempool into a block between two questions', async () => {
    const account = await funded();
    let isCaught = false;
    const adapter = adapterOf({
      fetch: watched({
        before: async (method) => {
          if (method !== 'gettxspendingprevout' || isCaught) return;
          isCaught = true;
          await local.sandbox.blocks.mine(1);
        },
      }),
    });
    const { signed } = await signedPayment(account);
    await adapterOf().broadcast(signed);
    const held = await heldBy(account, adapter);
    expect(isCaught).toBe(true);
    const { attempts } = await adapter.observe([signed], [account]);
    const inclusion = attempts.get(signed.txId);
    if (inclusion?.status !== 'included') throw new Error('it is in a block');
    expect(held).toBe(750_000n - inclusion.feePaid);
  });

  it('reads the blocks that its filters name, as these name too many', async () => {
    const [receiver, stranger] = [await local.newAddress(), await local.newAddress()];
    const { latest } = await adapterOf().head();
    await local.fund(stranger, 200_000n);
    const { index } = local.sandbox.blockchain;
    const adapter = adapterOf({
      fetch: watched({
        after: (method, result) => {
          if (method !== 'scanblocks') return result;
          const [from, to] = [Number(result.from_height), Number(result.to_height)];
          const all = Array.from(
            { length: to - from + 1 },
            (_, place) => index.atHeight(from + place)?.hash,
          );
          return { ...result, relevant_blocks: all };
        },
      }),
    });
    expect(await adapter.receivedSince(latest, receiver, native)).toEqual([]);
    expect(await adapter.receivedSince(latest, stranger, native)).toMatchObject([
      { amount: 200_000n },
    ]);
  });

  it('does not say that a coin is unspent which it says is spent, where its blocks do not show by what', async () => {
    const account = await funded();
    const { lease, signed } = await signedPayment(account);
    await adapterOf().broadcast(signed);
    await local.sandbox.blocks.mine(proofDepth + 1);
    const silent = adapterOf({
      fetch: watched({
        after: (method, result) =>
          method === 'scanblocks' ? { ...result, relevant_blocks: [] } : result,
      }),
    });
    await expect(silent.prove(lease, [signed])).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' });
    const cut = adapterOf({
      fetch: watched({
        after: (method, result) =>
          method === 'scanblocks' ? { ...result, completed: false } : result,
      }),
    });
    await expect(cut.prove(lease, [signed])).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' });
  });

  it('finds what has spent a coin long ago', async () => {
    const account = await funded();
    const { lease, signed } = await signedPayment(account);
    await adapterOf().broadcast(signed);
    await local.sandbox.blocks.mine(200);
    expect(await adapterOf().prove(lease, [signed])).toMatchObject({
      kind: 'landed',
      txId: signed.txId,
    });
  });

  it('does not see a transaction that only a replaced block has', async () => {
    const account = await funded();
    const { signed } = await signedPayment(account);
    await adapterOf().broadcast(signed);
    await local.sandbox.blocks.mine(1);
    await local.sandbox.blocks.reorganize({ depth: 1, drop: true });
    const { attempts } = await adapterOf().observe([signed], [account]);
    expect(attempts.get(signed.txId)).toEqual({ status: 'unseen' });
    expect(await adapterOf().broadcast(signed)).toEqual({ kind: 'accepted' });
  });

  it('says what bitcoind says to bytes that it does not take', async () => {
    const account = await funded();
    const [one, other] = [await signedPayment(account), await signedPayment(account)];
    await adapterOf().broadcast(one.signed);
    expect(await adapterOf().broadcast(other.signed)).toMatchObject({ kind: 'underpriced' });
    await local.sandbox.blocks.mine(1);
    expect(await adapterOf().broadcast(other.signed)).toMatchObject({ kind: 'lease_used' });
    expect(await adapterOf().broadcast(one.signed)).toEqual({ kind: 'already_known' });
    const torn = { ...other.signed, bytes: other.signed.bytes.slice(0, -8) };
    expect(await adapterOf().broadcast(torn)).toMatchObject({ kind: 'rejected' });
  });
});
