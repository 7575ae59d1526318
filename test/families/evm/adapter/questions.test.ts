import { numberToHex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Inclusion } from '../../../../src/core/swap/swap.ts';
import {
  createEvmAdapter,
  type EvmAdapter,
} from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import type { ChainObservation, ObservedAttempt } from '../../../../src/ports/chain-observation.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';

const receiver = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';
const depth = 40;

let local: LocalChain;
let proxy: RpcProxy;
let adapter: EvmAdapter;
beforeAll(async () => {
  local = await startLocalChain({ proofDepth: depth });
});
afterAll(() => local.close());
beforeEach(async () => {
  proxy = await startRpcProxy(local.url);
  adapter = newAdapter();
  await adapter.head();
  return () => proxy.close();
});

/** The adapter's clock, in milliseconds. */
let time = 1_000_000;
const newAdapter = () =>
  createEvmAdapter({ chain: local.chain, rpcUrls: [proxy.url], clock: { now: () => time } });
const account = () => local.stranger.address;
const inclusionOf = ({ attempts }: ChainObservation, { txId }: ObservedAttempt): Inclusion =>
  attempts.get(txId)!;

/** The methods that a task requests, and the number of HTTP requests. */
async function asked<Result>(
  task: () => Promise<Result>,
): Promise<{ result: Result; questions: Record<string, number>; requests: number }> {
  const [requests, methods] = [proxy.requests(), proxy.methods().length];
  const result = await task();
  const questions: Record<string, number> = {};
  for (const method of proxy.methods().slice(methods))
    questions[method] = (questions[method] ?? 0) + 1;
  return { result, questions, requests: proxy.requests() - requests };
}

/** Polls attempts with their inclusions of the poll before. */
async function look(
  attempts: ObservedAttempt[],
  accounts: string[] = [],
): Promise<ChainObservation> {
  const observation = await adapter.observe(attempts, accounts);
  for (const attempt of attempts) attempt.inclusion = inclusionOf(observation, attempt);
  return observation;
}

/** Payments in separate blocks. */
async function included(count: number): Promise<ObservedAttempt[]> {
  const attempts: ObservedAttempt[] = [];
  for (let one = 0; one < count; one++) {
    attempts.push({ txId: await local.send({ to: receiver, value: 1n }), account: account() });
    await look(attempts);
  }
  return attempts;
}

describe('a poll', () => {
  it.each([1, 16])(
    'at %d inclusions that are known asks for the newest block alone, at each block',
    async (count) => {
      const attempts = await included(count);
      for (let block = 0; block < 3; block++) {
        await local.mine();
        const { result, questions, requests } = await asked(() => look(attempts));
        expect([questions, requests]).toEqual([{ eth_getBlockByNumber: 1 }, 1]);
        expect(
          attempts.every((attempt) => inclusionOf(result, attempt).status === 'included'),
        ).toBe(true);
      }
    },
  );

  it('of payments in the newest block reads the block and their receipts, in one request', async () => {
    const sent = await Promise.all(
      [1, 2, 3].map(() => local.submit({ to: receiver, value: 1n, gas: 21_000n })),
    );
    await local.mine();
    const attempts = sent.map((txId): ObservedAttempt => ({ txId }));
    const { questions, requests } = await asked(() => look(attempts));
    expect([questions, requests]).toEqual([
      { eth_getBlockByNumber: 1, eth_getTransactionReceipt: 3 },
      1,
    ]);
    expect(attempts.map(({ inclusion }) => inclusion?.status)).toEqual([
      'included',
      'included',
      'included',
    ]);
  });

  it('that missed blocks reads them, but no more than there are inclusions', async () => {
    const attempts = await included(3);
    await local.mine(3);
    expect((await asked(() => look(attempts))).questions).toEqual({ eth_getBlockByNumber: 3 });
    await local.mine();
    expect((await asked(() => look(attempts))).questions).toEqual({ eth_getBlockByNumber: 1 });
    await local.mine(20);
    expect((await asked(() => look(attempts))).questions).toEqual({ eth_getBlockByNumber: 4 });
    expect(attempts.map(({ inclusion }) => inclusion?.status)).toEqual([
      'included',
      'included',
      'included',
    ]);
  });

  it('reads receipt and block again once the block may be final', async () => {
    const attempts = await included(1);
    proxy.lie('eth_getTransactionReceipt', (receipt) => ({
      ...(receipt as object),
      status: '0x0',
    }));
    await local.mine(depth - 1);
    expect((await look(attempts)).attempts.get(attempts[0]!.txId)).toMatchObject({
      status: 'included',
      succeeded: true,
    });
    await local.mine();
    const { result, questions, requests } = await asked(() => look(attempts));
    expect([questions, requests]).toEqual([
      { eth_getBlockByNumber: 2, eth_getTransactionReceipt: 1 },
      2,
    ]);
    expect(inclusionOf(result, attempts[0]!)).toMatchObject({ status: 'final', succeeded: false });
  });

  it('reads a failure again each time, so that one wrong answer does not last', async () => {
    const txId = await local.send({ to: receiver, value: 1n });
    const attempts: ObservedAttempt[] = [{ txId }];
    proxy.lie('eth_getTransactionReceipt', (receipt) => ({
      ...(receipt as object),
      status: '0x0',
    }));
    expect(inclusionOf(await look(attempts), attempts[0]!)).toMatchObject({ succeeded: false });
    proxy.lie('eth_getTransactionReceipt', undefined);
    expect(inclusionOf(await look(attempts), attempts[0]!)).toMatchObject({
      status: 'included',
      succeeded: true,
    });
  });
});

