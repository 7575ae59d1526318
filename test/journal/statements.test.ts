import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SettlementFinding } from '../../src/core/settlement/settlement.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { Inclusion, Leg } from '../../src/core/swap/swap.ts';
import { openPgliteClient } from '../../src/journal/pglite-client.ts';
import type { Settlement } from '../../src/ports/stores/attribution-store.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { type CountedClient, countStatements } from '../support/count-statements.ts';
import { openForTest } from './open-for-test.ts';
import {
  holder,
  hour,
  leased,
  newWorld,
  type OpenedJournal,
  type Paid,
  randomTxId,
  token,
  type World,
} from './suite/fixture.ts';

let folder = '';
let client: CountedClient;
let opened: OpenedJournal;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-statements-'));
  client = countStatements(await openPgliteClient(await copyJournalTemplate(folder)));
  opened = await openForTest(client);
});
afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true });
});

const included: Inclusion = {
  status: 'included',
  block: { number: 99n, hash: '0x99' },
  succeeded: true,
  feePaid: 7n,
};

/** The given number of swaps of one wallet, each with a pending payment. */
async function payments(count: number): Promise<{ world: World; paid: Paid[] }> {
  const world = await newWorld(opened);
  const paid: Paid[] = [];
  for (let index = 0; index < count; index++) paid.push(await world.paid());
  return { world, paid };
}

/** The statements of one observation, in which all payments are in a block, or none is. */
async function costOf(
  { world, paid }: { world: World; paid: Paid[] },
  latest: bigint,
  shown = false,
) {
  const attempts = paid.map(({ txId }): [string, Inclusion] => [
    txId,
    shown ? included : { status: 'unseen' },
  ]);
  const finalNonces: [string, bigint][] = [[world.wallet.address, 0n]];
  const changed: unknown[] = [];
  const sent = await client.during(async () => {
    const { since } = await world.journal.openAttempts(world.chain);
    changed.push(
      ...(await world.observe(Object.fromEntries(attempts), { since, latest, finalNonces })),
    );
  });
  return { statements: sent.length, changed: changed.length };
}

const observations = async ({ chain, raw }: World): Promise<unknown> =>
  (await raw(`select observations from chain_heads where chain = '${chain}'`))[0]?.observations;

describe('reading a swap', () => {
  it.each(['submitted', 'quoted', 'paid'] as const)(
    'costs one statement, with its claim or without: %s',
    async (how) => {
      const world = await newWorld(opened);
      const { journal } = world;
      const id =
        how === 'submitted'
          ? (await world.submit()).id
          : how === 'quoted'
            ? await world.ready()
            : (await world.paid()).id;
      expect(await client.during(() => journal.snapshot(id))).toHaveLength(1);
      expect(await client.during(() => journal.lockAndRead(id, 'a', 1_000))).toHaveLength(1);
    },
  );
});

describe('an observation of a chain', () => {
  it('costs one statement to read and one to store if a block shows nothing new', async () => {
    const open = await payments(2);
    for (const latest of [100n, 101n])
      expect(await costOf(open, latest)).toEqual({ statements: 2, changed: 0 });
    expect(await observations(open.world)).toBe(2n);
  });

  it('stores nothing if it equals the one before', async () => {
    const open = await payments(1);
    await costOf(open, 100n);
    expect(await costOf(open, 100n)).toEqual({ statements: 2, changed: 0 });
    expect(await observations(open.world)).toBe(1n);
  });

  it('costs as many statements for sixteen payments in a block as for one', async () => {
    const one = await costOf(await payments(1), 100n, true);
    const sixteen = await costOf(await payments(16), 100n, true);
    expect(one.changed).toBe(1);
    expect(sixteen).toEqual({ statements: one.statements, changed: 16 });
    expect(one.statements).toBeLessThanOrEqual(7);
  });
});

