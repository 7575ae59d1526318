import type { Decision, Observation } from '../../core/decision.ts';
import type { Snapshot } from '../../core/swap.ts';
import type { ExecutorContext } from '../context.ts';

/** Claims the legs that were found and ends the swap; a payout that another swap claimed first is an observation. */
export async function settle(
  context: ExecutorContext,
  { swap }: Snapshot,
  { end, legs, level, reason }: Extract<Decision, { kind: 'settle' }>,
): Promise<Observation> {
  const result = await context.journal.settle({
    swapId: swap.id,
    version: swap.version,
    ...end,
    level,
    legs,
    ...(reason ? { reason } : {}),
  });
  await context.checkpoint('settled');
  if (result.kind === 'leg_claimed') return { kind: 'settlement', finding: { kind: 'claimed', bySwap: result.bySwap } };
  context.logger.info({ ...end, settlementLevel: level }, 'swap settled');
  return { kind: 'none' };
}
