import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Followed, follow } from '../../src/cli/follow.ts';
import type { FollowedEvent } from '../../src/cli/follow-events.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { waitFor } from '../support/wait-for.ts';

const unavailable = new FerrymanError('API_UNAVAILABLE', 'nobody answers');
const connected: FollowedEvent = { kind: 'connected' };
const away: FollowedEvent = { kind: 'away', since: new Date(), error: unavailable };
const happened = { kind: 'event', event: {} } as FollowedEvent;

let ending: AbortController;
/** How often it was read. */
let readings = 0;
/** What the next reading throws. */
let fault: Error | undefined;
/** The pause that it is in, in milliseconds; those of a second pass at once, as do others before. */
let resting: number | undefined;
let seen: Followed<number>[] = [];
/** What the stream says next. */
let say: (next: FollowedEvent | Error) => void;
let ended: Promise<void>;

async function* stream(signal: AbortSignal): AsyncGenerator<FollowedEvent> {
  const queue: (FollowedEvent | Error)[] = [];
  let wake = (): void => undefined;
  say = (next) => {
    queue.push(next);
    wake();
  };
  signal.addEventListener('abort', () => wake());
  while (!signal.aborted) {
    const next = queue.shift();
    if (next instanceof Error) throw next;
    if (next) yield next;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
}

/** Seconds pass at once, and what is longer does not pass before the signal. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (milliseconds <= 1_000 || signal.aborted) return;
  resting = milliseconds;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  resting = undefined;
}

function start(how: { isRestless?: () => boolean; events?: typeof stream } = { events: stream }) {
  const read = async (): Promise<number> => {
    if (fault) throw fault;
    readings += 1;
    return readings;
  };
  ended = (async () => {
    for await (const one of follow({ read, signal: ending.signal, pause, ...how })) seen.push(one);
  })();
}

const isResting = (milliseconds: number): Promise<void> =>
  waitFor(() => expect(resting).toBe(milliseconds));

beforeEach(() => {
  ending = new AbortController();
  [readings, fault, resting, seen] = [0, undefined, undefined, []];
});
afterEach(async () => {
  ending.abort();
  await ended.catch(() => undefined);
});

describe('where events come', () => {
  it('reads once, and then only after an event, however long that takes', async () => {
    start();
    say(connected);
    await isResting(Number.POSITIVE_INFINITY);
    const before = readings;
    say(happened);
    await waitFor(() => expect(readings).toBe(before + 1));
    await isResting(Number.POSITIVE_INFINITY);
    expect(readings).toBe(before + 1);
  });

  it('reads slowly what may change without one', async () => {
    start({ events: stream, isRestless: () => true });
    say(connected);
    await isResting(10_000);
  });

  it('reads when they break off, tells of an outage, and reads once more when they are back', async () => {
    start();
    say(connected);
    await isResting(Number.POSITIVE_INFINITY);
    fault = unavailable;
    say(away);
    await waitFor(() =>
      expect(seen.filter(({ kind }) => kind === 'away').length).toBeGreaterThan(1),
    );
    fault = undefined;
    say(connected);
    await waitFor(() => expect(seen.at(-1)).toMatchObject({ kind: 'read' }));
    await isResting(Number.POSITIVE_INFINITY);
    expect(seen.at(-1)).toEqual({ kind: 'read', value: readings });
    const [first, ...others] = seen.flatMap((one) => (one.kind === 'away' ? [one.since] : []));
    for (const since of others) expect(since).toBe(first);
  });
});

it('reads again and again where the service has no events to give', async () => {
  start();
  say(new FerrymanError('NOT_FOUND', 'there is no such path'));
  await waitFor(() => expect(readings).toBeGreaterThan(3));
  expect(resting).toBeUndefined();
});

it('ends with what another reading would not change', async () => {
  fault = new FerrymanError('FORBIDDEN', 'not with this key');
  start({});
  await expect(ended).rejects.toThrow('not with this key');
});
