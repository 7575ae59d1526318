import { describe, expect, it } from 'vitest';
import type { Family } from '../../src/core/swap/chains.ts';
import type { SwapId, WalletId } from '../../src/core/swap/ids.ts';
import type { Job } from '../../src/core/swap/job.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import { type Admitted, serveLane } from '../../src/executor/serve-lane.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { Router } from '../../src/ports/router.ts';
import type { LaneStore } from '../../src/ports/stores/lane-store.ts';
import { aJob } from '../support/snapshot.ts';

const lane = { walletId: 'w' as WalletId, chain: 'ETH' } as const;
const swapId = 's' as SwapId;

/** A lane with one swap, and what was done. */
function world(
  reserveCalls: Router['reserveCalls'],
  next: readonly Job[] = [],
  {
    servesSwapBest = true,
    family = 'evm',
    hasPriceFloor = false,
  }: { servesSwapBest?: boolean; family?: Family; hasPriceFloor?: boolean } = {},
) {
  const done: string[] = [];
  const journal = {
    admit: async () => {
      done.push('admitted');
      return { swaps: [swapId], lane: { ...lane, version: 1 }, hasNext: false };
    },
    nextInLane: async () => next.map((job) => ({ job, consecutiveFailures: 0 })),
    postponeLane: async ({ delay }) => void done.push(`postponed by ${delay}`),
  } satisfies Partial<Journal>;
  const context = {
    journal,
    guard: { hasPriceFloor: () => hasPriceFloor },
    router: { reserveCalls, servesSwapBest: () => servesSwapBest },
    logger: { info: () => undefined },
    chains: new Map([[lane.chain, { chain: { family } }]]),
    holder: 'worker-1',
    policy: { deadAfter: 1_000 },
    signals: { swapDue: { announce: () => undefined } },
  } as unknown as ExecutorContext<LaneStore>;
  return { context, done };
}

it('admits nobody while the budget has too few calls for an order, and comes back when it has them', async () => {
  const { context, done } = world(async () => {
    throw new FerrymanError('ROUTER_BUDGET_SPENT', 'none left', { retryAfter: 7_000 });
  });
  await serveLane(context, lane, async () => void done.push('carried on'));
  expect(done).toEqual(['postponed by 7000']);
});

it('hands the reserved calls on, and gives back what was not used, also after a failure', async () => {
  const giveBack = async () => void done.push('given back');
  const calls = { use: () => true, require: async () => undefined, giveBack };
  const { context, done } = world(async () => calls);
  const fails = async (_: SwapId, admitted: Admitted): Promise<void> => {
    done.push(admitted.calls === calls ? 'carried on with them' : 'carried on without');
    throw new Error('boom');
  };
  await expect(serveLane(context, lane, fails)).rejects.toThrow('boom');
  expect(done).toEqual(['admitted', 'carried on with them', 'given back']);
});

it('admits though calls cannot be counted: not every step needs one', async () => {
  const { context, done } = world(async () => {
    throw new FerrymanError('REDIS_UNAVAILABLE', 'away');
  });
  await serveLane(context, lane, async () => void done.push('carried on'));
  expect(done).toEqual(['admitted', 'carried on']);
});

describe('reserves', () => {
  const inOneCall = aJob({ from: { ...aJob().from, token: evmNativeToken } });

  async function reserved(
    next: readonly Job[],
    options: Parameters<typeof world>[2] = {},
  ): Promise<number> {
    const counts: number[] = [];
    const { context } = world(
      async (count) => {
        counts.push(await count());
        throw new FerrymanError('ROUTER_BUDGET_SPENT', 'none left');
      },
      next,
      options,
    );
    await serveLane(context, lane, async () => undefined);
    return counts[0] ?? 0;
  }

  it('one call where one is all that the order of the next swap takes', async () => {
    expect(await reserved([inOneCall])).toBe(1);
    const bound = { kind: 'slippage', slippageBps: 50 } as const;
    expect(await reserved([{ ...inOneCall, bound }], { hasPriceFloor: true })).toBe(1);
    expect(await reserved([{ ...inOneCall, bound }])).toBe(2);
  });

  it('a quote’s call and its transaction’s for any other, and where nobody knows who comes', async () => {
    expect(await reserved([aJob()])).toBe(2);
    expect(await reserved([])).toBe(2);
  });

  it('both where the service makes no swaps in one call', async () => {
    expect(await reserved([inOneCall], { servesSwapBest: false })).toBe(2);
  });

  it('the calls of all whose payments go in one transaction, so that none of them keeps the others waiting', async () => {
    const four = [aJob(), aJob(), aJob(), aJob()];
    expect(await reserved(four, { family: 'ton' })).toBe(8);
    expect(await reserved(four, { family: 'ton', servesSwapBest: false })).toBe(8);
    expect(await reserved([], { family: 'ton' })).toBe(2);
  });
});
