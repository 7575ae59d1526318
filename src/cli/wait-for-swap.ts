import { setTimeout as pause } from 'node:timers/promises';
import { isEnd, wantsPerson } from '../core/swap/swap.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ApiClient } from './api-client.ts';
import type { SwapAnswer } from './swap-answer.ts';

/** Between two looks, in milliseconds. */
const interval = 500;

export interface Waiting {
  signal: AbortSignal;
  tell(text: string): void;
  /**
   * Milliseconds since the epoch: after that the swap is returned as it is. Absent: there is no end
   * to it.
   */
  until?: number | undefined;
  /**
   * What is waited for, beside its end. Default: that a person must act in any other way than by
   * paying its deposit.
   */
  isEnough?(swap: SwapAnswer): boolean;
  /** Is given what each look shows. */
  onLook?(swap: SwapAnswer): void;
}

/**
 * Looks at a swap until it has ended or a person must act. Who pays a deposit by hand does so
 * meanwhile. A Ferryman that is away for a while is waited for: it carries the swap on when it is
 * back.
 */
export async function waitForSwap(
  client: Pick<ApiClient, 'getSwap'>,
  id: string,
  { signal, tell, until = Number.POSITIVE_INFINITY, isEnough = wantsAnother, onLook }: Waiting,
): Promise<SwapAnswer> {
  let told = '';
  const say = (text: string): void => {
    if (text !== told) tell(text);
    told = text;
  };
  const seen = new Set<string>();
  for (;;) {
    try {
      const { swap } = await client.getSwap(id);
      const why = swap.reason ? `: ${swap.reason.message}` : '';
      if (isInclusionChange(swap, seen)) say(`${swap.state}, funds ${swap.fundsState}${why}`);
      onLook?.(swap);
      if (isEnd(swap.state) || isEnough(swap) || Date.now() >= until) return swap;
    } catch (error) {
      if (
        signal.aborted ||
        !(error instanceof FerrymanError) ||
        error.next !== 'retry' ||
        Date.now() >= until
      )
        throw error;
      say(`${error.message}; trying again`);
      // What comes after an outage is told again.
      seen.clear();
    }
    await pause(Math.min(interval, Math.max(0, until - Date.now())), undefined, { signal });
  }
}

/**
 * A swap that waits for a better price asks for one order after the other. Each such round goes
 * through the same states for the same reasons, and only its figures differ: one round is told.
 */
function isInclusionChange({ state, reason }: SwapAnswer, seen: Set<string>): boolean {
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

/** Whether a wait that ended with this swap was cut short by its time limit. */
export function isCutShort(swap: SwapAnswer): boolean {
  return !isEnd(swap.state) && !wantsAnother(swap);
}

function wantsAnother({ state }: SwapAnswer): boolean {
  return wantsPerson(state) && state !== 'awaiting_deposit';
}
