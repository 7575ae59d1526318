import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import { prove } from '../../src/journal/operations/prove.ts';
import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import type { SqlClient } from '../../src/journal/sql-client.ts';
import { attributeLegs } from '../../src/journal/writes/attribute-legs.ts';
import { changeSwap } from '../../src/journal/writes/change-swap.ts';
import { besideOn } from '../support/beside-on.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { openForTest } from './open-for-test.ts';
import { holder, hour, newWorld, randomTxId, token } from './suite/fixture.ts';

let server: PostgresServer;
const clients: SqlClient[] = [];
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await server.close();
});

function connect(url: string): SqlClient {
  const client = openPostgresClient({ url, poolSize: 4 });
  clients.push(client);
  return client;
}

describe('what waits for a lock', () => {
  it('settles no swap with a transfer that is attributed to another one meanwhile, by itself or with its whole transaction', async () => {
    const url = await server.createJournal();
    const [client, other] = [connect(url), connect(url)];
    const world = await newWorld(await openForTest(client));
    for (const isWholeFirst of [true, false]) {
      const first = await world.ready();
      const { id: second, leaseId, txId: paidBy } = await world.paid();
      await world.prove(second, leaseId, { txId: paidBy });
      const leg = {
        chain: world.chain,
        txId: randomTxId(),
        token,
        amount: 5n,
        role: 'payout',
      } as const;
      const seen = { ...leg, index: 3, level: 'inferred' } as const;
      const whole = { ...leg, index: -1, level: 'operator-reported', promised: true } as const;
      const late = await besideOn(other)(
        (session) => attributeLegs(session, first, [isWholeFirst ? whole : seen]),
        () => world.settle(second, { legs: [isWholeFirst ? seen : whole] }),
      );
      expect(late).toEqual({ kind: 'leg_attributed', bySwap: first });
      expect((await world.snapshot(second)).swap).toMatchObject({ state: 'executing', legs: [] });
    }
  });

  it('proves a lease once, by the rows after it has waited for the swap', async () => {
    const url = await server.createJournal();
    const [client, other] = [connect(url), connect(url)];
    const world = await newWorld(await openForTest(client));
    const { id: swapId, leaseId, txId } = await world.paid();
    const evidence = {
      rule: 'test',
      endpoints: ['node-1'],
      anchor: { number: 100n, hash: '0xa' },
      answers: {},
    };
    const block = { number: 90n, hash: '0xb' };
    const proof = { kind: 'landed', txId, block, succeeded: true, feePaid: 21n, evidence } as const;
    const record = { swapId, version: await world.version(swapId), leaseId, proof };
    const late = await besideOn(other)(
      async (session) => {
        await prove(session, record);
      },
      () => world.journal.prove(record),
    );
    expect(late).toMatchObject({ code: 'JOURNAL_STALE' });
    expect((await world.snapshot(swapId)).swap.feeSpent).toBe(21n);
    expect(await world.raw('select from proofs')).toHaveLength(1);
  });

  it('proves a shared lease for a swap that ends meanwhile as for one that had ended', async () => {
    const url = await server.createJournal();
    const [client, other] = [connect(url), connect(url)];
    const world = await newWorld(await openForTest(client), 'ton');
    const [first, second] = [await world.ready(), await world.ready()];
    const lease = await world.lease(first, { chainNonce: 7n });
    if (lease.kind !== 'leased') throw new Error('refused');
    const { leaseId } = lease;
    const { swap, order } = await world.snapshot(second);
    if (!order) throw new Error('no order');
    const account = {
      walletId: world.wallet.id,
      account: world.wallet.address,
      chain: world.chain,
      chainNonce: 7n,
    };
    await world.journal.joinLease({
      ...{
        swapId: second,
        version: swap.version,
        kind: 'swap',
        orderId: order.id,
        ...account,
        leaseId,
        holder,
        hold: hour,
      },
      balances: { block: 100n, balances: new Map([[evmNativeToken, 1_000_000n]]) },
      reserve: [{ token: evmNativeToken, amount: 1_100n }],
      nativeToken: evmNativeToken,
    });
    const txId = randomTxId();
    const fee = { family: 'ton', walletFee: 10n } as const;
    const joined = [{ swapId: second, orderId: order.id }];
    const { order: own } = await world.snapshot(first);
    if (!own) throw new Error('no order');
    await world.commit(first, leaseId, { txId, fee, expires: 5_000n, orderId: own.id, joined });
    const to = { from: 'executing', to: 'failed', fundsState: 'unknown' };
    const late = await besideOn(other)(
      async (session) => {
        const event = { type: 'state_changed', data: to } as const;
        await changeSwap(session, {
          swapId: second,
          event,
          state: 'failed',
          fundsState: 'unknown',
        });
      },
      () => world.prove(first, leaseId, { txId }),
    );
    expect(late).toBeUndefined();
    // It was paid after all: a person must check.
    expect((await world.snapshot(second)).swap).toMatchObject({ state: 'needs_review' });
    expect((await world.snapshot(first)).swap).toMatchObject({ state: 'executing' });
  });
});
