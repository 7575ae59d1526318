import type { Decision, Observation } from '../core/decide/decision.ts';
import type { SwapId } from '../core/swap/ids.ts';
import { isEnd, type Snapshot, type SwapState } from '../core/swap/swap.ts';
import type { Tracing } from '../ports/tracing.ts';
import { traceEnd } from './trace-end.ts';

type Outcome = Observation | 'idle' | 'stale';

/** An advance of a swap is a piece of work. Without tracing it just runs. */
export function traceAdvance(
  tracing: Tracing | undefined,
  swap: SwapId,
  run: () => Promise<void>,
): Promise<void> {
  return tracing ? tracing.root('advance', { kind: 'consumer', swap }, run) : run();
}

/** Each effect is a span of it. When the swap has ended, its own span is recorded too. */
export function traceEffect(
  tracing: Tracing | undefined,
  { swap }: Snapshot,
  decision: Decision,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  if (!tracing) return run();
  const facts = { 'ferryman.swap.state': swap.state };
  return tracing.span(decision.kind, { facts }, async () => {
    const outcome = await run();
    if (typeof outcome === 'object' && outcome.kind === 'failed')
      tracing.note({ 'error.type': outcome.reason.code });
    const end = endOf(decision, outcome);
    if (end !== undefined) traceEnd(tracing, swap, end);
    return outcome;
  });
}

/** The state that the swap has ended in by this effect. */
function endOf(decision: Decision, outcome: Outcome): SwapState | undefined {
  if (outcome === 'stale' || (typeof outcome === 'object' && outcome.kind === 'failed'))
    return undefined;
  if (decision.kind === 'transition' && isEnd(decision.state)) return decision.state;
  return decision.kind === 'settle' && outcome === 'idle' ? decision.end.state : undefined;
}
