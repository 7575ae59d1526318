/** What a call answers in pieces, maybe until the client or the server ends it. */
export interface StreamAnswer {
  /** Text, such as server-sent events; ends soon after `signal`. */
  frames(signal: AbortSignal): AsyncIterable<string>;
  /** Called once, however the stream ends, also if no frame was read. */
  end(): void;
}

/**
 * Milliseconds in which a client must take what is there. One that does not is cut off: of events,
 * it comes back with its last one's id.
 */
const longestStall = 60_000;

/**
 * The body of a stream. A client that reads slowly slows the frames down: one is made when the one
 * before was taken.
 * @param signal aborted when the client has gone
 */
export function streamBody(
  { frames, end }: StreamAnswer,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const ending = new AbortController();
  const iterator = frames(AbortSignal.any([signal, ending.signal]))[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let stall: NodeJS.Timeout | undefined;
  const finish = async (): Promise<void> => {
    clearTimeout(stall);
    if (ending.signal.aborted) return;
    ending.abort();
    end();
    await iterator.return?.();
  };
  return new ReadableStream({
    async pull(controller) {
      clearTimeout(stall);
      try {
        const { done, value } = await iterator.next();
        if (ending.signal.aborted) return;
        if (!done) {
          controller.enqueue(encoder.encode(value));
          stall = setTimeout(() => {
            void finish();
            controller.error(new Error('the client does not read'));
          }, longestStall).unref();
          return;
        }
        controller.close();
        await finish();
      } catch (cause) {
        await finish();
        throw cause;
      }
    },
    cancel: finish,
  });
}

/** A server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export function sseFrame({
  id,
  event,
  data,
}: {
  id: string;
  event?: string;
  data: unknown;
}): string {
  return `${event === undefined ? '' : `event: ${event}\n`}id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Keeps the connection alive and tells how far the server has read; dispatches no event. */
export function sseHeartbeat(id: string): string {
  return `:\nid: ${id}\n\n`;
}
