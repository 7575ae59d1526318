import type { Decision, Observation } from '../core/decide/decision.ts';
import type { Snapshot, SwapState } from '../core/swap/swap.ts';

/**
 * Effects of one swap alone: nobody else writes for it meanwhile. What others change raises its
 * version.
 */
const alone: ReadonlySet<Decision['kind']> = new Set([
  'quote',
  'request_best_swap',
  'prove',
  'ask_status',
  'ask_order_status',
  'sight',
  'find_settlement',
]);

/** While its payment is followed, nothing else of a snapshot goes by a swap's state. */
const inFlight: ReadonlySet<SwapState> = new Set(['executing', 'confirming', 'settling']);

/**
 * The swap after an effect, where that is known without reading it again; `undefined`: it is not.
 * If it is wrong all the same, because the swap has changed meanwhile, its version is too low and
 * the next write is refused.
 * @param mayHaveWritten whether the effect may have changed the swap in the journal
 */
export function knownAfter(
  snapshot: Snapshot,
  decision: Decision,
  { observation, mayHaveWritten }: { observation: Observation; mayHaveWritten: boolean },
): Snapshot | undefined {
  if (decision.kind === 'transition') return afterTransition(snapshot, decision);
  // What told nothing is decided by what has changed meanwhile.
  const isUnchanged = !mayHaveWritten && observation.kind !== 'none' && alone.has(decision.kind);
  return isUnchanged ? snapshot : undefined;
}

function afterTransition(
  snapshot: Snapshot,
  { state, fundsState, reason }: Extract<Decision, { kind: 'transition' }>,
): Snapshot | undefined {
  // `updatedAt` stays: nothing is decided by it.
  const { reason: _, ...swap } = snapshot.swap;
  if (!inFlight.has(swap.state) || !inFlight.has(state)) return undefined;
  const changed = { state, fundsState, version: swap.version + 1, consecutiveFailures: 0 };
  return { ...snapshot, swap: { ...swap, ...changed, ...(reason ? { reason } : {}) } };
}

/**
 * Whether the journal refuses what the decision comes to if the swap has changed since it was read.
 * What signs or sends, and what ages, is decided by what was read right before it: a stop changes
 * no swap's version.
 */
export function isFenced({ kind }: Decision): boolean {
  return fenced.has(kind);
}

const fenced: ReadonlySet<Decision['kind']> = new Set([
  'rest',
  'wait',
  'enter_lane',
  'transition',
  'close_order',
  'prove',
  'ask_status',
  'ask_order_status',
  'sight',
  'find_settlement',
  'settle',
]);