describe('a payment that is in no block', () => {
  /** Sends a payment that is in no block, and polls it. */
  async function waiting(): Promise<{ attempt: ObservedAttempt; include: () => Promise<unknown> }> {
    const txId = await local.submit({ to: receiver, value: 1n, gas: 21_000n });
    const bytes = await local.rpc<string>('eth_getRawTransactionByHash', [txId]);
    await local.rpc('anvil_dropTransaction', [txId]);
    const attempt: ObservedAttempt = { txId };
    for (let looks = 0; looks < 2; looks++) {
      await local.mine();
      await look([attempt]);
    }
    expect(attempt.inclusion).toEqual({ status: 'unseen' });
    return {
      attempt,
      include: () => local.rpc('eth_sendRawTransaction', [bytes]).then(() => local.mine()),
    };
  }

  it('is not read until a block lists it, and then its receipt is', async () => {
    const { attempt, include } = await waiting();
    await local.mine();
    const { questions, requests } = await asked(() => look([attempt]));
    expect([questions, requests]).toEqual([{ eth_getBlockByNumber: 1 }, 1]);
    await include();
    expect((await asked(() => look([attempt]))).questions).toEqual({
      eth_getBlockByNumber: 1,
      eth_getTransactionReceipt: 1,
    });
    expect(attempt.inclusion).toMatchObject({ status: 'included', succeeded: true });
  });

  it('is found in a block between two polls', async () => {
    const { attempt, include } = await waiting();
    await include();
    await local.mine();
    await look([attempt]);
    expect(attempt.inclusion).toMatchObject({ status: 'included' });
  });

  it('is found if the endpoint lists it in a block long before it has its receipt', async () => {
    const { attempt, include } = await waiting();
    proxy.lie('eth_getTransactionReceipt', () => null);
    await include();
    for (let late = 0; late < 3; late++) {
      await local.mine();
      await look([attempt]);
      expect(attempt.inclusion?.status).not.toBe('included');
    }
    proxy.lie('eth_getTransactionReceipt', undefined);
    await local.mine();
    await look([attempt]);
    expect(attempt.inclusion).toMatchObject({ status: 'included' });
  });

  it('is read after a reorganization, and if the endpoint does not list the transactions of blocks', async () => {
    const { attempt, include } = await waiting();
    await local.rpc('anvil_reorg', [2, []]);
    expect((await asked(() => look([attempt]))).questions).toMatchObject({
      eth_getTransactionReceipt: 1,
    });
    proxy.lie('eth_getBlockByNumber', (block) => ({
      ...(block as object),
      transactions: undefined,
    }));
    await include();
    await look([attempt]);
    expect(attempt.inclusion).toMatchObject({ status: 'included' });
  });

  it('is read now and then, whatever the blocks list: an answer may have been late', async () => {
    const { attempt, include } = await waiting();
    proxy.lie('eth_getBlockByNumber', (block) => ({ ...(block as object), transactions: [] }));
    await include();
    await look([attempt]);
    await local.mine();
    await look([attempt]);
    expect(attempt.inclusion?.status).not.toBe('included');
    time += 60_000;
    await look([attempt]);
    expect(attempt.inclusion).toMatchObject({ status: 'included' });
  });
});

