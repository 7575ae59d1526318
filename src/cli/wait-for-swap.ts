import { setTimeout as pause } from 'node:timers/promises';
import { isEnd, wantsPerson } from '../core/swap.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ApiClient } from './api-client.ts';
import type { SwapAnswer } from './swap-answer.ts';

/** Between two looks, in milliseconds. */
const interval = 500;

/**
 * Looks at a swap until it has ended or a person must act. A Ferryman that is away for a while is waited for: it carries the
 * swap on when it is back.
 */
export async function waitForSwap(
  client: Pick<ApiClient, 'getSwap'>,
  id: string,
  { signal, tell }: { signal: AbortSignal; tell(text: string): void },
): Promise<SwapAnswer> {
  let told = '';
  const say = (text: string): void => {
    if (text !== told) tell(text);
    told = text;
  };
  for (;;) {
    try {
      const { swap } = await client.getSwap(id);
      say(`${swap.state}, funds ${swap.fundsState}${swap.reason ? `: ${swap.reason.message}` : ''}`);
      if (isEnd(swap.state) || wantsPerson(swap.state)) return swap;
    } catch (error) {
      if (signal.aborted || !(error instanceof FerrymanError) || error.next !== 'retry') throw error;
      say(`${error.message}; trying again`);
    }
    await pause(interval, undefined, { signal });
  }
}
