/** A server-sent event as a client sees it. */
export interface Received {
  id: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: what is in it is what the tests look at.
  data: any;
}

interface StreamOptions {
  key: string;
  lastEventId?: string;
  signal: AbortSignal;
}

/**
 * Reads server-sent events as the HTML standard says. The id of the last block, also of one without
 * data, is `lastEventId`.
 */
export async function openStream(
  url: string,
  { key, lastEventId, signal }: StreamOptions,
  fetchIt = fetch,
) {
  const response = await fetchIt(url, {
    signal,
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  if (!response.ok) return { status: response.status, problem: await response.json() };
  if (!response.body) throw new Error('the stream has no body');
  const state = { lastEventId: lastEventId ?? '' };
  const { body } = response;
  async function* events(): AsyncGenerator<Received> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map<string, string>();
        for (const line of block.split('\n')) {
          const at = line.indexOf(':');
          if (at > 0) fields.set(line.slice(0, at), line.slice(at + 1).trimStart());
        }
        state.lastEventId = fields.get('id') ?? state.lastEventId;
        const data = fields.get('data');
        if (data === undefined) continue;
        yield {
          id: state.lastEventId,
          event: fields.get('event') ?? 'message',
          data: JSON.parse(data),
        };
      }
    }
  }
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    events: events(),
    state,
  };
}
