import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ApiClient } from './api-client.ts';
import { type HeardEvent, readHeardEvent } from './heard-event.ts';
import { pauseFor } from './pause-for.ts';

/** What comes of a stream of events, over as many connections as it takes. */
export type FollowedEvent =
  | { kind: 'connected' }
  | { kind: 'event'; event: HeardEvent }
  /** Events may be missing: the service does not know where the reader was, or one is unreadable. */
  | { kind: 'reset'; reason: string }
  | { kind: 'away'; since: Date; error: FerrymanError };

/** Before the next connection, in milliseconds. */
const reconnectAfter = 1_000;
/** The same, where the key has as many streams open as it may. */
const crowdedAfter = 10_000;

/**
 * Follows events, and connects again where it stood after an outage: no event is left out, and none
 * comes twice. Ends when the signal is aborted. Throws what another connection would not change.
 */
export async function* followEvents(
  client: Pick<ApiClient, 'openEvents'>,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): AsyncGenerator<FollowedEvent> {
  let lastId: string | undefined;
  let since: Date | undefined;
  let isCrowded = false;
  while (!signal.aborted) {
    try {
      // The last id says where to go on, and `after` would win over it.
      const { after: _after, ...filter } = query;
      const asked = lastId === undefined ? query : filter;
      let isConnected = false;
      for await (const { id, type, data } of client.openEvents(asked, { lastId, signal })) {
        since = undefined;
        if (!isConnected) yield { kind: 'connected' };
        isConnected = true;
        if (id !== '') lastId = id;
        if (data === undefined) continue;
        if (type === 'reset') yield { kind: 'reset', reason: JSON.parse(data).reason };
        if (type === 'message') {
          const event = readHeardEvent(data);
          yield event
            ? { kind: 'event', event }
            : { kind: 'reset', reason: `event ${id} is not one of a Ferryman of this version` };
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof FerrymanError) || error.next !== 'retry') throw error;
      since ??= new Date();
      isCrowded = error.code === 'TOO_MANY_REQUESTS';
      yield { kind: 'away', since, error };
    }
    await pauseFor(isCrowded ? crowdedAfter : reconnectAfter, signal);
  }
}
