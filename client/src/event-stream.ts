import { FerrymanConnectionError } from './errors.ts';

/** An event of a stream, or with `data` undefined only news of where the reader stands. */
export interface StreamEvent {
  /** Of the event, or of the newest one before it. */
  id: string;
  /** `message` if the stream does not name it. */
  type: string;
  data: string | undefined;
}

/**
 * Reads server-sent events from texts that may end anywhere
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream).
 * @returns a function that takes the next text and gives the events that it completes
 */
export function createEventParser(): (text: string) => StreamEvent[] {
  let rest = '';
  let id = '';
  let type = '';
  let data: string[] = [];
  return (text) => {
    const events: StreamEvent[] = [];
    // The second half of a CRLF may be still to come.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        events.push({
          id,
          type: type || 'message',
          data: data.length === 0 ? undefined : data.join('\n'),
        });
        [type, data] = ['', []];
        continue;
      }
      const [, field = '', value = ''] = /^([^:]*)(?::[ ]?(.*))?$/s.exec(line) ?? [];
      if (field === 'id' && !value.includes('\0')) id = value;
      else if (field === 'event') type = value;
      else if (field === 'data') data.push(value);
    }
    return events;
  };
}

/**
 * Reads the events of an answer. Throws `FerrymanConnectionError` when it breaks, or when nothing
 * comes for `silenceMs`: a connection may be dead without a word.
 */
export async function* eventsOf(
  response: Response,
  { silenceMs, signal }: { silenceMs: number; signal: AbortSignal | undefined },
): AsyncGenerator<StreamEvent> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const parse = createEventParser();
  try {
    for (;;) {
      const chunk = await within(silenceMs, signal, reader?.read());
      if (!chunk || chunk.done) return;
      yield* parse(decoder.decode(chunk.value, { stream: true }));
    }
  } finally {
    // It closes the connection, if that is still open.
    reader?.cancel().catch(() => undefined);
  }
}

/** Rejects when nothing comes in time, and with the signal's reason. */
function within<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  result: Promise<Result> | undefined,
): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) =>
      reject(
        new FerrymanConnectionError(`the stream of events broke: ${cause}`, {
          outcome: 'unknown',
          cause,
        }),
      );
    const onAbort = () => reject(signal?.reason);
    const timer = setTimeout(() => fail(`nothing came for ${milliseconds} ms`), milliseconds);
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    Promise.resolve(result)
      .then(resolve, fail)
      .finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      });
  });
}
