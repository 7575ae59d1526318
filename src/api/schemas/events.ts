import { z } from 'zod';
import { fundsStates, swapStates } from '../../core/swap/swap.ts';
import { topics } from '../../executor/feed/topics.ts';
import { named, time } from './common.ts';

export const feedEvent = named(
  'FeedEvent',
  z.object({
    id: z.string().describe('The cursor of this event.'),
    type: z.string().describe('Such as `state_changed`; of a notice `wallet_frozen`.'),
    topics: z.array(z.enum(topics)).describe('What it is about, the most telling one first.'),
    at: time,
    swap: z
      .object({
        id: z.uuid(),
        wallet: z.string(),
        fromChain: z.string(),
        toChain: z.string(),
      })
      .optional()
      .describe('Absent: the event is of no swap.'),
    state: z.enum(swapStates).optional().describe('Of the swap, after the event.'),
    fundsState: z.enum(fundsStates).optional().describe('Of the swap, after the event.'),
    seq: z.int().optional().describe('Counts the events of the swap from 1.'),
    wallet: z.string().optional().describe('Of a notice.'),
    chain: z.string().optional().describe('Of a notice.'),
    data: z.record(z.string(), z.unknown()),
    hash: z.string().optional().describe('Covers the event and the hash of the one before it.'),
  }),
  'Something that happened to a swap or a wallet.',
);

export const feedPage = named(
  'FeedPage',
  z.object({
    events: z.array(feedEvent),
    nextCursor: z.string().describe('Send it as `after`, also when there was nothing more.'),
    hasMore: z.boolean(),
  }),
);
