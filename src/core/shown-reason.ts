import { assertNever } from './assert-never.ts';
import type { WorkerRole } from './roles.ts';
import type { Reason, Swap, SwapState } from './swap.ts';

/** Which workers a swap could wait for, as the journal knows them. */
export interface WorkersOfSwap {
  /** Milliseconds for which the swap has been due without a worker taking it; absent: it is not due, or a worker has it. */
  dueFor?: number;
  /** Roles that no live process has. */
  absent: readonly WorkerRole[];
}

/** `recover` looks every half second, so that a swap that was due for so long waits for it. In milliseconds. */
const overdueAfter = 5_000;

/** States in which a swap waits for what its chain shows. */
const observed: ReadonlySet<SwapState> = new Set([
  'executing',
  'confirming',
  'awaiting_deposit',
  'claiming',
  'refunding',
]);

/** Why a swap waits, for a reader: that there is no worker for it is seen when it is shown, since nobody is there to record it. */
export function shownReason({ state, reason }: Pick<Swap, 'state' | 'reason'>, workers?: WorkersOfSwap) {
  const role = workers && missingRole(state, workers);
  if (role === undefined) return reason;
  const before = reason ? `; before that it waited with ${reason.code}: ${reason.message}` : '';
  return { code: 'NO_WORKER', message: `${describe(role)}${before}` } satisfies Reason;
}

/** A person who is waited for has to know what for; ended swaps have no timer and wait for nobody. */
function missingRole(state: SwapState, { dueFor, absent }: WorkersOfSwap): WorkerRole | undefined {
  if (state === 'needs_review') return undefined;
  if (dueFor !== undefined && absent.includes('execute')) return 'execute';
  if (observed.has(state) && absent.includes('track')) return 'track';
  if (dueFor !== undefined && dueFor > overdueAfter && absent.includes('recover')) return 'recover';
  return undefined;
}

function describe(role: WorkerRole): string {
  switch (role) {
    case 'execute':
      return 'the swap is due, and no live `execute` worker is there to take it';
    case 'track':
      return 'no live `track` worker is there to observe its chain';
    case 'recover':
      return 'the swap is overdue, and no live `recover` worker is there to wake it';
    default:
      return assertNever(role, 'role');
  }
}
