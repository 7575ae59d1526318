import { expect, it } from 'vitest';
import { type FollowedEvent, followEvents } from '../../src/cli/follow-events.ts';

it('reads events of a newer service, and says where one is none', async () => {
  const event = {
    id: '7',
    type: 'state_changed',
    topics: ['swap.teleported', 'swap.settled'],
    at: '2026-01-01T00:00:00.000Z',
    state: 'teleported',
    fundsState: 'in_between',
    data: {},
  };
  const ending = new AbortController();
  const seen: FollowedEvent[] = [];
  const client = {
    async *openEvents() {
      yield { id: '7', type: 'message', data: JSON.stringify(event) };
      yield { id: '8', type: 'message', data: '{"id":8}' };
      yield { id: '9', type: 'message', data: 'no JSON' };
      yield { id: '10', type: 'message', data: JSON.stringify({ ...event, id: '10' }) };
      ending.abort();
    },
  };
  for await (const one of followEvents(client, {}, ending.signal)) seen.push(one);
  expect(seen).toEqual([
    { kind: 'connected' },
    { kind: 'event', event },
    { kind: 'reset', reason: expect.stringContaining('event 8 ') },
    { kind: 'reset', reason: expect.stringContaining('event 9 ') },
    { kind: 'event', event: { ...event, id: '10' } },
  ]);
});
