import { randomUUID } from 'node:crypto';
import {
  callsOfOrder,
  callsOfQuotedOrder,
  isBoundedWithoutQuote,
} from '../core/decide/takes-one-call.ts';
import type { SwapId } from '../core/swap/ids.ts';
import type { LaneRule } from '../core/swap/lane-rule.ts';
import { laneRuleOf } from '../core/swap/lane-rule.ts';
import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { ReservedCalls } from '../ports/call-budget.ts';
import type { Lane, LaneStore } from '../ports/stores/lane-store.ts';
import { type Companion, createCompanions } from './batching/companions.ts';
import type { ExecutorContext } from './context.ts';
import { dispatchLane } from './dispatch.ts';

/** Milliseconds until a lane is served again if the budget does not say when it has calls. */
const leastPostponement = 1_000;

/** An admitted swap: locked for `lockHolder`. */
export interface Admitted {
  lockHolder: string;
  companion: Companion;
  /** Routing service calls for the orders of all swaps admitted together. */
  calls?: ReservedCalls | undefined;
}

/**
 * Admits the next swaps of a lane and advances them, once the routing service's calls for their
 * orders are reserved: a quote without the call for its transaction would be wasted. If the lane
 * has another free slot, it is dispatched first, so that another worker serves it in parallel.
 */
export async function serveLane(
  context: ExecutorContext<LaneStore>,
  lane: Lane,
  advanceSwap: (swapId: SwapId, admitted: Admitted) => Promise<void>,
): Promise<void> {
  const reserved = await reserveCalls(context, lane);
  if (reserved === 'spent') return;
  try {
    await admitAndAdvance(context, lane, reserved, advanceSwap);
  } finally {
    await reserved?.giveBack();
  }
}

/** Returns `undefined` if calls cannot be counted: swaps that need none still go on. */
async function reserveCalls(
  context: ExecutorContext<LaneStore>,
  lane: Lane,
): Promise<ReservedCalls | 'spent' | undefined> {
  const { router, journal, logger, guard } = context;
  try {
    return await router.reserveCalls(async () => {
      const inOneCall = router.servesSwapBest();
      if (!inOneCall && !ruleOf(context, lane)?.together) return callsOfQuotedOrder;
      // If another worker admits one of these, the swap behind it reserves the missing calls before
      // its first call.
      const next = await journal.nextInLane(lane);
      if (next.length === 0) return callsOfQuotedOrder;
      return next.reduce(
        (sum, swap) =>
          sum + callsOfOrder(swap, inOneCall && isBoundedWithoutQuote(swap.job, guard)),
        0,
      );
    });
  } catch (cause) {
    const { code, retryAfter = leastPostponement } = toFerrymanError(cause);
    if (code === 'REDIS_UNAVAILABLE') return undefined;
    if (code !== 'ROUTER_BUDGET_SPENT') throw cause;
    logger.info(
      { wallet: lane.walletId, chain: lane.chain, code, retryAfter },
      'lane waits for calls to the routing service',
    );
    await journal.postponeLane({ ...lane, delay: retryAfter });
    return 'spent';
  }
}

async function admitAndAdvance(
  context: ExecutorContext<LaneStore>,
  lane: Lane,
  calls: ReservedCalls | undefined,
  advanceSwap: (swapId: SwapId, admitted: Admitted) => Promise<void>,
): Promise<void> {
  const lockHolder = `${context.holder}/${randomUUID()}`;
  const {
    swaps,
    hasNext,
    lane: admitting,
  } = await context.journal.admit({ ...lane, holder: lockHolder, ttl: context.policy.deadAfter });
  if (!admitting) return;
  if (hasNext) await dispatchLane(context, admitting);
  const companions = createCompanions(swaps.length);
  await Promise.all(
    swaps.map(async (swapId, index) => {
      const companion = companions[index] as Companion;
      try {
        await advanceSwap(swapId, { lockHolder, companion, calls });
      } finally {
        companion.leave();
      }
    }),
  );
  // Slots may be free again: after a send, on chains that return them then, or after a failure.
  if (ruleOf(context, lane)?.returnedAt === 'sent') await dispatchLane(context, admitting);
  else context.signals.swapDue.announce(0);
}

function ruleOf({ chains }: ExecutorContext, { chain }: Lane): LaneRule | undefined {
  const family = chains.get(chain)?.chain.family;
  return family && laneRuleOf(family);
}
