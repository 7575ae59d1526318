import type { FeedEvent } from '../generated/api.ts';
import type { Caller, LooseRequest } from './caller.ts';
import { FerrymanApiError, FerrymanConnectionError, isFerrymanError } from './errors.ts';
import { eventsOf } from './event-stream.ts';
import type { OperationId } from './operation.ts';
import type { CallOptions } from './operation-types.ts';
import { pause } from './pause.ts';
import { pauseBefore } from './retry-policy.ts';

/** How a stream of events is followed. The loop over it throws the signal's reason. */
export interface FollowOptions extends Pick<CallOptions, 'signal' | 'retries'> {
  /**
   * The service does not know where you were, as after the restore of a backup: events may be
   * missing, so list what you need again. The stream goes on from now. Default: the loop throws a
   * `FerrymanApiError` with the code `CURSOR_FOREIGN`.
   */
  onReset?: ((reason: string) => void | Promise<void>) | undefined;
}

/** The service shows a sign of life every 15 s. */
const silenceMs = 45_000;

/**
 * Follows a stream, and connects again where it stood when the connection breaks. No event comes
 * twice within one loop, and none is left out. The first connection fails as other calls do.
 */
export async function* followEvents(
  { open, retries: defaultRetries }: Pick<Caller, 'open' | 'retries'>,
  id: OperationId,
  request: LooseRequest,
  onReset: FollowOptions['onReset'],
): AsyncGenerator<FeedEvent, never> {
  const { signal, retries = defaultRetries } = request;
  const accept = 'text/event-stream';
  let from: LooseRequest & { headers: Record<string, string> } = {
    ...request,
    headers: { accept },
  };
  let isOpened = false;
  for (let failures = 0; ; ) {
    try {
      const response = await open(id, from);
      isOpened = true;
      for await (const event of eventsOf(response, { silenceMs, signal })) {
        if (event.data !== undefined) failures = 0;
        if (event.data !== undefined && event.type === 'reset') await reset(event.data, onReset);
        if (event.data !== undefined && event.type === 'message') yield JSON.parse(event.data);
        if (event.id !== '') from = continued(request, accept, event.id);
      }
      throw new FerrymanConnectionError('the stream of events has ended', { outcome: 'unknown' });
    } catch (error) {
      if (!isFerrymanError(error)) throw error;
      failures += 1;
      const milliseconds =
        isOpened || failures <= retries
          ? pauseBefore(error, { attempt: failures, isRepeatable: true })
          : undefined;
      if (milliseconds === undefined) throw error;
      await pause(milliseconds, signal);
    }
  }
}

/** From here on the place in the stream counts, and not where the reader began. */
function continued({ query = {}, ...request }: LooseRequest, accept: string, lastId: string) {
  const { after: _after, ...filter } = query;
  return { ...request, query: filter, headers: { accept, 'last-event-id': lastId } };
}

async function reset(data: string, onReset: FollowOptions['onReset']): Promise<void> {
  const { reason } = JSON.parse(data) as { reason: string };
  if (onReset) return onReset(reason);
  throw new FerrymanApiError({
    type: 'urn:ferryman:error:CURSOR_FOREIGN',
    title: 'The service cannot go on where the reader was. List what you need again.',
    status: 410,
    detail: reason,
    code: 'CURSOR_FOREIGN',
    requestId: '',
  });
}
