import { createClient, type FeedEvent } from 'ferryman-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AnsweringServer,
  json,
  type Answer as Respond,
  startAnsweringServer,
} from '../support/answering-server.ts';

let server: AnsweringServer;
let answers: Respond[];
beforeEach(async () => {
  answers = [];
  server = await startAnsweringServer((request, response) => {
    const respond = answers.shift();
    if (respond) respond(request, response);
    // An open stream in which nothing happens.
    else response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  });
});
afterEach(() => server.close());

/** A stream that ends or breaks after these frames. */
function stream(frames: string, ending: 'end' | 'break' | 'stay' = 'end'): Respond {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(frames, () => {
      if (ending === 'end') response.end();
      if (ending === 'break') response.destroy();
    });
  };
}
const frame = (id: string, type = 'state_changed') =>
  `id: ${id}\ndata: ${JSON.stringify({ id, type, topics: [], at: '', data: {} })}\n\n`;

const follow = (options = {}) =>
  createClient({ url: server.url, retries: 1 }).events({ after: 'start', chain: ['ETH'] }, options);

async function take(events: AsyncIterable<FeedEvent>, count: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of events) if (ids.push(id) === count) break;
  return ids;
}

const asked = () =>
  server.requests.map(({ path, headers }) => [path, headers['last-event-id']] as const);

describe('following events', () => {
  it('goes on behind the last event or sign of life when the stream ends or breaks', async () => {
    answers.push(
      stream(`${frame('1')}${frame('2')}`, 'break'),
      json({ code: 'STARTING', detail: 'it starts' }, 503),
      stream(`:\nid: 5\n\n`),
      stream(frame('6'), 'stay'),
    );
    expect(await take(follow(), 3)).toEqual(['1', '2', '6']);
    expect(asked()).toEqual([
      ['/v1/events?after=start&chain=ETH', undefined],
      ['/v1/events?chain=ETH', '2'],
      ['/v1/events?chain=ETH', '2'],
      ['/v1/events?chain=ETH', '5'],
    ]);
    expect(server.requests[0]?.headers.accept).toBe('text/event-stream');
  });

  it('closes the connection when its reader leaves the loop', async () => {
    let isClosed = false;
    answers.push((request, response) => {
      response.once('close', () => {
        isClosed = true;
      });
      stream(frame('1'), 'stay')(request, response);
    });
    expect(await take(follow(), 1)).toEqual(['1']);
    await expect.poll(() => isClosed).toBe(true);
  });

  it('ends with its signal, also while nothing happens', async () => {
    const controller = new AbortController();
    const reading = take(follow({ signal: controller.signal }), 1);
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });

  it('fails if the service cannot go on where it was, or says so and goes on', async () => {
    const reset = `event: reset\nid: 1\ndata: {"reason":"another journal"}\n\n`;
    answers.push(stream(reset), stream(`${reset}${frame('2')}`, 'stay'));
    await expect(take(follow(), 1)).rejects.toMatchObject({
      name: 'FerrymanApiError',
      code: 'CURSOR_FOREIGN',
      detail: 'another journal',
    });
    const reasons: string[] = [];
    const onReset = (reason: string) => {
      reasons.push(reason);
    };
    expect(await take(follow({ onReset }), 1)).toEqual(['2']);
    expect(reasons).toEqual(['another journal']);
  });

  it('fails at once if it may not, and after its retries if there is no service', async () => {
    answers.push(json({ code: 'UNAUTHORIZED', detail: 'the API key is revoked' }, 401));
    await expect(take(follow(), 1)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(server.requests).toHaveLength(1);
    answers.push(json('', 502), json('', 502));
    await expect(take(follow(), 1)).rejects.toMatchObject({ code: 'API_UNAVAILABLE' });
    expect(server.requests).toHaveLength(3);
  });
});
