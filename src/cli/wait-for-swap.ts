import { isEnd, wantsPerson } from '../core/swap/swap.ts';
import type { FerrymanError } from '../errors/ferryman-error.ts';
import { timeLimit } from '../http/time-limit.ts';
import type { ApiClient } from './api-client.ts';
import { type Following, follow } from './follow.ts';
import { followEvents } from './follow-events.ts';
import type { SwapAnswer } from './swap-answer.ts';

/** Milliseconds for the only reading, where the limit was over before there was one. */
const lastReading = 5_000;

export interface Waiting {
  signal: AbortSignal;
  tell(text: string): void;
  /** Milliseconds since the epoch: then the swap is returned as it is. Default: no time limit. */
  until?: number | undefined;
  /**
   * When to stop waiting before a terminal state. Default: when a person must act, unless it is to
   * pay a deposit.
   */
  isEnough?(swap: SwapAnswer): boolean;
  /** Receives the swap of each reading. */
  onRead?(swap: SwapAnswer): void;
  pause?: Following<SwapAnswer>['pause'];
}

/**
 * Follows a swap until it has ended or a person must act. The wait goes on while a manual deposit is
 * due, and while Ferryman does not respond: it continues the swap after its next start.
 */
export async function waitForSwap(
  client: Pick<ApiClient, 'getSwap' | 'openEvents'>,
  id: string,
  { signal, tell, until, isEnough = wantsDecision, onRead, ...how }: Waiting,
): Promise<SwapAnswer> {
  let lastLine = '';
  const tellOnce = (text: string): void => {
    if (text !== lastLine) tell(text);
    lastLine = text;
  };
  const seen = new Set<string>();
  const limit = until === undefined ? undefined : limitAt(until);
  let failure: unknown;
  const read = async (ends = limit): Promise<SwapAnswer> => {
    const { swap } = await client.getSwap(id, ends).catch((error: unknown) => {
      failure = error;
      throw error;
    });
    const why = swap.reason ? `: ${swap.reason.message}` : '';
    if (isProgress(swap, seen)) tellOnce(`${swap.state}, funds ${swap.fundsState}${why}`);
    onRead?.(swap);
    return swap;
  };
  const watched = {
    read: () => read(),
    events: (ends: AbortSignal) => followEvents(client, { swap: id }, ends),
    // The reason that is told changes when the workers come and go.
    isRestless: () => true,
    signal: AbortSignal.any([signal, ...(limit ? [limit] : [])]),
    ...how,
  };
  let last: SwapAnswer | undefined;
  let outage: FerrymanError | undefined;
  for await (const found of follow(watched)) {
    if (found.kind === 'away') {
      outage = found.error;
      tellOnce(`${outage.message}; trying again`);
      // Show the state again after an outage.
      seen.clear();
      continue;
    }
    outage = undefined;
    last = found.value;
    if (isEnd(last.state) || isEnough(last)) return last;
  }
  signal.throwIfAborted();
  if (outage) throw outage;
  if (last) return last;
  // A service that took longer than the limit is not asked again.
  if (failure) throw failure;
  return read(timeLimit(lastReading));
}

/** A timer takes at most 24 days: a limit beyond that is none. */
function limitAt(until: number): AbortSignal {
  const milliseconds = Math.max(0, until - Date.now());
  return milliseconds < 2 ** 31 ? timeLimit(milliseconds) : new AbortController().signal;
}

/**
 * A swap that waits for a better price orders again and again. Each round has the same states and
 * reasons, and only its figures differ: one round is shown.
 */
function isProgress({ state, reason }: SwapAnswer, seen: Set<string>): boolean {
  if (!isOrdering.has(state)) {
    seen.clear();
    return true;
  }
  const what = `${state} ${reason?.code ?? ''}`;
  const isNew = !seen.has(what);
  seen.add(what);
  return isNew;
}

const isOrdering: ReadonlySet<SwapAnswer['state']> = new Set(['requested', 'quoted']);

/** Whether the time limit ended the wait that returned this swap. */
export function isCutShort(swap: SwapAnswer): boolean {
  return !isEnd(swap.state) && !wantsDecision(swap);
}

/** Whether a person must act. A manual deposit is waited for. */
export function wantsDecision({ state }: Pick<SwapAnswer, 'state'>): boolean {
  return wantsPerson(state) && state !== 'awaiting_deposit';
}
