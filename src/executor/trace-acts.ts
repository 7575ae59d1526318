import type { SwapId } from '../core/swap/ids.ts';
import type { BulkTurn } from '../ports/stores/bulk-store.ts';
import type { Tracing } from '../ports/tracing.ts';

/** A submission as a span of its request, so that it belongs to the trace of the new swap. */
export function traceSubmit<Answer extends { swap: { id: SwapId } }>(
  tracing: Tracing | undefined,
  run: () => Promise<Answer>,
): Promise<Answer> {
  if (!tracing) return run();
  return tracing.span('submit', {}, async () => {
    const answer = await run();
    tracing.concerns(answer.swap.id);
    return answer;
  });
}

/** A job of the intake queue is a piece of work of its own. */
export function traceIntake<Answer extends { swap: { id: SwapId } }>(
  tracing: Tracing | undefined,
  run: () => Promise<Answer>,
): Promise<Answer> {
  if (!tracing) return run();
  return tracing.root('intake', { kind: 'consumer' }, () => traceSubmit(tracing, run));
}

/** What a person does with a swap, as a span of the request. */
export function traceAct<Answer>(
  tracing: Tracing | undefined,
  name: string,
  swap: SwapId,
  run: () => Promise<Answer>,
): Promise<Answer> {
  if (!tracing) return run();
  return tracing.span(name, {}, async () => {
    const answer = await run();
    tracing.concerns(swap);
    return answer;
  });
}

/** What a bulk action does with one swap is a piece of work of its own. */
export function traceBulkItem<Answer>(
  tracing: Tracing | undefined,
  { action, swapId: swap }: BulkTurn,
  run: () => Promise<Answer>,
): Promise<Answer> {
  return tracing ? tracing.root(`bulk ${action}`, { swap }, run) : run();
}
