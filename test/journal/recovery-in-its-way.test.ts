import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { careless, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { type RollingBack, startRollingBack } from './rolling-back.ts';
import { find, payFor, showing, transfer } from './suite/finding.ts';
import {
  committed,
  hour,
  included,
  leased,
  newWorld,
  randomTxId,
  receiver,
  token,
  type World,
} from './suite/fixture.ts';
import { frozenReason } from './suite/lost-entry.ts';

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

describe('a journal that was rolled back, and obstacles to an import', () => {
  it('imports a deposit once the order that had its address is closed, and the next one at once', async () => {
    const place = '0x00000000000000000000000000000000000000aa';
    const submit = async (): Promise<SwapId> => {
      const { id } = await world.submit({ flow: 'deposit' });
      await world.quote(id);
      return id;
    };
    const [first, second, third] = [await submit(), await submit(), await submit()];
    await rolling.backUp();
    const pay = async (id: SwapId, account: string) => {
      const watched = { chain: world.chain, anchor: 5n, watchFor: hour };
      await world.swapData(id, {
        deposit: {
          exchangeId: randomUUID(),
          address: account,
          account,
          // Of a vault that all orders share.
          memo: '=:ETH.ETH:0xabc',
          amount: 1_000n,
          ...watched,
        },
      });
      const { leaseId } = leased(await world.lease(id, { kind: 'deposit' }));
      const txId = randomTxId();
      await rolling.log(
        committed(await world.commit(id, leaseId, { destinationAnchor: 7n, txId })),
      );
      return { leaseId, txId };
    };
    const failed = await pay(first, place);
    const reason = { code: 'PAYMENT_REVERTED', message: 'it failed' };
    const close = async () =>
      rolling.journal.closeOrder({ swapId: first, version: await world.version(first), reason });
    await world.prove(first, failed.leaseId, { txId: failed.txId, succeeded: false });
    await close();
    await pay(second, place);
    await pay(third, '0x00000000000000000000000000000000000000bb');
    await rolling.rollBack();

    expect(await rolling.recover()).toEqual({ imported: 2, refused: [], failed: [] });
    expect(await frozenReason(world)).toBeUndefined();
    const step = (await world.snapshot(first)).steps.at(-1);
    await world.prove(first, step!.lease!.id, { txId: failed.txId, succeeded: false });
    await close();
    expect(await rolling.journal.importLosses()).toEqual({ imported: 1, refused: [], failed: [] });
  });

  it('imports a deposit though another order has had its address since, once that is closed', async () => {
    const account = '0x00000000000000000000000000000000000000cc';
    const order = async (id: SwapId) =>
      world.swapData(id, {
        deposit: {
          ...{ exchangeId: randomUUID(), address: account, account, amount: 1_000n },
          ...{ chain: world.chain, anchor: 5n, watchFor: hour },
        },
      });
    const [lost, later] = await Promise.all([
      world.submit({ flow: 'deposit' }),
      world.submit({ flow: 'deposit' }),
    ]);
    for (const { id } of [lost, later]) await world.quote(id);
    await rolling.backUp();
    await order(lost.id);
    const { leaseId } = leased(await world.lease(lost.id, { kind: 'deposit' }));
    await rolling.log(committed(await world.commit(lost.id, leaseId)));
    await rolling.rollBack();
    await order(later.id);

    expect(await rolling.recover()).toEqual({ imported: 0, refused: [], failed: [] });
    await rolling.journal.closeOrder({
      swapId: later.id,
      version: await world.version(later.id),
      reason: { code: 'ROUTER_QUOTE_EXPIRED', message: 'too old' },
    });
    expect(await rolling.journal.importLosses()).toEqual({ imported: 1, refused: [], failed: [] });
    expect((await world.snapshot(lost.id)).order?.deposit?.address).toBe(account);
  });

  it('waits for a doubted proof instead of leaving the next payment to a person', async () => {
    const { id, leaseId } = await world.paid();
    const cancel = randomTxId();
    await rolling.log(committed(await world.commit(id, leaseId, { kind: 'cancel', txId: cancel })));
    await world.observe(
      { [cancel]: included(40n, 'final') },
      { finalNonces: [[world.wallet.address, 1n]] },
    );
    await world.prove(id, leaseId, { txId: cancel, block: 40n });
    const reason = { code: 'PAYMENT_CANCELLED', message: 'the payment is proven dead' };
    await rolling.journal.closeOrder({ swapId: id, version: await world.version(id), reason });
    await world.quote(id);
    await world.swapData(id);
    await rolling.backUp();
    const next = leased(await world.lease(id, { chainNonce: 1n }));
    await rolling.log(committed(await world.commit(id, next.leaseId)));
    await rolling.rollBack();
    await rolling.raw(`update leases set check_at = now() - interval '1 second'`);
    await world.observe(
      { [cancel]: { status: 'unseen' } },
      { finalNonces: [[world.wallet.address, 1n]] },
    );
    expect((await world.snapshot(id)).steps[0]?.lease?.doubt).toBeDefined();
    expect(await rolling.recover()).toEqual({ imported: 0, refused: [], failed: [] });
    expect(await frozenReason(world)).toBeUndefined();
    await world.prove(id, leaseId, { txId: cancel, block: 40n });
    expect(await rolling.journal.importLosses()).toEqual({ imported: 1, refused: [], failed: [] });
  });

  it('attributes no transfer while a signing log that may have a competing payment was not read', async () => {
    const own = { id: randomUUID(), host: 'alpha' };
    const other = { id: randomUUID(), host: 'beta' };
    const { chain } = await newWorld(rolling);
    const job = {
      to: { family: 'evm', chain, token, decimals: 6, symbol: 'USDC' } as const,
      receiver,
    };
    await rolling.journal.registerLog(own);
    await rolling.journal.registerLog(other);
    const waiting = await payFor(world, job);
    const competing = await world.ready(job);
    const third = await world.ready();
    await rolling.backUp();
    const { leaseId } = leased(await world.lease(competing));
    await rolling.log(committed(await world.commit(competing, leaseId, { destinationAnchor: 7n })));
    const ofOther = rolling.lines.splice(0);
    const last = leased(await world.lease(third));
    await rolling.log(committed(await world.commit(third, last.leaseId)));
    await rolling.rollBack();
    await rolling.journal.recordLosses(rolling.lines);
    const read = async (logs: readonly (typeof own)[]) => {
      const { epoch } = await rolling.journal.recognize([], own.id);
      for (const log of logs) await rolling.journal.markLogRead({ ...log, epoch });
      return rolling.journal.importLosses();
    };
    await read([own]);

    const arrived = transfer();
    const found = await find(world, waiting, showing(arrived));
    if (found.kind !== 'found') throw new Error(`the transfer is ${found.kind}`);
    const { legs, level, basis } = found;
    const settle = () => world.settle(waiting, { legs, level, ...(basis ? { basis } : {}) });
    await expect(settle()).rejects.toMatchObject({ code: 'JOURNAL_WENT_BACK' });
    await rolling.journal.recordLosses(ofOther);
    await read([own, other]);
    expect(await settle()).toMatchObject({ kind: 'changed' });
  });
});
