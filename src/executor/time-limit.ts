import { setTimeout as pause } from 'node:timers/promises';
import type { ChainName } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';

/** Limits the time that one submission waits for chains, all requests together. */
export interface TimeLimit {
  /** Awaits `asked`. Throws `CHAIN_UNAVAILABLE` after the time limit, and what `asked` throws. */
  for<Answer>(chain: ChainName, asked: Promise<Answer>): Promise<Answer>;
}

/**
 * The time starts now.
 * @param milliseconds for all requests together
 */
export function createTimeLimit(milliseconds: number): TimeLimit {
  const over = pause(milliseconds, undefined, { ref: false });
  return {
    async for(chain, asked) {
      const late = over.then((): never => {
        throw unavailable(chain, `no endpoint has answered within ${milliseconds} ms`);
      });
      try {
        return await Promise.race([asked, late]);
      } catch (cause) {
        if (!(cause instanceof FerrymanError) || cause.code !== 'RPC_UNAVAILABLE') throw cause;
        throw unavailable(chain, cause.message, cause);
      }
    },
  };
}

function unavailable(chain: ChainName, why: string, cause?: unknown): FerrymanError {
  const message = `Ferryman could not read from ${chain} what the job needs: ${why}; nothing was stored`;
  return new FerrymanError('CHAIN_UNAVAILABLE', message, { cause, details: { chain } });
}
