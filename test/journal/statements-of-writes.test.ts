import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderId, SwapId } from '../../src/core/swap/ids.ts';
import { openPgliteClient } from '../../src/journal/pglite-client.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { type CountedClient, countStatements } from '../support/count-statements.ts';
import { noSignals } from '../support/snapshot.ts';
import { openForTest } from './open-for-test.ts';
import { committed, holder, hour, leased, newWorld, spender, type World } from './suite/fixture.ts';

let folder = '';
let client: CountedClient;
let world: World;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-statements-'));
  client = countStatements(await openPgliteClient(await copyJournalTemplate(folder)));
  world = await newWorld(await openForTest(client));
});
afterAll(async () => {
  await world.journal.close();
  await rm(folder, { recursive: true });
});

const costOf = async (run: () => Promise<unknown>): Promise<number> =>
  (await client.during(run)).length;
const at = async (swapId: SwapId) => ({ swapId, version: await world.version(swapId) });

describe('a write of a worker', () => {
  it('stores a new swap with one statement, and finds a stored one with two', async () => {
    const submission = { idempotencyKey: randomUUID(), bodyHash: 'a', job: world.job() };
    expect(await costOf(() => world.journal.submit(submission))).toBe(1);
    expect(await costOf(() => world.journal.submit(submission))).toBe(2);
  });

  it('makes an order ready to sign with one statement per step', async () => {
    const { id } = await world.submit();
    const quoteRecord = {
      ...(await at(id)),
      ...{
        quoteId: randomUUID(),
        provider: 'UNISWAP_V2',
        swapType: 'on-chain',
        spender,
        minOut: 398n,
        expectedOut: 400n,
      },
      ...{
        declaredFee: 0n,
        destinationAnchor: 7n,
        quotedAt: Date.now(),
        signals: noSignals,
        raw: {},
      },
    };
    expect(await costOf(() => world.journal.recordQuote(quoteRecord))).toBe(1);
    // The same again closes the order before it.
    const second = { ...quoteRecord, ...(await at(id)), quoteId: randomUUID() };
    expect(await costOf(() => world.journal.recordQuote(second))).toBe(1);
    const orderId = (await world.snapshot(id)).order?.id;
    if (!orderId) throw new Error('no order');
    const mark = { ...(await at(id)), orderId };
    expect(await costOf(() => world.journal.markRequested(mark))).toBe(1);
    const given = {
      ...(await at(id)),
      orderId,
      provider: 'UNISWAP_V2',
      minOut: 397n,
      expectedOut: 399n,
      declaredFee: 1n,
      signals: noSignals,
    };
    const transaction = { family: 'evm', to: spender, data: '0x01', value: 1_000n } as const;
    const { echo } = (await world.snapshot(await world.ready())).order ?? {};
    if (!echo) throw new Error('no echo');
    const times = { signBy: Date.now() + hour, goodUntil: Date.now() + hour };
    expect(
      await costOf(() =>
        world.journal.recordSwapData({ ...given, transaction, echo, ...times, raw: {} }),
      ),
    ).toBe(1);
    const asked = {
      swapType: 'on-chain',
      destinationAnchor: 7n,
      requestedAt: Date.now(),
      quotedAt: Date.now(),
    };
    const answered = { ...given, ...asked, transaction, echo, ...times, raw: {} };
    const best = { ...answered, ...(await at(id)), orderId: randomUUID() as OrderId };
    expect(await costOf(() => world.journal.recordBestSwap(best))).toBe(1);
    const close = { ...(await at(id)), reason: { code: 'X', message: 'x' } };
    expect(await costOf(() => world.journal.closeOrder(close))).toBe(1);
  });

  it('changes the state with one statement, and records a send with two', async () => {
    const id = await world.ready();
    const { leaseId } = leased(await world.lease(id));
    const { attemptId } = committed(await world.commit(id, leaseId));
    expect(await costOf(() => world.journal.recordSent(attemptId, { kind: 'accepted' }))).toBe(2);
    const change = { ...(await at(id)), state: 'confirming', fundsState: 'in_flight' } as const;
    expect(await costOf(() => world.journal.transition(change))).toBe(1);
  });

  it('waits with one statement, whether or not the reason changes', async () => {
    const id = await world.ready();
    const wait = { ...(await at(id)), holder, delay: 1, failed: true };
    for (const code of ['A', 'A', 'B']) {
      expect(
        await costOf(() => world.journal.wait({ ...wait, reason: { code, message: code } })),
      ).toBe(1);
    }
    expect(await costOf(() => world.journal.wait(wait))).toBe(1);
  });

  it('stores the same status with one statement, and another one with two', async () => {
    const id = await world.ready();
    const costs: number[] = [];
    for (const status of ['PENDING', 'PENDING', 'SUCCESS']) {
      const told = { ...(await at(id)), status };
      costs.push(await costOf(() => world.journal.recordStatus(told)));
    }
    expect(costs).toEqual([2, 1, 2]);
  });
});