describe('the block of a known inclusion', () => {
  it.each([1, 3])(
    'is missed at the next look where the chain has %d other blocks',
    async (blocks) => {
      const attempts = await included(2);
      const [kept, gone] = attempts as [ObservedAttempt, ObservedAttempt];
      await local.mine(blocks - 1);
      await look(attempts);
      const bytes = await local.rpc<string>('eth_getRawTransactionByHash', [gone.txId]);
      await local.rpc('anvil_reorg', [blocks, []]);
      await look(attempts);
      // The external account's next transaction waits for this nonce.
      await local.rpc('eth_sendRawTransaction', [bytes]);
      await local.mine();
      expect(kept.inclusion?.status).toBe('included');
      expect(gone.inclusion).toEqual({ status: 'unseen' });
    },
  );

  it('is missed if the chain has grown past it in the meantime', async () => {
    const attempts = await included(2);
    const [kept, gone] = attempts as [ObservedAttempt, ObservedAttempt];
    const bytes = await local.rpc<string>('eth_getRawTransactionByHash', [gone.txId]);
    const before = gone.inclusion;
    await local.rpc('anvil_reorg', [1, []]);
    await local.mine(2);
    await local.rpc('eth_sendRawTransaction', [bytes]);
    await look(attempts);
    expect([kept.inclusion?.status, gone.inclusion?.status]).toEqual(['included', 'pending']);
    await local.mine();
    await look(attempts);
    expect(gone.inclusion).toMatchObject({ status: 'included' });
    expect(gone.inclusion).not.toEqual(before);
  });

  it('may be unknown to an endpoint, which does not withdraw the inclusion', async () => {
    const attempts = await included(2);
    const before = attempts.map(({ inclusion }) => inclusion);
    proxy.lie('eth_getBlockByNumber', (block, [tag]) => (tag === 'latest' ? block : null));
    proxy.lie('eth_getTransactionReceipt', () => null);
    proxy.lie('eth_getTransactionByHash', () => null);
    adapter = newAdapter();
    await local.mine();
    await look(attempts);
    expect(attempts.map(({ inclusion }) => inclusion)).toEqual(before);
  });

  it('is checked if the newest block descends from another one', async () => {
    const attempts = await included(2);
    const before = attempts.map(({ inclusion }) => inclusion);
    const elsewhere = { hash: `0x${'ab'.repeat(32)}`, parentHash: `0x${'cd'.repeat(32)}` };
    proxy.lie('eth_getBlockByNumber', (block, [tag]) =>
      tag === 'latest' ? { ...(block as object), ...elsewhere } : block,
    );
    for (let block = 0; block < 2; block++) {
      await look(attempts);
      expect(attempts.map(({ inclusion }) => inclusion)).toEqual(before);
      await local.mine();
    }
  });

  it('is known for one endpoint only, and read again from another', async () => {
    const attempts = await included(1);
    const second = await startRpcProxy(local.url);
    const both = createEvmAdapter({ chain: local.chain, rpcUrls: [proxy.url, second.url] });
    await both.observe(attempts, []);
    second.lie('eth_getBlockByNumber', (block, [tag]) =>
      tag === 'latest' ? block : { ...(block as object), hash: `0x${'ab'.repeat(32)}` },
    );
    second.lie('eth_getTransactionReceipt', () => null);
    second.lie('eth_getTransactionByHash', () => null);
    await local.mine();
    proxy.act(() => 'drop_request');
    const seen = await both.observe(attempts, []).finally(() => second.close());
    expect(inclusionOf(seen, attempts[0]!)).toEqual({ status: 'unseen' });
  });
});

