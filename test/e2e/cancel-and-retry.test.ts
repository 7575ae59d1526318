import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { createPublicClient, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { createApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import type { SwapView } from '../../src/ports/stores/swap-store.ts';
import { ferryman as command } from '../cli/io-for-test.ts';
import { type RpcProxy, startRpcProxy } from '../families/evm/adapter/rpc-proxy.ts';
import { hangSignal } from '../support/hang-limit.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  startTestFerryman,
  submitJob,
  type TestFerryman,
} from '../support/harness.ts';
import { serveTestApi, type TestApi } from '../support/serve-test-api.ts';
import { until } from '../support/until.ts';

describe('swaps that are cancelled and retried', () => {
  let sandbox: Sandbox;
  let node: RpcProxy;
  let one: TestFerryman;
  let api: TestApi;
  /** Called before the journal learns what a chain shows. */
  let beforeObserved: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: [] });
    const { endpoints } = sandbox;
    node = await startRpcProxy(endpoints.chains.ETH.rpcUrls[0] ?? '');
    one = await startTestFerryman({
      endpoints: {
        ...endpoints,
        chains: { ...endpoints.chains, ETH: { ...endpoints.chains.ETH, rpcUrls: [node.url] } },
      },
      wallets: ['treasury', 'poor'],
      policy: { inclusionWithin: 600_000, resendAfter: 500 },
      adjust: (options) => ({
        ...options,
        checkpoint: async (point) => {
          if (point === 'inclusion-observed') await beforeObserved?.();
        },
      }),
    });
    await fund(endpoints, 'ETH', one.wallets.treasury ?? '', native, 10n * oneEther);
    api = await serveTestApi(one.ferryman);
  });
  afterAll(async () => {
    await api?.close();
    await one?.close();
    await node?.close();
    await sandbox?.close();
  });

  const job = (change: { wallet?: string; amount?: string } = {}) =>
    coinForUsdc(sandbox.endpoints, 'ETH', { amount: '0.1', ...change });
  const chain = () =>
    createPublicClient({ transport: http(sandbox.endpoints.chains.ETH.rpcUrls[0]) });
  const ended = (id: SwapId): Promise<SwapView> =>
    one.ferryman.awaitEnd(id, { signal: hangSignal() });
  const attempts = async (id: SwapId): Promise<{ kind: string; txId: string }[]> =>
    (await one.ferryman.journal.events(id)).flatMap(({ type, data }) =>
      type === 'attempt_committed' ? [data as { kind: string; txId: string }] : [],
    );
  const sendsNothing = (): void =>
    node.act((asked) =>
      asked.some(({ method }) => method === 'eth_sendRawTransaction') ? 'drop_request' : 'forward',
    );

  it('end at once with nothing signed, stay cancelled for whoever submits them again, and are retried as others', async () => {
    const { ferryman } = one;
    const stop = { scope: 'all', subject: '', by: 'test', reason: 'test' } as const;
    await ferryman.journal.setSwitch({ ...stop, stopped: true });
    const key = randomUUID();
    const { id } = (await submitJob(ferryman, job(), key)).swap;
    await until(
      async () => (await ferryman.journal.findSwap(id))?.swap.reason?.code === 'SIGNING_STOPPED',
    );
    const { isDecided, view } = await ferryman.cancel(id);
    expect({ isDecided, state: view.swap.state, funds: view.swap.fundsState }).toEqual({
      isDecided: true,
      state: 'cancelled',
      funds: 'untouched',
    });
    expect(await submitJob(ferryman, job(), key)).toMatchObject({
      created: false,
      swap: { id, state: 'cancelled' },
    });
    await ferryman.journal.setSwitch({ ...stop, stopped: false });

    const retried = await ferryman.retry(id);
    expect(retried).toMatchObject({ created: true, view: { swap: { retryOf: id } } });
    expect((await ended(retried.view.swap.id)).swap).toMatchObject({
      state: 'settled',
      fundsState: 'moved',
    });
    expect((await ferryman.journal.findSwap(id))?.swap.state).toBe('cancelled');
    expect(await attempts(id)).toEqual([]);
  });

  it('that failed unpaid give their place to an edited one, which alone can pay from then on', async () => {
    const { ferryman } = one;
    const { id } = (await submitJob(ferryman, job({ wallet: 'poor' }))).swap;
    expect((await ended(id)).swap).toMatchObject({ state: 'failed', fundsState: 'untouched' });
    const edited = { ...job(), replaces: id, reason: 'the wallet is empty' };
    const narrow = await createApiKey(ferryman, ['submit'], { wallets: ['treasury'] });
    const asNarrow = { authorization: `Bearer ${narrow.key}` };
    expect(await api.post(edited, asNarrow)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
    const batch = { swaps: [{ idempotencyKey: randomUUID(), job: edited }] };
    expect((await api.postTo('/v1/swaps/batch', batch)).body.results).toMatchObject([
      { outcome: 'refused', problem: { code: 'INVALID_JOB', errors: [{ pointer: '/replaces' }] } },
    ]);
    expect((await api.postTo('/v1/swaps/dry-run', edited)).body.preview).toMatchObject({
      verdict: 'allowed',
    });
    expect((await api.get(`/v1/swaps/${id}/record`)).body.record.money).toMatchObject({
      replace: { allowed: true },
      cancel: { allowed: false, code: 'SWAP_ENDED' },
    });

    const key = { 'idempotency-key': randomUUID() };
    const twice = await Promise.all([api.post(edited, key), api.post(edited, key)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 201]);
    const [first, second] = twice.map(({ body }) => body.swap);
    expect(second.id).toBe(first.id);
    expect(first).toMatchObject({ replaces: id, wallet: { name: 'treasury' } });
    expect((await ended(first.id)).swap).toMatchObject({ state: 'settled' });
    expect(await api.post(edited, key)).toMatchObject({
      status: 200,
      body: { swap: { id: first.id, state: 'settled' } },
    });

    const old = await api.get(`/v1/swaps/${id}`);
    expect(old.body.swap).toMatchObject({ state: 'failed', replacedBy: first.id });
    const refusal = { status: 409, body: { code: 'SWAP_REPLACED' } };
    expect(await api.act(`/v1/swaps/${id}/retry`)).toMatchObject(refusal);
    expect(await api.post(edited)).toMatchObject({
      ...refusal,
      body: { code: 'SWAP_REPLACED', detail: expect.stringContaining(first.id) },
    });
    // The money of the old swap is not what the create says: the new one has moved it.
    expect((await api.post(edited)).body).not.toHaveProperty('fundsState');
    expect((await api.postTo('/v1/swaps/dry-run', edited)).body.preview).toMatchObject({
      verdict: 'refused',
      reason: { code: 'SWAP_REPLACED' },
    });
    const { entries } = (await api.get(`/v1/audit?subject=swap%20${id}`)).body;
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'createSwap',
        reason: 'the wallet is empty',
        data: { replacedBy: first.id },
      }),
    );
    expect((await api.get(`/v1/audit?subject=swap%20${first.id}`)).body.entries).toEqual([]);
  });

  it('are edited from the command line by the start of their id', async () => {
    const { id } = (await submitJob(one.ferryman, job({ wallet: 'poor' }))).swap;
    await ended(id);
    const { from, to, amount, receiver } = job();
    const edit = (...more: string[]) =>
      command(
        [
          ...['swap', 'create', '--wallet', 'treasury', '--amount', amount, '--receiver', receiver],
          ...['--from', `${from.chain}:${from.token}`, '--to', `${to.chain}:${to.token}`],
          ...['--slippage-bps', '100', '--reason', 'the wallet is empty', ...more],
        ],
        { folder: tmpdir(), environment: api.environment },
      );
    const preview = await edit('--replaces', id, '--dry-run', '--json');
    expect([preview.code, preview.json().preview.verdict]).toEqual([0, 'allowed']);
    const made = await edit('--replaces', id.slice(0, 13), '--wait', '--json');
    expect(made).toMatchObject({ code: 0 });
    const { swap } = made.json();
    expect(swap).toMatchObject({ replaces: id, state: 'settled', wallet: { name: 'treasury' } });
    const shown = await command(['swap', 'get', id], {
      ...{ folder: tmpdir(), environment: api.environment },
    });
    expect(shown.stdout).toMatch(new RegExp(`replaced +by ${swap.id}`));
    expect(shown.stdout).toMatch(
      new RegExp(`^money +\\S.*(\\n +.*)*\\nnext +The swap ${swap.id}\\s+has replaced it`, 'm'),
    );
    expect(await edit('--replaces', id)).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining('SWAP_REPLACED') },
    });
    expect(await edit('--replaces', id, '--dry-run')).toMatchObject({
      ...{ code: 1, stdout: expect.stringContaining('SWAP_REPLACED') },
    });
    expect((await edit('--replaces', randomUUID())).stderr).toContain('NOT_FOUND');
  });

  it('with a payment on its way use up its nonce, also while signing is stopped, and only then are paid again', async () => {
    const { ferryman } = one;
    const wallet = one.wallets.treasury ?? '0x';
    const before = await chain().getBalance({ address: wallet });
    sendsNothing();
    const { id } = (await submitJob(ferryman, job({ amount: '0.2' }))).swap;
    await until(async () => (await attempts(id)).length === 1);

    const path = `/v1/swaps/${id}`;
    const tooEarly = await api.act(`${path}/retry`);
    expect(tooEarly).toMatchObject({ status: 409, body: { code: 'PAYMENT_MAY_LAND' } });
    const [payment] = await attempts(id);
    expect(tooEarly.body.detail).toContain(payment?.txId);

    const stop = { scope: 'all', subject: '', by: 'test', reason: 'test' } as const;
    await ferryman.journal.setSwitch({ ...stop, stopped: true });
    const answer = await api.act(`${path}/cancel`);
    expect(answer).toMatchObject({
      status: 202,
      body: { swap: { id, cancel: { status: 'pending' } } },
    });
    await until(async () => (await attempts(id)).length === 2);
    node.act(() => 'forward');
    const { swap } = await ended(id);
    await ferryman.journal.setSwitch({ ...stop, stopped: false });
    expect(swap).toMatchObject({
      state: 'cancelled',
      fundsState: 'untouched',
      reason: { code: 'CANCELLED' },
    });
    expect((await attempts(id)).map(({ kind }) => kind)).toEqual(['pay', 'cancel']);
    // The chain's account of it: a fee and nothing else.
    expect(before - (await chain().getBalance({ address: wallet }))).toBe(swap.feeSpent);
    expect((await api.get(path)).body.swap.cancel.status).toBe('cancelled');

    const again = await api.act(`${path}/retry`);
    expect(again).toMatchObject({ status: 201, body: { swap: { retryOf: id } } });
    expect((await ended(again.body.swap.id)).swap).toMatchObject({ state: 'settled' });
  });

  it('that a person ended as unpaid keep their nonce until it is used up, and only then are paid again', async () => {
    const { ferryman } = one;
    const wallet = one.wallets.treasury ?? '0x';
    const before = await chain().getBalance({ address: wallet });
    const found = async (id: SwapId) => (await ferryman.journal.findSwap(id))?.swap;
    sendsNothing();
    const { id } = (await submitJob(ferryman, job({ amount: '0.25' }))).swap;
    // Lost on its way to the chain.
    await until(async () =>
      (await ferryman.journal.events(id)).some(({ type }) => type === 'attempt_sent'),
    );
    // As where its chain could not be read for hours.
    const review = { state: 'needs_review', fundsState: 'in_flight' } as const;
    const reason = { code: 'RPC_UNAVAILABLE', message: 'no endpoint answers' };
    await until(async () => {
      const { version = 0 } = (await found(id)) ?? {};
      await ferryman.journal
        .transition({ swapId: id, version, ...review, reason })
        .catch(() => undefined);
      return (await found(id))?.state === 'needs_review';
    });
    const words = { by: 'ada', reason: 'given up' };
    const { swap } = await ferryman.resolve(id, { as: 'unpaid', ...words });
    expect(swap).toMatchObject({ state: 'failed', fundsState: 'unknown' });
    await expect(ferryman.retry(id)).rejects.toMatchObject({ code: 'PAYMENT_MAY_LAND' });

    // It is followed all the same: what was signed is cancelled, and the proof of that is the one
    // that was missing.
    node.act(() => 'forward');
    await until(async () => (await found(id))?.fundsState === 'untouched');
    expect(await found(id)).toMatchObject({
      state: 'failed',
      reason: { code: 'RESOLVED_BY_PERSON' },
    });
    // However often the cancel had to be made dearer.
    const [payment, ...cancels] = (await attempts(id)).map(({ kind }) => kind);
    expect([payment, ...new Set(cancels)]).toEqual(['pay', 'cancel']);
    const again = (await ended((await ferryman.retry(id)).view.swap.id)).swap;
    expect(again).toMatchObject({ state: 'settled', retryOf: id });
    const [first, second] = [(await found(id))?.feeSpent ?? 0n, again.feeSpent];
    expect(before - (await chain().getBalance({ address: wallet }))).toBe(
      again.job.amount + first + second,
    );
  });

  it('go on as paid where the payment was quicker, and say so', async () => {
    const { ferryman } = one;
    const asked: Promise<unknown>[] = [];
    const { id } = (await submitJob(ferryman, job({ amount: '0.3' }))).swap;
    beforeObserved = async () => {
      const [payment] = await attempts(id);
      if (asked.length > 0 || !payment) return;
      const isIncluded = await chain()
        .getTransactionReceipt({ hash: payment.txId as `0x${string}` })
        .then(() => true)
        .catch(() => false);
      // On its chain, and the journal does not know: the request is kept, and loses.
      if (isIncluded) asked.push(ferryman.cancel(id));
      await Promise.all(asked);
    };
    const { swap } = await ended(id);
    beforeObserved = undefined;
    expect(await Promise.all(asked)).toMatchObject([{ isDecided: false }]);
    expect(swap).toMatchObject({
      state: 'settled',
      fundsState: 'moved',
      cancelRequestedAt: expect.any(Number),
    });
    expect((await api.get(`/v1/swaps/${id}`)).body.swap).toMatchObject({
      state: 'settled',
      cancel: { status: 'too_late' },
    });
    for (const what of ['cancel', 'retry']) {
      expect(await api.act(`/v1/swaps/${id}/${what}`)).toMatchObject({
        status: 409,
        body: { code: 'PAYMENT_LANDED' },
      });
    }
  });

  it('after a failure are retried as one other swap, by however many at once', async () => {
    const { ferryman } = one;
    const { id } = (await submitJob(ferryman, job({ wallet: 'poor' }))).swap;
    expect((await ended(id)).swap).toMatchObject({
      state: 'failed',
      reason: { code: 'INSUFFICIENT_BALANCE' },
    });
    expect(await api.act(`/v1/swaps/${id}/cancel`)).toMatchObject({
      status: 409,
      body: { code: 'SWAP_ENDED' },
    });
    await fund(sandbox.endpoints, 'ETH', one.wallets.poor ?? '', native, oneEther);

    const retries = await Promise.all(Array.from({ length: 5 }, () => ferryman.retry(id)));
    const ids = new Set(retries.map(({ view }) => view.swap.id));
    expect({ made: retries.filter(({ created }) => created).length, swaps: ids.size }).toEqual({
      made: 1,
      swaps: 1,
    });
    const [other = id] = ids;
    const { swap } = await ended(other);
    expect(swap).toMatchObject({ state: 'settled', retryOf: id });
    expect((await ferryman.retry(id)).view.swap).toMatchObject({ id: other, state: 'settled' });
    const spent = oneEther - (await chain().getBalance({ address: one.wallets.poor ?? '0x' }));
    expect(spent).toBe(swap.job.amount + swap.feeSpent);
  });
});
