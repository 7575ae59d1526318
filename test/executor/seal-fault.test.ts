import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SealableBulk } from '../../src/core/operator/bulk-seal.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { createSealFault } from '../../src/executor/bulk/seal-fault.ts';
import { createJobSeals } from '../../src/keys/create-job-seals.ts';
import type { JobSeals } from '../../src/ports/job-seals.ts';
import type { BulkTurn } from '../../src/ports/stores/bulk-store.ts';

const day = 86_400_000;
const swaps = [randomUUID(), randomUUID(), randomUUID()] as SwapId[];

let dataFolder = '';
let seals: JobSeals;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'ferryman-bulk-seals-'));
  seals = createJobSeals({ dataFolder });
});
afterAll(() => rm(dataFolder, { recursive: true }));

/** A turn of an action that was accepted at 0, and that asks for each of the swaps once. */
async function aTurn(): Promise<BulkTurn> {
  const asked: SealableBulk = {
    id: randomUUID(),
    action: 'retry',
    filter: { state: 'failed' },
    reason: 'up again',
    perMinute: 60,
    by: 'key_1',
    swaps,
  };
  const seal = (await seals.bulkSealer())(asked, 0);
  const { id: bulkId, by: keyId, swaps: _, ...same } = asked;
  return { ...same, bulkId, keyId, seq: 1, swapId: swaps[0]!, createdAt: 0, holder: 'one', seal };
}

async function faultOf(
  turn: BulkTurn,
  { list = swaps, now = 1, jobSeals = seals } = {},
): Promise<string | undefined> {
  const journal = { bulkSwaps: async () => list };
  return createSealFault({ journal, jobSeals, clock: { now: () => now } } as never)(turn);
}

describe('a retry in bulk', () => {
  it('is done for a swap of a list that a process of Ferryman accepted, which is read once', async () => {
    const [turn, besides] = [await aTurn(), await aTurn()];
    let read = 0;
    const bulkSwaps = async () => {
      read += 1;
      return swaps;
    };
    const context = { journal: { bulkSwaps }, jobSeals: seals, clock: { now: () => 1 } };
    const find = createSealFault(context as never);
    for (const swapId of swaps)
      for (const action of [turn, besides])
        expect(await find({ ...action, swapId })).toBeUndefined();
    expect(read, 'once for each of two actions').toBe(2);
    const another = randomUUID() as SwapId;
    expect(await find({ ...turn, swapId: another })).toContain('does not match');
    const changed = { ...turn, filter: { state: 'cancelled' } };
    expect(await find(changed), 'changed after the first retry').toContain('does not match');
  });

  it.each<[string, Partial<BulkTurn>]>([
    ['id', { bulkId: randomUUID() }],
    ['filter', { filter: {} }],
    ['reason', { reason: 'another' }],
    ['rate', { perMinute: 6_000 }],
    ['key', { keyId: 'key_2' }],
  ])('is refused if its %s was changed', async (_what, change) => {
    expect(await faultOf({ ...(await aTurn()), ...change })).toContain('does not match');
  });

  it('is refused if its list was changed, and where it has no seal', async () => {
    const turn = await aTurn();
    const { seal, ...unsealed } = turn;
    expect(await faultOf(turn, { list: [...swaps].reverse() })).toContain('does not match');
    expect(await faultOf(turn, { list: swaps.slice(1) })).toContain('does not match');
    expect(await faultOf(unsealed)).toContain('it has no seal');
    const longer = { ...seal!, until: seal!.until + 1 };
    expect(await faultOf({ ...turn, seal: longer })).toContain('does not match');
  });

  it('is refused after its time, which a pause uses up', async () => {
    const turn = await aTurn();
    expect(await faultOf(turn, { now: 7 * day })).toBeUndefined();
    expect(await faultOf(turn, { now: 8 * day })).toContain('its time is over');
  });

  it('is refused by a process that does not know the key, which says what it lacks', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ferryman-bulk-seals-'));
    const jobSeals = createJobSeals({ dataFolder: folder, databaseUrl: 'postgres://other' });
    expect(await faultOf(await aTurn(), { jobSeals })).toContain('guard.jobKeys');
    await rm(folder, { recursive: true });
  });
});

it('a cancel in bulk needs no seal: it signs nothing new', async () => {
  const { seal: _, ...turn } = await aTurn();
  expect(await faultOf({ ...turn, action: 'cancel' })).toBeUndefined();
});
