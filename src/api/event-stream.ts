import type { AnswerMask } from './mask-answer.ts';

/**
 * What a call answers in pieces, maybe until the client or the server ends it. The mask of a key is
 * put on a piece before it becomes text.
 */
export interface StreamAnswer<Piece = unknown> {
  /** JSON values; ends soon after `signal`. */
  pieces(signal: AbortSignal): AsyncIterable<Piece>;
  /** As it is sent, such as a server-sent event. */
  textOf(piece: Piece): string;
  /** Called once, however the stream ends, also if no frame was read. */
  end(): void;
}

/** Checks that a stream's text is made of its pieces, and forgets of what type they are. */
export function streamOf<Piece>(stream: StreamAnswer<Piece>): StreamAnswer {
  return stream as StreamAnswer;
}

/**
 * Milliseconds in which a client must take what is there. One that does not is cut off: of events,
 * it comes back with its last one's id.
 */
const longestStall = 60_000;

/**
 * The body of a stream. A client that reads slowly slows the pieces down: one is made when the one
 * before was taken.
 * @param signal aborted when the client has gone
 * @param mask what the key does not see
 */
export function streamBody(
  { pieces, textOf, end }: StreamAnswer,
  signal: AbortSignal,
  mask: AnswerMask = (piece) => piece,
): ReadableStream<Uint8Array> {
  const ending = new AbortController();
  const iterator = pieces(AbortSignal.any([signal, ending.signal]))[Symbol.asyncIterator]();
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
          controller.enqueue(encoder.encode(textOf(mask(value))));
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

/**
 * A server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html). One without
 * data dispatches nothing: it keeps the connection alive and tells how far the server has read.
 */
export interface ServerSentEvent {
  id: string;
  /** Milliseconds that a client waits before it connects again. */
  retry?: number;
  event?: string;
  data?: unknown;
}

export function sseText({ id, retry, event, data }: ServerSentEvent): string {
  const lines = [
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(data === undefined ? [':'] : []),
    `id: ${id}`,
    ...(data === undefined ? [] : [`data: ${JSON.stringify(data)}`]),
  ];
  return `${lines.join('\n')}\n\n`;
}
