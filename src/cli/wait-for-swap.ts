import { setTimeout as pause } from 'node:timers/promises';
import { isEnd, wantsPerson } from '../core/swap/swap.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ApiClient } from './api-client.ts';
import type { SwapAnswer } from './swap-answer.ts';

/** Between two polls, in milliseconds. */
const interval = 500;

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
  /** Receives the swap of each poll. */
  onPoll?(swap: SwapAnswer): void;
}

/**
 * Polls a swap until it has ended or a person must act. The wait goes on while a manual deposit is
 * due, and while Ferryman does not respond: it continues the swap after its next start.
 */
export async function waitForSwap(
  client: Pick<ApiClient, 'getSwap'>,
  id: string,
  { signal, tell, until = Number.POSITIVE_INFINITY, isEnough = wantsDecision, onPoll }: Waiting,
): Promise<SwapAnswer> {
  let lastLine = '';
  const tellOnce = (text: string): void => {
    if (text !== lastLine) tell(text);
    lastLine = text;
  };
  const seen = new Set<string>();
  for (;;) {
    try {
      const { swap } = await client.getSwap(id);
      const why = swap.reason ? `: ${swap.reason.message}` : '';
      if (isProgress(swap, seen)) tellOnce(`${swap.state}, funds ${swap.fundsState}${why}`);
      onPoll?.(swap);
      if (isEnd(swap.state) || isEnough(swap) || Date.now() >= until) return swap;
    } catch (error) {
      if (
        signal.aborted ||
        !(error instanceof FerrymanError) ||
        error.next !== 'retry' ||
        Date.now() >= until
      )
        throw error;
      tellOnce(`${error.message}; trying again`);
      // Show the state again after an outage.
      seen.clear();
    }
    await pause(Math.min(interval, Math.max(0, until - Date.now())), undefined, { signal });
  }
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
