import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BitcoinAdapter } from '../../../src/chains/bitcoin/create-bitcoin-adapter.ts';
import { bitcoinNativeToken } from '../../../src/core/chains.ts';
import type { SwapId } from '../../../src/core/ids.ts';
import { defaultPolicy } from '../../../src/core/policy.ts';
import type { Lease, Order, Step } from '../../../src/core/swap.ts';
import { maximumFee } from '../../../src/core/transaction-object.ts';
import { createBatches } from '../../../src/executor/batches.ts';
import type { ExecutorContext } from '../../../src/executor/context.ts';
import { executeStep } from '../../../src/executor/effects/execute-step.ts';
import { proveLease } from '../../../src/executor/effects/prove-lease.ts';
import { replaceAttempt } from '../../../src/executor/effects/replace-attempt.ts';
import { createGate } from '../../../src/executor/gate.ts';
import { createChainObserver } from '../../../src/executor/observe-chain.ts';
import { allRules } from '../../../src/guard/all-rules.ts';
import { createGuard } from '../../../src/guard/create-guard.ts';
import { openPgliteClient } from '../../../src/journal/pglite-client.ts';
import { machineClock } from '../../../src/ports/clock.ts';
import type { Journal } from '../../../src/ports/journal.ts';
import { openForTest } from '../../journal/open-for-test.ts';
import { aJob } from '../../support/snapshot.ts';
import { type LocalChain, proofDepth, startLocalChain } from './local-chain.ts';

/** What they ask of a job across chains is others' to test. */
const guard = createGuard({ rules: allRules.filter(({ families }) => families.every((one) => one === 'bitcoin')) });

const amount = 250_000n;
const funds = 1_000_000n;

/** Journal, executor, rules and chain together: a payment of Bitcoin that bids too little. */
describe('a payment of Bitcoin that is stuck', () => {
  let folder = '';
  let local: LocalChain;
  let adapter: BitcoinAdapter;
  let journal: Journal;
  let context: ExecutorContext;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferryman-stuck-'));
    local = await startLocalChain('p2wpkh');
    adapter = local.adapter();
    ({ journal } = await openForTest(await openPgliteClient(join(folder, 'journal'))));
    context = {
      journal,
      guard,
      signer: local.signer,
      ledger: { has: () => true, newest: async () => [], instance: async () => undefined },
      chains: new Map([['BITCOIN', adapter]]),
      policy: defaultPolicy,
      clock: machineClock,
      logger: pino({ level: 'silent' }),
      holder: 'worker',
      checkpoint: async () => undefined,
      gate: createGate(),
      batches: createBatches(),
      queue: { wake: async () => undefined },
    } as unknown as ExecutorContext;
  });
  afterEach(() => local.sandbox.blocks.endStall());
  afterAll(async () => {
    await local?.close();
    await journal?.close();
    await rm(folder, { recursive: true });
  });

  const snapshotOf = async (id: SwapId) => (await journal.snapshot(id))!;
  const stepOf = async (id: SwapId) => (await snapshotOf(id)).steps[0] as Step & { lease: Lease };
  const inclusions = async (id: SwapId) => (await stepOf(id)).lease.attempts.map(({ inclusion }) => inclusion.status);
  const observe = () => createChainObserver(context, 'BITCOIN')();
  const held = async (address: string) =>
    (await adapter.balances(address, [bitcoinNativeToken])).balances.get(bitcoinNativeToken);
  const act = async (id: SwapId, kind: 'bump' | 'cancel') =>
    replaceAttempt(context, await snapshotOf(id), { kind, step: await stepOf(id) });

  /** Pays at the lowest rate, and raises what it takes to get in afterwards. */
  async function stuck() {
    const [address, receiver] = [await local.newAddress(), await local.newAddress()];
    await local.fund(address, funds);
    const wallet = await journal.createWallet({ name: address, family: 'bitcoin', address, keyRef: address });
    const asset = {
      family: 'bitcoin',
      chain: 'BITCOIN',
      token: bitcoinNativeToken,
      decimals: 8,
      symbol: 'BTC',
    } as const;
    const job = aJob({
      wallet,
      from: asset,
      to: asset,
      amount,
      receiver,
      refundAddress: address,
      deadline: Date.now() + 3_600_000,
    });
    const { swap } = await journal.submit({ idempotencyKey: randomUUID(), bodyHash: 'x', job });
    const versioned = async () => ({ swapId: swap.id, version: (await snapshotOf(swap.id)).swap.version });
    const quoted = { provider: 'THORCHAIN', minOut: 390n, expectedOut: 400n, declaredFee: 0n, raw: {} };
    await journal.recordQuote({
      ...(await versioned()),
      ...quoted,
      quoteId: randomUUID(),
      swapType: 'on-chain',
      destinationAnchor: 0n,
      quotedAt: Date.now(),
    });
    await journal.recordSwapData({
      ...(await versioned()),
      ...quoted,
      orderId: (await snapshotOf(swap.id)).order!.id,
      transaction: { family: 'bitcoin', kind: 'transfer', to: receiver, value: amount },
      echo: {
        srcTokenAddress: bitcoinNativeToken,
        srcTokenBlockchain: 'BITCOIN',
        srcTokenAmount: '0.0025',
        dstTokenAddress: bitcoinNativeToken,
        dstTokenBlockchain: 'BITCOIN',
        fromAddress: address,
        receiver,
      },
      signBy: Date.now() + 60_000,
      goodUntil: Date.now() + 600_000,
    });
    const ready = await snapshotOf(swap.id);
    await executeStep(context, ready, { kind: 'execute', step: 'swap', order: ready.order as Order });
    local.sandbox.blocks.stall(20);
    await local.sandbox.blocks.mine(1);
    await observe();
    expect(await inclusions(swap.id)).toEqual(['pending']);
    return { id: swap.id, address, receiver };
  }

  async function settle(id: SwapId): Promise<bigint> {
    await local.sandbox.blocks.mine(proofDepth + 1);
    await observe();
    await proveLease(context, await snapshotOf(id), await stepOf(id));
    return (await snapshotOf(id)).swap.feeSpent;
  }

  it('gets in with a child that pays for both, and the swap counts what both have cost', async () => {
    const { id, address, receiver } = await stuck();
    expect(await act(id, 'bump')).toEqual({ kind: 'none' });
    const [attempt] = (await stepOf(id)).lease.attempts;
    const child = attempt?.boost;
    if (!child) throw new Error('no child was stored');
    // It pays what is asked already.
    expect(await act(id, 'bump')).toMatchObject({ kind: 'not_raised' });
    const spent = await settle(id);
    expect(spent).toBe(maximumFee(attempt.fee) + maximumFee(child.fee));
    expect(await stepOf(id)).toMatchObject({ outcome: 'landed', lease: { attempts: [{ txId: attempt.txId }] } });
    expect(await held(receiver)).toBe(amount);
    expect(await held(address)).toBe(funds - amount - spent);
    expect(await journal.isOwnTransaction('BITCOIN', child.txId)).toBe(true);
  });

  it('is taken back with its child where it is cancelled', async () => {
    const { id, address, receiver } = await stuck();
    await act(id, 'bump');
    local.sandbox.blocks.stall(60);
    expect(await act(id, 'cancel')).toEqual({ kind: 'none' });
    const spent = await settle(id);
    expect(await stepOf(id)).toMatchObject({ outcome: 'dead', lease: { state: 'consumed' } });
    expect(await inclusions(id)).toEqual(['unseen', 'final']);
    expect(await held(receiver)).toBe(0n);
    expect(await held(address)).toBe(funds - spent);
  });
});
