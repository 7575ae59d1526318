import { z } from 'zod';
import { isSwapId, type SwapId } from '../../core/swap/ids.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { encodeCursor, readCursor } from '../../executor/feed/cursor.ts';
import { type FeedFilter, isWanted } from '../../executor/feed/feed-filter.ts';
import { feedItemJson } from '../../executor/feed/feed-item-json.ts';
import { topics } from '../../executor/feed/topics.ts';
import { nameFaults } from '../../executor/name-faults.ts';
import { viewOf } from '../../executor/view-of.ts';
import { type FeedItem, type FeedPosition, feedStart } from '../../ports/stores/feed-store.ts';
import type { ApiDependencies } from '../api-environment.ts';
import {
  type ApiRequest,
  defineEndpoint,
  type Endpoint,
  type RequestHeaders,
} from '../endpoint.ts';
import { sseText, streamOf } from '../event-stream.ts';
import { followFeed } from '../follow-feed.ts';
import { limit, plainText } from '../schemas/common.ts';
import { feedEvent, feedPage } from '../schemas/events.ts';
import { listOf, someOf } from '../schemas/some-of.ts';
import { createWaitLimit } from '../wait-limit.ts';

const params = z.object({
  id: z
    .string()
    .refine(isSwapId, 'this is no id of a swap')
    .transform((id) => id as SwapId)
    .describe('The id of a swap.'),
});

const place = {
  after: plainText(512)
    .optional()
    .describe(
      'The `id` of the last event that you have, or `start`. Wins over `Last-Event-ID`. Default of a stream: what happens from now on; of a page, and of one swap: from the start.',
    ),
  limit,
};

const type = someOf(topics, 'topic')
  .optional()
  .describe(`One or more topics, separated by commas: ${topics.join(', ')}.`);

const query = z.strictObject({
  ...place,
  swap: z.string().refine(isSwapId, 'is no id of a swap').optional().describe('The id of a swap.'),
  wallet: plainText(400).transform(listOf).optional().describe('Names of wallets, by commas.'),
  chain: plainText(400).transform(listOf).optional().describe('Of either side, by commas.'),
  type,
});

const swapQuery = z.strictObject({ ...place, type });

type Reader = Pick<ApiRequest, 'key' | 'headers' | 'requireCaller'>;

/** Open streams of one key at the same time, in each process. */
const maxStreams = 20;
/** Items that one page looks at; a narrow filter may find fewer than wanted among them. */
const maxScanned = 5_000;

const stream = {
  description:
    'Server-sent events, if `Accept` asks for `text/event-stream` or for anything. The `id` of each is its cursor: a client that connects again sends it as `Last-Event-ID` and misses nothing. An event named `reset` means that the cursor is not of this journal, as after the restore of a backup: list what you need again. Comments keep quiet connections open.',
  schema: feedEvent,
};

