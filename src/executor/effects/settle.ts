import type { Decision, Observation } from '../../core/decide/decision.ts';
import { brokenPromise } from '../../core/settlement/broken-promise.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import type { AttributionStore } from '../../ports/stores/attribution-store.ts';
import type { ExecutorContext } from '../context.ts';

/**
 * Attributes the found legs and ends the swap. If a payout is, or may be, another swap's by now,
 * returns that as an observation.
 */
export async function settle(
  context: ExecutorContext<AttributionStore>,
  snapshot: Snapshot,
  { end, legs, level, basis, reason }: Extract<Decision, { kind: 'settle' }>,
  holder: string,
): Promise<Observation> {
  const { swap } = snapshot;
  const broken = brokenPromise(snapshot, reason, context.guard.providerStop);
  const result = await context.journal.settle({
    swapId: swap.id,
    version: swap.version,
    holder,
    ...end,
    level,
    legs,
    ...(basis ? { basis } : {}),
    ...(reason ? { reason } : {}),
    ...(broken ? { broken } : {}),
  });
  await context.checkpoint('settled');
  if (result.kind === 'leg_attributed')
    return { kind: 'settlement', finding: { kind: 'attributed', bySwap: result.bySwap } };
  if (result.kind === 'changed') return { kind: 'settlement', finding: result.finding };
  context.logger.info({ ...end, settlementLevel: level }, 'swap settled');
  return { kind: 'none' };
}