describe('the end of a swap', () => {
  /** A swap whose payment this proves, with the statements of that proof. */
  async function proven(): Promise<{ world: World; own: Paid; statements: number }> {
    const { world, paid } = await payments(1);
    const [own] = paid as [Paid];
    const { id: swapId, leaseId, txId } = own;
    const version = await world.version(swapId);
    const evidence = {
      rule: 'test',
      endpoints: ['node-1'],
      anchor: { number: 100n, hash: '0xa' },
      answers: {},
    };
    const block = { number: 90n, hash: '0xb' };
    const proof = { kind: 'landed', txId, block, succeeded: true, feePaid: 21n, evidence } as const;
    const sent = await client.during(() =>
      world.journal.prove({ swapId, version, leaseId, proof }),
    );
    return { world, own, statements: sent.length };
  }

  const leg = (world: World, change: Partial<Leg> = {}): Leg => {
    return {
      chain: world.chain,
      txId: randomTxId(),
      index: 0,
      token,
      amount: 400n,
      role: 'payout',
      level: 'verified',
      ...change,
    };
  };

  async function costOfSettling(
    world: World,
    id: SwapId,
    change: Partial<Settlement>,
  ): Promise<number> {
    await world.journal.lock(id, holder, hour);
    const end = { state: 'settled', fundsState: 'moved', level: 'verified', legs: [] } as const;
    const request = { swapId: id, version: await world.version(id), holder, ...end, ...change };
    const sent = await client.during(async () => {
      expect(await world.journal.settle(request)).toEqual({ kind: 'settled' });
    });
    return sent.length;
  }

  it('costs five statements to prove, and five to settle with what its own transaction delivered', async () => {
    const { world, own, statements } = await proven();
    expect(statements).toBe(5);
    expect(await costOfSettling(world, own.id, { legs: [leg(world, { txId: own.txId })] })).toBe(5);
  });

  it('costs one statement to attribute a transfer, and none more to judge it again', async () => {
    const { world, own } = await proven();
    const expectation = { expectedOut: 400n, destinationAnchor: 7n, minOut: 390n, dropBps: 100 };
    const candidate = {
      chain: world.chain,
      txId: randomTxId(),
      index: 0,
      token,
      amount: 400n,
      block: 99n,
      final: true,
    };
    const found: SettlementFinding[] = [];
    const sent = await client.during(async () => {
      found.push(
        await world.journal.attribute(own.id, {
          rule: 'unreported',
          expectation,
          candidates: [candidate],
        }),
      );
    });
    expect(sent).toHaveLength(1);
    const { legs, level, basis } = found[0] as Extract<SettlementFinding, { kind: 'found' }>;
    expect(basis).toBeDefined();
    expect(await costOfSettling(world, own.id, { legs, level, ...(basis ? { basis } : {}) })).toBe(
      5,
    );
  });

  it('costs nothing to attribute if no transfer has arrived', async () => {
    const { world, own } = await proven();
    const expectation = { expectedOut: 400n, destinationAnchor: 7n, minOut: 390n, dropBps: 100 };
    const sent = await client.during(async () => {
      const request = { rule: 'unreported', expectation, candidates: [] } as const;
      expect(await world.journal.attribute(own.id, request)).toEqual({ kind: 'nothing' });
    });
    expect(sent).toEqual([]);
  });
});

/** The statements of the last transaction. */
async function lastTransaction(run: () => Promise<unknown>): Promise<string[]> {
  const sent = await client.during(run);
  return sent.slice(sent.lastIndexOf('BEGIN'));
}

describe('a signature', () => {
  it.each(['evm', 'tron', 'solana', 'ton', 'bitcoin'] as const)(
    'costs five statements to lease, on %s',
    async (family) => {
      const world = await newWorld(opened, family);
      const id = await world.ready();
      const terms = {
        ...(family === 'ton' ? { chainNonce: 7n } : {}),
        ...(family === 'bitcoin' ? { outpoints: [`${world.chain}:0`] } : {}),
      };
      const sent = await lastTransaction(async () => {
        expect(await world.lease(id, terms)).toMatchObject({ kind: 'leased' });
      });
      // BEGIN, the locks, the facts, the writes, COMMIT.
      expect(sent).toHaveLength(5);
    },
  );

  it('costs five statements to commit, the last of which numbers it among all commits', async () => {
    const world = await newWorld(opened);
    const id = await world.ready();
    const { leaseId } = leased(await world.lease(id));
    const sent = await lastTransaction(async () => {
      expect(await world.commit(id, leaseId)).toMatchObject({ kind: 'committed' });
    });
    // BEGIN, the locks, the facts, the writes, COMMIT.
    expect(sent).toHaveLength(5);
    expect(sent.at(-2)).toContain('update journal_instance');
  });
});
