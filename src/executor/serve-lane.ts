import { randomUUID } from 'node:crypto';
import { callsOfOrder, callsOfQuotedOrder } from '../core/decide/takes-one-call.ts';
import type { SwapId } from '../core/swap/ids.ts';
import type { LaneRule } from '../core/swap/lane-rule.ts';
import { laneRuleOf } from '../core/swap/lane-rule.ts';
import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { ReservedCalls } from '../ports/call-budget.ts';
import type { Lane, LaneStore } from '../ports/stores/lane-store.ts';
import { type Companion, createCompanions } from './batching/companions.ts';
import type { ExecutorContext } from './context.ts';
import { dispatchLane } from './dispatch.ts';

/**
 * Milliseconds until a lane is looked at again where the budget does not say when it has calls
 * again.
 */
const leastPostponement = 1_000;

/** How a swap is carried on that a lane has admitted: it is locked for `lockHolder`. */
export interface Admitted {
  lockHolder: string;
  companion: Companion;
  /** Of the routing service, for the orders of all that were admitted at once. */
  calls?: ReservedCalls | undefined;
}

/**
 * Admits the next swaps of a lane and carries them on, once the routing service's calls for their
 * orders are reserved: a quote whose transaction could not be asked for would be made in vain.
 * Where the lane has another free slot a worker is called to it first, so that lanes are served in
 * turn and a lane's swaps side by side.
 */
export async function serveLane(
  context: ExecutorContext<LaneStore>,
  lane: Lane,
  carryOn: (swapId: SwapId, admitted: Admitted) => Promise<void>,
): Promise<void> {
  const reserved = await reserveCalls(context, lane);
  if (reserved === 'spent') return;
  try {
    await admitAndCarryOn(context, lane, reserved, carryOn);
  } finally {
    await reserved?.giveBack();
  }
}

/** Nothing where they cannot be counted: what needs none of them goes on. */
async function reserveCalls(
  context: ExecutorContext<LaneStore>,
  lane: Lane,
): Promise<ReservedCalls | 'spent' | undefined> {
  const { router, journal, logger } = context;
  try {
    return await router.reserveCalls(async () => {
      const inOneCall = router.servesSwapBest();
      if (!inOneCall && !ruleOf(context, lane)?.together) return callsOfQuotedOrder;
      // If another worker takes one of these, the swap behind it makes up for what is missing
      // before its first call.
      const next = await journal.nextInLane(lane);
      if (next.length === 0) return callsOfQuotedOrder;
      return next.reduce(
        (sum, swap) => sum + (inOneCall ? callsOfOrder(swap) : callsOfQuotedOrder),
        0,
      );
    });
  } catch (cause) {
    const { code, retryAfter = leastPostponement } = toFerrymanError(cause);
    if (code === 'REDIS_UNAVAILABLE') return undefined;
    if (code !== 'ROUTER_BUDGET_SPENT') throw cause;
    logger.info(
      { wallet: lane.walletId, chain: lane.chain, code, retryAfter },
      'lane waits for calls',
    );
    await journal.postponeLane({ ...lane, delay: retryAfter });
    return 'spent';
  }
}

async function admitAndCarryOn(
  context: ExecutorContext<LaneStore>,
  lane: Lane,
  calls: ReservedCalls | undefined,
  carryOn: (swapId: SwapId, admitted: Admitted) => Promise<void>,
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
        await carryOn(swapId, { lockHolder, companion, calls });
      } finally {
        companion.leave();
      }
    }),
  );
  // The slots may be free again: of a payment that was sent on a chain whose lanes go by that, or
  // of a swap that failed.
  if (ruleOf(context, lane)?.returnedAt === 'sent') await dispatchLane(context, admitting);
  else context.signals.swapDue.announce(0);
}

function ruleOf({ chains }: ExecutorContext, { chain }: Lane): LaneRule | undefined {
  const family = chains.get(chain)?.chain.family;
  return family && laneRuleOf(family);
}
