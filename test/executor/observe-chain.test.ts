import { expect, it, vi } from 'vitest';
import type { Inclusion } from '../../src/core/swap/swap.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { createChainObserver } from '../../src/executor/observe-chain.ts';
import type { LaneStore } from '../../src/ports/stores/lane-store.ts';
import type {
  ObservationRecord,
  ObservationStore,
} from '../../src/ports/stores/observation-store.ts';

const pending: Inclusion = { status: 'pending' };
const unseen: Inclusion = { status: 'unseen' };
const block = { number: 7n, hash: '0x7' };
const included: Inclusion = { status: 'included', block, succeeded: true, feePaid: 1n };

/** What is recorded for an attempt, by its stored inclusion and by what the chain shows now. */
async function told(
  before: Inclusion | undefined,
  now: Inclusion,
): Promise<ObservationRecord['observation']['attempts']> {
  const recordObservation = vi.fn(async (_record: ObservationRecord) => []);
  const observation = {
    head: { latest: 9n, final: 5n },
    attempts: new Map([['0x1', now]]),
    finalNonces: new Map(),
  };
  const attempt = { txId: '0x1', account: '0xa', ...(before ? { inclusion: before } : {}) };
  const context = {
    journal: { openAttempts: async () => ({ attempts: [attempt], since: 3n }), recordObservation },
    chains: new Map([['ETH', { chain: { progressDepth: 1 }, observe: async () => observation }]]),
    checkpoint: async () => undefined,
  };
  await createChainObserver(
    context as unknown as ExecutorContext<LaneStore & ObservationStore>,
    'ETH',
    async () => true,
  )();
  const [record] = recordObservation.mock.calls[0] ?? [];
  expect(record).toMatchObject({ since: 3n, observation: { head: observation.head } });
  return record?.observation.attempts ?? new Map();
}

it.each([
  ['waits as before', pending, pending],
  ['is still nowhere to be seen', unseen, unseen],
])('is not told that an attempt %s', async (_case, before, now) => {
  expect(await told(before, now)).toEqual(new Map());
});

it.each([
  ['was not looked at before', undefined, unseen],
  ['is in the pool now', unseen, pending],
  ['has left the pool', pending, unseen],
  ['is in a block now', pending, included],
  ['has left its block', included, pending],
  ['is in its block as before, whose proof may be doubted', included, included],
])('is told that an attempt %s', async (_case, before, now) => {
  expect(await told(before, now)).toEqual(new Map([['0x1', now]]));
});
