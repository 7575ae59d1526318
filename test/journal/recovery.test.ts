import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import type { SigningLogEntry } from '../../src/ports/signing-log.ts';
import { careless, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { type RollingBack, startRollingBack } from './rolling-back.ts';
import {
  committed,
  fee,
  hash,
  holder,
  hour,
  included,
  leased,
  newWorld,
  randomTxId,
  stepOf,
  type World,
} from './suite/fixture.ts';
import { frozenReason, person } from './suite/lost-entry.ts';

let server: PostgresServer;
let rolling: RollingBack;
let world: World;
beforeAll(async () => {
  server = await startPostgresServer(careless);
});
afterAll(() => server.close());
beforeEach(async () => {
  rolling = await startRollingBack(server);
  world = await newWorld(rolling);
  return () => rolling.close();
});

const clean = { refused: [], failed: [] };
const signing = { openLosses: 0, missingLogs: [] };

async function isSigning(): Promise<void> {
  expect(await rolling.journal.recognize(rolling.lines)).toMatchObject({ ...signing, unknown: [] });
  expect(await frozenReason(world)).toBeUndefined();
}

describe('a journal that was rolled back imports from the signing log', () => {
  it('a payment of a swap that it has, which is then tracked like any other', async () => {
    const id = await world.ready();
    await rolling.backUp();
    const { leaseId, nonce } = leased(await world.lease(id));
    const txId = randomTxId();
    await rolling.log(committed(await world.commit(id, leaseId, { txId, bytes: '0x0abc' })));
    const before = await world.snapshot(id);
    await rolling.rollBack();

    expect(await rolling.recover()).toEqual({ imported: 1, ...clean });
    await isSigning();
    const after = await world.snapshot(id);
    expect(after.swap).toMatchObject({ state: 'executing', fundsState: 'in_flight' });
    expect(after.order).toEqual(before.order);
    expect(after.lost).toBeUndefined();
    const [step] = after.steps;
    expect(step?.lease).toMatchObject({ terms: { kind: 'nonce', nonce }, state: 'signed' });
    expect(step?.lease?.attempts).toMatchObject([
      { txId, bytes: '0x0abc', fee, kind: 'pay', inclusion: { status: 'unseen' } },
    ]);
    // Nothing else pays for it, and the next swap has the next nonce.
    await expect(world.lease(id)).rejects.toMatchObject({ code: 'JOURNAL_STALE' });
    expect(leased(await world.lease(await world.ready())).nonce).toBe(nonce + 1n);
    await world.observe(
      { [txId]: included(90n, 'final') },
      { finalNonces: [[world.wallet.address, nonce + 1n]] },
    );
    await world.prove(id, step!.lease!.id, { txId });
    expect(stepOf(await world.snapshot(id), 'swap')).toMatchObject({ outcome: 'landed' });
  });

  it('a swap that it has lost completely, under the id and key that it had', async () => {
    await rolling.backUp();
    const { id, attemptId, txId } = await world.paid();
    await rolling.log({ attemptId });
    const before = (await world.snapshot(id)).swap;
    await rolling.rollBack();
    expect(await rolling.recover()).toEqual({ imported: 1, ...clean });
    await isSigning();
    const { swap, steps } = await world.snapshot(id);
    expect(swap).toMatchObject({
      idempotencyKey: before.idempotencyKey,
      job: before.job,
      createdAt: before.createdAt,
    });
    expect(swap).toMatchObject({ state: 'executing', fundsState: 'in_flight' });
    expect(steps[0]?.lease?.attempts).toMatchObject([{ txId }]);
    const history = (await rolling.journal.events(id)).map(({ type }) => type);
    expect(history).toEqual([
      'swap_submitted',
      'quote_recorded',
      'swap_data_received',
      'attempt_committed',
    ]);
    const { idempotencyKey } = before;
    const again = { idempotencyKey, bodyHash: hash(before.job.amount.toString()), job: before.job };
    expect(await rolling.journal.submit(again)).toMatchObject({ created: false, swap: { id } });
  });

  it('a payment of an order that was made in one call, without a quote', async () => {
    await rolling.backUp();
    const { id } = await world.submit();
    const orderId = await world.bestSwap(id);
    const { leaseId } = leased(await world.lease(id));
    await rolling.log(committed(await world.commit(id, leaseId, { orderId })));
    const before = await world.snapshot(id);
    await rolling.rollBack();
    expect(await rolling.recover()).toEqual({ imported: 1, ...clean });
    expect((await world.snapshot(id)).order).toEqual(before.order);
    const events = await rolling.journal.events(id);
    expect(events.map(({ type }) => type)).toEqual([
      'swap_submitted',
      'swap_data_received',
      'attempt_committed',
    ]);
    expect(events[1]?.data).toMatchObject({ orderId, inOneCall: true, imported: true });
    await isSigning();
  });

  it('for the swap that was resubmitted under its key', async () => {
    await rolling.backUp();
    const { id, attemptId, txId } = await world.paid();
    const { idempotencyKey, job } = (await world.snapshot(id)).swap;
    await rolling.log({ attemptId });
    await rolling.rollBack();
    const again = { idempotencyKey, bodyHash: hash(job.amount.toString()), job };
    const { swap } = await rolling.journal.submit(again);
    expect(swap.id).not.toBe(id);
    expect(await rolling.recover()).toEqual({ imported: 1, ...clean });
    expect((await world.snapshot(swap.id)).steps[0]?.lease?.attempts).toMatchObject([{ txId }]);
    expect(await rolling.journal.findSwap(id)).toBeUndefined();
    expect(await rolling.journal.othersTransactions(swap.id, world.chain, [txId])).toEqual([]);
    await isSigning();
  });

  it('a bump under a lease that it has, and one under a lost lease', async () => {
    const known = await world.paid();
    await rolling.backUp();
    const bump = async ({ id, leaseId }: { id: SwapId; leaseId: typeof known.leaseId }) => {
      const txId = randomTxId();
      await rolling.log(committed(await world.commit(id, leaseId, { kind: 'bump', txId })));
      return txId;
    };
    const first = await bump(known);
    const lost = await world.paid();
    await rolling.log(lost);
    const second = await bump(lost);
    await rolling.rollBack();
    expect(await rolling.recover()).toEqual({ imported: 3, ...clean });
    await isSigning();
    const attemptsOf = async (id: SwapId) => (await world.snapshot(id)).steps[0]?.lease?.attempts;
    expect(await attemptsOf(known.id)).toMatchObject([
      { txId: known.txId },
      { txId: first, kind: 'bump', seq: 2 },
    ]);
    expect(await attemptsOf(lost.id)).toMatchObject([
      { txId: lost.txId },
      { txId: second, kind: 'bump', seq: 2 },
    ]);
  });

  it('a second payment only after the first one is proven dead again', async () => {
    const first = await world.paid();
    await rolling.backUp();
    const cancel = randomTxId();
    await rolling.log(
      committed(await world.commit(first.id, first.leaseId, { kind: 'cancel', txId: cancel })),
    );
    const proveDead = async (): Promise<void> => {
      await world.observe(
        { [cancel]: included(90n, 'final') },
        { finalNonces: [[world.wallet.address, 1n]] },
      );
      await world.prove(first.id, first.leaseId, { txId: cancel });
    };
    await proveDead();
    const close = async () => {
      const reason = { code: 'PAYMENT_CANCELLED', message: 'the payment is proven dead' };
      await rolling.journal.closeOrder({
        swapId: first.id,
        version: await world.version(first.id),
        reason,
      });
      await world.quote(first.id);
      await world.swapData(first.id);
    };
    await close();
    const { leaseId } = leased(await world.lease(first.id, { chainNonce: 1n }));
    const txId = randomTxId();
    await rolling.log(committed(await world.commit(first.id, leaseId, { txId })));
    await rolling.rollBack();

    expect(await rolling.recover()).toEqual({ imported: 1, ...clean });
    expect((await world.snapshot(first.id)).stopped?.code).toBe('JOURNAL_WENT_BACK');
    expect(await world.lease(await world.ready())).toMatchObject({ refusal: { kind: 'stopped' } });
    await proveDead();
    expect(await rolling.journal.importLosses()).toEqual({ imported: 1, ...clean });
    await isSigning();
    const { steps, swap } = await world.snapshot(first.id);
    expect(steps).toMatchObject([
      { generation: 1, outcome: 'dead' },
      { generation: 2, outcome: 'open', lease: { state: 'signed', attempts: [{ txId }] } },
    ]);
    expect(swap.state).toBe('executing');
  });

  it('a payment of a swap that retries another one', async () => {
    const first = await world.ready();
    await rolling.backUp();
    await rolling.journal.cancel(first);
    const result = await rolling.journal.retry({
      swapId: first,
      maxGenerations: 3,
      now: Date.now(),
    });
    if (result.kind !== 'retried') throw new Error('not retried');
    const second = result.swapId;
    await world.quote(second);
    await world.swapData(second);
    const { leaseId } = leased(await world.lease(second));
    await rolling.log(committed(await world.commit(second, leaseId)));
    await rolling.rollBack();
    expect((await world.snapshot(first)).swap.state).toBe('quoted');
    expect(await rolling.recover()).toEqual({ imported: 1, ...clean });
    expect((await world.snapshot(first)).swap).toMatchObject({
      state: 'cancelled',
      fundsState: 'untouched',
    });
    expect((await world.snapshot(second)).swap).toMatchObject({
      state: 'executing',
      retryOf: first,
    });
    await isSigning();
  });

  it('a payment of a swap that replaces one of another wallet', async () => {
    const other = await newWorld(rolling);
    const first = await other.ready();
    await rolling.backUp();
    await rolling.journal.cancel(first);
    const id = randomUUID() as SwapId;
    const submission = { idempotencyKey: id, bodyHash: hash('e'), job: world.job() };
    await rolling.journal.replace({ id, replaces: first, ...submission });
    await world.quote(id);
    await world.swapData(id);
    const { leaseId } = leased(await world.lease(id));
    await rolling.log(committed(await world.commit(id, leaseId)));
    await rolling.rollBack();
    expect((await other.snapshot(first)).swap.state).toBe('quoted');
    expect(await rolling.recover()).toEqual({ imported: 1, ...clean });
    expect((await other.snapshot(first)).swap).toMatchObject({
      state: 'cancelled',
      job: { wallet: { id: other.wallet.id } },
    });
    expect((await world.snapshot(id)).swap).toMatchObject({
      state: 'executing',
      replaces: first,
      job: { wallet: { id: world.wallet.id } },
    });
    await isSigning();
  });

  it('a message that pays for two swaps, of which it has one', async () => {
    const ton = await newWorld(rolling, 'ton');
    const first = await ton.ready();
    await rolling.backUp();
    const second = await ton.ready();
    const lease = await ton.lease(first, { chainNonce: 7n });
    if (lease.kind !== 'leased') throw new Error('refused');
    const { swap, order } = await ton.snapshot(second);
    await rolling.journal.joinLease({
      swapId: second,
      version: swap.version,
      kind: 'swap',
      orderId: order!.id,
      chain: ton.chain,
      walletId: ton.wallet.id,
      account: ton.wallet.address,
      chainNonce: 7n,
      balances: { block: 100n, balances: new Map([[evmNativeToken, 1_000_000n]]) },
      reserve: [{ token: evmNativeToken, amount: 1_100n }],
      nativeToken: evmNativeToken,
      holder,
      hold: hour,
      leaseId: lease.leaseId,
    });
    const joined = [{ swapId: second, orderId: order!.id }];
    const orderId = (await ton.snapshot(first)).order!.id;
    const [txId, fee] = [randomTxId(), { family: 'ton', walletFee: 10n } as const];
    await rolling.log(
      committed(
        await ton.commit(first, lease.leaseId, { txId, fee, expires: 5_000n, orderId, joined }),
      ),
    );
    await rolling.rollBack();
    expect(await rolling.recover()).toEqual({ imported: 1, ...clean });
    await isSigning();
    const results = [true, false];
    await ton.observe({
      [txId]: {
        status: 'included',
        block: { number: 90n, hash: '0xb' },
        succeeded: false,
        results,
        feePaid: 21n,
      },
    });
    for (const [index, id] of [first, second].entries()) {
      const { swap: own, steps } = await ton.snapshot(id);
      expect(own.state).toBe('executing');
      expect(steps[0]?.lease).toMatchObject({
        terms: { kind: 'seqno', seqno: 7n, expires: 5_000n },
        state: 'signed',
      });
      expect(steps[0]?.lease?.attempts).toMatchObject([
        { txId, inclusion: { succeeded: results[index] } },
      ]);
    }
  });

  it('the coins of a payment, and its CPFP child', async () => {
    const bitcoin = await newWorld(rolling, 'bitcoin');
    const [id, other] = [await bitcoin.ready(), await bitcoin.ready()];
    await rolling.backUp();
    const outpoints = [`${'b'.repeat(64)}:3`, `${'a'.repeat(64)}:0`];
    const lease = await bitcoin.lease(id, { outpoints });
    if (lease.kind !== 'leased') throw new Error('refused');
    const { attemptId } = committed(await bitcoin.commit(id, lease.leaseId));
    await rolling.log({ attemptId });
    const child = {
      txId: randomTxId(),
      bytes: '0x03',
      fee: { family: 'bitcoin', total: 500n, virtualSize: 110n },
    } as const;
    await rolling.journal.boost({ swapId: id, attemptId, ...child });
    rolling.lines.push(
      ...(await rolling.journal.signedRecords(attemptId, { child: child.txId })).entries,
    );
    await rolling.rollBack();
    expect(await rolling.recover()).toEqual({ imported: 2, ...clean });
    await isSigning();
    const step = stepOf(await bitcoin.snapshot(id), 'swap');
    expect(step?.lease).toMatchObject({
      terms: { kind: 'outpoints', outpoints },
      attempts: [{ boost: child }],
    });
    const second = await bitcoin.lease(other, { outpoints: [`${'c'.repeat(64)}:0`] });
    expect(second).toMatchObject({ refusal: { kind: 'wallet_occupied' } });
  });

  it('a payment of a swap that ended as unpaid before the loss was noticed', async () => {
    const id = await world.ready();
    await rolling.backUp();
    const { leaseId } = leased(await world.lease(id));
    await rolling.log(committed(await world.commit(id, leaseId)));
    await rolling.rollBack();
    await rolling.journal.cancel(id);
    expect((await world.snapshot(id)).swap.state).toBe('cancelled');
    expect(await rolling.recover()).toEqual({ imported: 1, ...clean });
    expect((await world.snapshot(id)).swap).toMatchObject({
      state: 'executing',
      fundsState: 'in_flight',
    });
    expect(await rolling.journal.dueSwaps(10)).toContainEqual(
      expect.objectContaining({ swapId: id }),
    );
    await isSigning();
  });
});

describe('a rollback', () => {
  it('voids held leases, and leases a skipped nonce next', async () => {
    const [held, ...others] = [await world.ready(), await world.ready(), await world.ready()];
    const hold = leased(await world.lease(held));
    await rolling.backUp();
    committed(await world.commit(held, hold.leaseId));
    // Committed and never sent, so it is in no log; the next one was sent.
    const { leaseId, nonce } = leased(await world.lease(others[0]!));
    await rolling.log(committed(await world.commit(others[0]!, leaseId)));
    await rolling.rollBack();
    expect(await rolling.recover()).toEqual({ imported: 1, ...clean });
    expect(await world.commit(held, hold.leaseId)).toEqual({ kind: 'refused', why: 'lease_lost' });
    expect(leased(await world.lease(others[1]!)).nonce).toBe(nonce - 1n);
    await isSigning();
  });

  it('stops all signing until the log of every host was read', async () => {
    const [own, other] = [
      { id: '6f1cbd1b-1f7a-4f5b-9d29-0d7cb0d5d1f0', host: 'alpha' },
      { id: '7f1cbd1b-1f7a-4f5b-9d29-0d7cb0d5d1f1', host: 'beta' },
    ];
    await rolling.backUp();
    // The journal has lost the other log; the entries of this one name it.
    await rolling.journal.registerLog(own);
    await rolling.journal.registerLog(other);
    const paid = await world.paid();
    await rolling.log(paid);
    await rolling.rollBack();
    await rolling.journal.recordLosses(rolling.lines);
    const { epoch } = await rolling.journal.recognize([], own.id);
    await rolling.journal.markLogRead({ ...own, epoch });
    expect(await rolling.journal.importLosses()).toEqual({ imported: 0, ...clean });
    expect(await rolling.journal.recognize([], own.id)).toMatchObject({
      log: 'read',
      missingLogs: ['beta'],
    });
    const id = await world.ready();
    expect((await world.snapshot(id)).stopped?.message).toContain('beta');
    await rolling.journal.markLogRead({ ...other, epoch });
    expect(await rolling.journal.importLosses()).toEqual({ imported: 1, ...clean });
    await isSigning();
    expect((await world.snapshot(id)).stopped).toBeUndefined();
  });

  it('imports nothing from a log that dropped entries which the journal may have lost too', async () => {
    await rolling.backUp();
    await rolling.log(await world.paid());
    await rolling.rollBack();
    const { committed: known } = await rolling.journal.recognize([]);
    await rolling.journal.recordLosses(rolling.lines, { droppedUpTo: known + 1n });
    expect(await rolling.journal.importLosses()).toEqual({ imported: 0, ...clean });
    expect(await rolling.journal.lostAttempts()).toMatchObject([
      { refused: expect.stringContaining('reach back') },
    ]);
    expect(await frozenReason(world)).toBeDefined();
  });

  it('compares the dropped entries of a log with the point of the rollback, not with what other logs have added since', async () => {
    const [own, other] = [
      { id: '6f1cbd1b-1f7a-4f5b-9d29-0d7cb0d5d1f0', host: 'alpha' },
      { id: '7f1cbd1b-1f7a-4f5b-9d29-0d7cb0d5d1f1', host: 'beta' },
    ];
    await rolling.journal.registerLog(own);
    await rolling.journal.registerLog(other);
    await rolling.backUp();
    const { committed: known } = await rolling.journal.recognize([]);
    // The log of the other host had the first of these, and has dropped it.
    await world.paid();
    await rolling.log(await world.paid());
    await rolling.rollBack();
    await rolling.journal.recordLosses(rolling.lines);
    const { epoch, committed } = await rolling.journal.recognize([]);
    expect(committed).toBe(known + 2n);
    await rolling.journal.markLogRead({ ...own, epoch });
    await rolling.journal.markLogRead({ ...other, epoch, droppedUpTo: known + 1n });
    expect(await rolling.journal.importLosses()).toEqual({ imported: 0, ...clean });
    const id = await world.ready();
    expect((await world.snapshot(id)).stopped?.message).toContain('beta');
    await rolling.journal.adopt(person);
    // It was retired, and is back unchanged: it can have nothing new.
    await rolling.journal.markLogRead({ ...other, epoch, droppedUpTo: known + 1n });
    expect(await rolling.journal.recognize([], other.id)).toMatchObject({
      log: 'read',
      openLosses: 0,
      missingLogs: [],
    });
  });

  it('leaves to a person what cannot be imported, and freezes its wallet', async () => {
    const id = await world.ready();
    await rolling.backUp();
    const { leaseId } = leased(await world.lease(id));
    await rolling.log(committed(await world.commit(id, leaseId)));
    await rolling.rollBack();
    // Before the loss was noticed another payment of the swap was signed.
    const again = leased(await world.lease(id, { chainNonce: 4n, holder }));
    const txId = randomTxId();
    committed(await world.commit(id, again.leaseId, { txId }));
    expect(await rolling.recover()).toEqual({ imported: 0, ...clean });
    expect((await world.snapshot(id)).stopped?.code).toBe('JOURNAL_WENT_BACK');
    await world.observe(
      { [txId]: included(90n, 'final') },
      { finalNonces: [[world.wallet.address, 5n]] },
    );
    await world.prove(id, again.leaseId, { txId });
    const [{ chain, txId: lost }] = rolling.lines as [SigningLogEntry];
    expect(await rolling.journal.importLosses()).toMatchObject({
      imported: 0,
      refused: [{ chain, txId: lost, why: expect.stringContaining('landed') }],
    });
    expect(await frozenReason(world)).toContain(lost);
    expect((await world.snapshot(id)).stopped?.code).toBe('WALLET_FROZEN');
    expect(await rolling.journal.recognize(rolling.lines)).toMatchObject({ openLosses: 1 });
  });
});
