import { assertNever } from '../assert-never.ts';
import type { SwapRole } from '../swap/roles.ts';
import type { Reason, Swap, SwapState } from '../swap/swap.ts';

/** The workers that a swap could wait for, by the journal. */
export interface WorkersOfSwap {
  /**
   * How long the swap has been due without a worker taking it, in milliseconds. Absent: it is not
   * due, or a worker holds it.
   */
  dueFor?: number;
  /** Roles that no live process has. */
  absent: readonly SwapRole[];
}

/**
 * In milliseconds. `recover` sweeps every half second, so a swap that is due for longer waits for
 * it.
 */
const overdueAfter = 5_000;

/** States in which a swap waits for what its chain shows. */
const observed: ReadonlySet<SwapState> = new Set([
  'executing',
  'confirming',
  'awaiting_deposit',
  'claiming',
  'refunding',
]);

/**
 * Why a swap waits. `NO_WORKER` is computed when the swap is read, since no worker can record it.
 */
export function shownReason(
  { state, reason }: Pick<Swap, 'state' | 'reason'>,
  workers?: WorkersOfSwap,
) {
  const role = workers && missingRole(state, workers);
  if (role === undefined) return reason;
  const before = reason ? `; before that it waited with ${reason.code}: ${reason.message}` : '';
  return { code: 'NO_WORKER', message: `${describe(role)}${before}` } satisfies Reason;
}

/** A swap in `needs_review` keeps its reason: it waits for a person. Ended swaps have no timer. */
function missingRole(state: SwapState, { dueFor, absent }: WorkersOfSwap): SwapRole | undefined {
  if (state === 'needs_review') return undefined;
  if (dueFor !== undefined && absent.includes('execute')) return 'execute';
  if (observed.has(state) && absent.includes('track')) return 'track';
  if (dueFor !== undefined && dueFor > overdueAfter && absent.includes('recover')) return 'recover';
  return undefined;
}

function describe(role: SwapRole): string {
  switch (role) {
    case 'execute':
      return 'the swap is due, and there is no live `execute` worker; start one';
    case 'track':
      return 'there is no live `track` worker to observe its chain; start one';
    case 'recover':
      return 'the swap is overdue, and there is no live `recover` worker to schedule it; start one';
    default:
      return assertNever(role, 'role');
  }
}
