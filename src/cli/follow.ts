import { FerrymanError } from '../errors/ferryman-error.ts';
import type { FollowedEvent } from './follow-events.ts';
import { pauseFor } from './pause-for.ts';

/** What was read, or since when the service does not answer. */
export type Followed<Value> =
  | { kind: 'read'; value: Value }
  | { kind: 'away'; since: Date; error: FerrymanError };

export interface Following<Value> {
  read(): Promise<Value>;
  /**
   * Events after which another reading may differ. While they come, nothing is read but after one of
   * them. Default: it is read again and again.
   */
  events?: ((signal: AbortSignal) => AsyncIterable<FollowedEvent>) | undefined;
  /** Whether what was read may change without an event: then it is read slowly all the same. */
  isRestless?: ((value: Value) => boolean) | undefined;
  signal: AbortSignal;
  pause?: typeof pauseFor | undefined;
}

/** Milliseconds between two readings, however many events come. */
const leastInterval = 500;
/** Milliseconds between two readings where no events come. */
const pollInterval = 1_000;
/** Milliseconds to the next reading of what may change without an event. */
const slowInterval = 10_000;

/**
 * Reads at each event, and again and again where no events come, also while the service does not
 * answer. Ends when the signal is aborted. Throws what another reading would not change.
 */
export async function* follow<Value>({
  read,
  events,
  isRestless = () => false,
  signal,
  pause = pauseFor,
}: Following<Value>): AsyncGenerator<Followed<Value>> {
  const ending = new AbortController();
  const until = AbortSignal.any([signal, ending.signal]);
  const news = events && listenTo(events(until), until, pause);
  let since: Date | undefined;
  try {
    // The stream stands before the first reading, so that nothing is missed between the two.
    await news?.wait(pollInterval);
    while (!signal.aborted) {
      let wait = Number.POSITIVE_INFINITY;
      try {
        const value = await read();
        since = undefined;
        if (isRestless(value)) wait = slowInterval;
        yield { kind: 'read', value };
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof FerrymanError) || error.next !== 'retry') throw error;
        since ??= new Date();
        yield { kind: 'away', since, error };
      }
      await pause(leastInterval, signal);
      if (!since && news?.isConnected()) await news.wait(wait);
      else await pause(pollInterval - leastInterval, signal);
    }
  } finally {
    ending.abort();
    await news?.ended;
  }
}

/** Remembers whether events have come since the last wait. */
function listenTo(
  events: AsyncIterable<FollowedEvent>,
  signal: AbortSignal,
  pause: typeof pauseFor,
) {
  let isConnected = false;
  let hasNews = false;
  let wake = (): void => undefined;
  const tell = (connected: boolean): void => {
    isConnected = connected;
    hasNews = true;
    wake();
  };
  const listen = async (): Promise<void> => {
    try {
      for await (const { kind } of events) tell(kind !== 'away');
    } catch {
      // The service has no such stream for this key: what is wrong, a reading says.
    } finally {
      tell(false);
    }
  };
  return {
    isConnected: () => isConnected,
    ended: listen(),
    /** Until there is news. @param milliseconds at most */
    async wait(milliseconds: number): Promise<void> {
      const woken = new AbortController();
      wake = () => woken.abort();
      if (!hasNews) await pause(milliseconds, AbortSignal.any([signal, woken.signal]));
      hasNews = false;
    },
  };
}
