import type { Logger } from 'pino';
import { toFerrymanError } from '../errors/ferryman-error.ts';

export interface Loop {
  /** Starts no new round and waits for the running one. */
  stop(): Promise<void>;
}

/** Runs `round` again and again with `interval` milliseconds between the end of one and the start of the next. A failed round is logged. */
export function startLoop(name: string, interval: number, round: () => Promise<void>, logger: Logger): Loop {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running = Promise.resolve();
  const turn = async (): Promise<void> => {
    try {
      await round();
    } catch (cause) {
      const error = toFerrymanError(cause);
      logger.warn({ loop: name, code: error.code, reason: error.message }, 'round failed; it is tried again');
    }
    if (!stopped) timer = setTimeout(start, interval);
  };
  const start = (): void => {
    running = turn();
  };
  start();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
