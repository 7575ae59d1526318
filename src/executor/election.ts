import type { ChainName } from '../core/swap/chains.ts';
import { toFerrymanError } from '../errors/ferryman-error.ts';
import type { ObservationStore } from '../ports/stores/observation-store.ts';
import type { ExecutorContext } from './context.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** Elects the one process that does something, such as observing a chain or sending webhooks. */
export interface Election {
  /**
   * Whether this process is elected. An elected process renews at a third of the term, not at each
   * poll, so that polling a quiet chain writes nothing. Others ask at every call.
   */
  isElected(): Promise<boolean>;
  /** Gives the election up for the next process that asks. Does nothing if not elected. */
  leave(): Promise<void>;
}

export function createElection(
  {
    journal,
    holder,
    policy,
    clock,
    logger,
  }: Pick<
    ExecutorContext<Pick<ObservationStore, 'electObserver'>>,
    'journal' | 'holder' | 'policy' | 'clock' | 'logger'
  >,
  chain: ChainName | 'webhooks' | 'treasury',
): Election {
  let heldUntil = 0;
  let renewAt = 0;

  async function ask(): Promise<boolean> {
    const now = clock.now();
    const elected = await journal.electObserver(chain, holder, policy.deadAfter);
    renewAt = elected ? now + policy.deadAfter / 3 : 0;
    heldUntil = elected ? now + policy.deadAfter : 0;
    return elected;
  }
  const askOnce = oneAtATime(ask);

  return {
    async isElected() {
      if (clock.now() < renewAt) return true;
      // The polls for attempts and for deposits ask at the same time.
      return askOnce();
    },
    async leave() {
      if (clock.now() >= heldUntil) return;
      renewAt = 0;
      heldUntil = 0;
      await journal.electObserver(chain, holder, 0).catch((cause: unknown) => {
        const { code } = toFerrymanError(cause);
        logger.warn({ chain, code }, 'election not given up; it expires by itself');
      });
    },
  };
}
