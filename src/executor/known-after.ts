import type { Decision, Observation } from '../core/decide/decision.ts';
import type { Snapshot, SwapState } from '../core/swap/swap.ts';

/**
 * Effects during which only this worker writes for the swap. Any other change raises its version.
 */
const alone: ReadonlySet<Decision['kind']> = new Set([
  'quote',
  'request_best_swap',
  'prove',
  'poll_status',
  'poll_order_status',
  'sight',
  'find_settlement',
]);

/** Between these states only the state itself changes in a snapshot. */
const inFlight: ReadonlySet<SwapState> = new Set(['executing', 'confirming', 'settling']);

/**
 * The swap after an effect, if known without another read; otherwise `undefined`. If another
 * process changed the swap meanwhile, its version is too low and the journal refuses the next
 * write.
 * @param mayHaveWritten whether the effect may have changed the swap in the journal
 */
export function knownAfter(
  snapshot: Snapshot,
  decision: Decision,
  { observation, mayHaveWritten }: { observation: Observation; mayHaveWritten: boolean },
): Snapshot | undefined {
  if (decision.kind === 'transition') return afterTransition(snapshot, decision);
  // An effect that observed nothing calls for a fresh read.
  const isUnchanged = !mayHaveWritten && observation.kind !== 'none' && alone.has(decision.kind);
  return isUnchanged ? snapshot : undefined;
}

function afterTransition(
  snapshot: Snapshot,
  { state, fundsState, reason }: Extract<Decision, { kind: 'transition' }>,
): Snapshot | undefined {
  // `updatedAt` stays: no decision depends on it.
  const { reason: _, ...swap } = snapshot.swap;
  if (!inFlight.has(swap.state) || !inFlight.has(state)) return undefined;
  const changed = { state, fundsState, version: swap.version + 1, consecutiveFailures: 0 };
  return { ...snapshot, swap: { ...swap, ...changed, ...(reason ? { reason } : {}) } };
}

/**
 * Whether the journal refuses the decision's write if the swap has changed since it was read. What
 * signs, sends or expires needs a fresh read: a stop changes no swap's version.
 */
export function isFenced({ kind }: Decision): boolean {
  return fenced.has(kind);
}

const fenced: ReadonlySet<Decision['kind']> = new Set([
  'done',
  'wait',
  'enter_lane',
  'transition',
  'hold',
  'close_order',
  'prove',
  'poll_status',
  'poll_order_status',
  'sight',
  'find_settlement',
  'settle',
]);