describe('the final nonce of an account', () => {
  const nonces = (questions: Record<string, number>) => questions.eth_getTransactionCount ?? 0;

  it('is read again after a new answer, and then not for half the final depth', async () => {
    await local.mine(depth);
    const attempts: ObservedAttempt[] = [{ txId: `0x${'11'.repeat(32)}`, account: account() }];
    proxy.lie('eth_getTransactionCount', () => numberToHex(5_000));
    expect((await look(attempts, [account()])).finalNonces.get(account())).toBe(5_000n);
    proxy.lie('eth_getTransactionCount', undefined);
    await local.mine();
    const { finalNonces, finalHash, head } = await look(attempts, [account()]);
    expect(finalNonces.get(account())).toBeLessThan(5_000n);
    expect(await local.rpc('eth_getBlockByNumber', [numberToHex(head.final), false])).toMatchObject(
      {
        hash: finalHash,
      },
    );
    await local.mine();
    const quiet = await asked(() => look(attempts, [account()]));
    expect([nonces(quiet.questions), quiet.result.finalNonces.size]).toEqual([0, 0]);
    await local.mine(depth / 2);
    expect(nonces((await asked(() => look(attempts, [account()]))).questions)).toBe(1);
  });

  it('is read at once if an attempt has left its final block', async () => {
    const attempts = await included(1);
    await local.mine(depth);
    await look(attempts, [account()]);
    await look(attempts, [account()]);
    expect(nonces((await asked(() => look(attempts, [account()]))).questions)).toBe(0);
    const [gone] = attempts as [
      ObservedAttempt & { inclusion: Extract<Inclusion, { block: unknown }> },
    ];
    gone.txId = `0x${'22'.repeat(32)}`;
    gone.inclusion = {
      ...gone.inclusion,
      block: { ...gone.inclusion.block, hash: `0x${'cd'.repeat(32)}` },
    };
    const { result, questions } = await asked(() => look(attempts, [account()]));
    expect([nonces(questions), result.finalNonces.has(account())]).toEqual([1, true]);
  });
});

describe('the newest block', () => {
  it('is read once for concurrent callers, and again for a later one', async () => {
    const { questions } = await asked(() => Promise.all([1, 2, 3].map(() => adapter.head())));
    expect(questions).toEqual({ eth_getBlockByNumber: 1 });
    await local.mine();
    expect((await adapter.head()).latest).toBe(BigInt(await local.rpc<string>('eth_blockNumber')));
  });

  it('is not read again if the caller accepts an older answer', async () => {
    const { latest } = await adapter.head();
    await local.mine();
    expect(await adapter.head(600_000)).toMatchObject({ latest });
    const { questions, result } = await asked(() =>
      adapter.balances(receiver, [local.chain.nativeToken.address], 600_000),
    );
    expect([questions, result.block]).toEqual([{ eth_getBalance: 1 }, latest]);
    expect((await adapter.head()).latest).toBe(latest + 1n);
  });

  it('is read again after a failure', async () => {
    proxy.act(() => 'drop_request');
    await expect(adapter.head()).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' });
    proxy.act(() => 'forward');
    await adapter.head(600_000);
  });
});

describe('HTTP requests', () => {
  it('are two for a proof that a payment landed', async () => {
    const attempts = await included(1);
    const [{ txId }] = attempts as [ObservedAttempt];
    await local.mine(depth);
    await look(attempts);
    const nonce =
      BigInt(await local.rpc<string>('eth_getTransactionCount', [account(), 'latest'])) - 1n;
    const terms = { kind: 'nonce', nonce } as const;
    const paid = { txId, bytes: '0x', inclusion: attempts[0]!.inclusion! };
    const { result, questions, requests } = await asked(() =>
      adapter.prove({ account: account(), terms }, [paid]),
    );
    expect(result).toMatchObject({ kind: 'landed', txId, succeeded: true });
    // The payment's block is the final one.
    expect(questions).toEqual({
      eth_getBlockByNumber: 2,
      eth_getTransactionCount: 1,
      eth_getTransactionReceipt: 1,
    });
    expect(requests).toBe(2);
  });

  it('are three for the received amount of native coins, two of them concurrent', async () => {
    const txId = await local.send({ to: receiver, value: 7n });
    const native = local.chain.nativeToken.address;
    const { result, requests } = await asked(() => adapter.receivedIn(txId, receiver, native));
    expect(result).toMatchObject([{ amount: 7n, final: false }]);
    expect(requests).toBe(3);
  });

  it('are one for balances and a fee, after the newest block', async () => {
    const { requests } = await asked(() =>
      Promise.all([
        adapter.balances(account(), [local.chain.nativeToken.address], 600_000),
        adapter.estimateFee(account(), { family: 'evm', to: receiver, data: '0x', value: 1n }),
      ]),
    );
    expect(requests).toBe(1);
  });
});