/** Following and reading the events of all swaps. */
export function eventEndpoints({ journal, feed, chains }: ApiDependencies): Endpoint[] {
  const streams = createWaitLimit({
    max: maxStreams,
    retryAfter: 5_000,
    what: `has ${maxStreams} event streams open`,
  });

  /** Where the reader begins; a cursor of another journal begins at `otherwise`. */
  async function startOf(
    journalId: string,
    after: string | undefined,
    otherwise: () => Promise<FeedPosition>,
  ): Promise<{ position: FeedPosition; isForeign?: true }> {
    if (after === undefined) return { position: await otherwise() };
    if (after === 'start') return { position: feedStart };
    const read = await readCursor(journal, journalId, after);
    if (read.kind === 'valid') return { position: read.position };
    if (read.kind === 'foreign') return { position: await otherwise(), isForeign: true };
    throw new FerrymanError('INVALID_REQUEST', 'the query is malformed', {
      faults: [{ pointer: '/after', message: 'is no id of an event' }],
    });
  }

  async function answerStream(
    { key, requireCaller }: Reader,
    after: string | undefined,
    filter: FeedFilter,
  ) {
    const journalId = await journal.instanceId();
    const fromNow = filter.swapId === undefined;
    const begin = await startOf(journalId, after, async () =>
      fromNow ? journal.feedEnd() : feedStart,
    );
    const release = streams.enter(key.id);
    return {
      status: 200,
      stream: streamOf({
        pieces: (signal) =>
          followFeed({
            ...{ feed, journalId, filter, signal },
            after: begin.position,
            ...(begin.isForeign ? { resetReason: foreign } : {}),
            requireCaller,
          }),
        textOf: sseText,
        end: release,
      }),
    };
  }

  async function answerPage(after: string | undefined, wanted: number, filter: FeedFilter) {
    const journalId = await journal.instanceId();
    const begin = await startOf(journalId, after, async () => feedStart);
    if (begin.isForeign) throw new FerrymanError('CURSOR_FOREIGN', foreign);
    const found: FeedItem[] = [];
    let { position } = begin;
    let hasMore = true;
    for (let scanned = 0; hasMore && found.length < wanted && scanned < maxScanned; ) {
      const read = await journal.readFeed({
        after: position,
        limit: 500,
        swapId: filter.swapId as SwapId | undefined,
      });
      scanned += read.length;
      hasMore = read.length === 500;
      for (const item of read) {
        if (found.length === wanted) {
          hasMore = true;
          break;
        }
        position = item.position;
        if (isWanted(item, filter)) found.push(item);
      }
    }
    const events = found.map((item) => feedItemJson(item, encodeCursor(journalId, item.position)));
    const nextCursor = encodeCursor(journalId, position);
    return { status: 200, body: { events, nextCursor, hasMore } };
  }

  /** Throws `INVALID_REQUEST`. */
  async function requireNames(wallets: string[] = [], chainNames: string[] = []): Promise<void> {
    const faults = await nameFaults({ journal, chains }, [
      ...wallets.map((name) => ({ kind: 'wallet' as const, name, pointer: '/wallet' })),
      ...chainNames.map((name) => ({ kind: 'known chain' as const, name, pointer: '/chain' })),
    ]);
    if (faults.length > 0)
      throw new FerrymanError('INVALID_REQUEST', 'the filter has a name that does not exist', {
        faults,
      });
  }

  const answer = (
    reader: Reader,
    { after, limit: wanted }: { after?: string | undefined; limit: number },
    filter: FeedFilter,
  ) =>
    wantsPage(reader.headers)
      ? answerPage(after, wanted, filter)
      : answerStream(reader, after ?? reader.headers.get('last-event-id'), filter);

  return [
    defineEndpoint({
      id: 'listEvents',
      method: 'get',
      path: '/v1/events',
      group: 'events',
      scope: 'view',
      summary: 'Follow the events of all swaps and wallets, or read a page of them',
      query,
      answers: {
        200: {
          description: 'A page, oldest first, if `Accept` asks for JSON.',
          schema: feedPage,
          stream,
        },
      },
      problems: ['CURSOR_FOREIGN', 'TOO_MANY_REQUESTS'],
      async handle({ query: { swap, wallet, chain, type: wanted, ...from }, ...reader }) {
        await requireNames(wallet, chain);
        const filter = { swapId: swap, wallets: wallet, chains: chain, topics: wanted };
        return answer(reader, from, filter);
      },
    }),
    defineEndpoint({
      id: 'listSwapEvents',
      method: 'get',
      path: '/v1/swaps/{id}/events',
      group: 'events',
      scope: 'view',
      summary: 'Follow the events of one swap, or read a page of them',
      params,
      query: swapQuery,
      answers: {
        200: {
          description: 'A page, oldest first, if `Accept` asks for JSON.',
          schema: feedPage,
          stream,
        },
      },
      problems: ['CURSOR_FOREIGN', 'TOO_MANY_REQUESTS'],
      async handle({ params: { id }, query: { type: wanted, ...from }, ...reader }) {
        await viewOf(journal, id);
        return answer(reader, from, { swapId: id, topics: wanted });
      },
    }),
  ];
}

const foreign =
  'the cursor is of another journal, or of events that this one has lost; list what you need again';

/** JSON only if it is asked for and a stream is not. */
function wantsPage(headers: RequestHeaders): boolean {
  const accept = headers.get('accept') ?? '';
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}
