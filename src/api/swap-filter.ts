import { z } from 'zod';
import { readSearchText } from '../core/operator/search-text.ts';
import { isSwapId, type SwapId } from '../core/swap/ids.ts';
import { flows } from '../core/swap/job.ts';
import { fundsStates, swapStates } from '../core/swap/swap.ts';
import { parseDuration } from '../core/text/parse-duration.ts';
import { errorCodes } from '../errors/codes.ts';
import type { SwapCriteria } from '../ports/stores/swap-store.ts';
import { plainText, reveals, timeInput } from './schemas/common.ts';
import { someOf } from './schemas/some-of.ts';

/** Codes that a reason may have. */
export const errorNames = Object.keys(errorCodes);

const [earliest, latest] = [Date.UTC(2000, 0, 1), Date.UTC(2101, 0, 1)];

const time = (description: string) =>
  timeInput
    .transform((text) => Date.parse(text))
    .refine((at) => at >= earliest && at < latest, 'is before 2000 or after 2100')
    .optional()
    .describe(`${description} ISO 8601, such as 2026-01-31T12:00:00Z.`);

/** In milliseconds. */
const duration = (description: string) =>
  z
    .string('is not a text')
    .transform((text, context) => {
      const milliseconds = parseDuration(text);
      if (milliseconds !== undefined) return milliseconds;
      context.addIssue({
        code: 'custom',
        message: 'is not a time span such as 90s, 30m, 12h or 7d',
      });
      return z.NEVER;
    })
    .optional()
    .describe(`${description} Such as 90s, 30m, 12h or 7d.`);

/** Ids of one filter: as many as an address holds. */
const maxIds = 200;
const longestIds = maxIds * 37;

const chainName = (description: string) => plainText(64).optional().describe(description);

/**
 * The members of a filter, in a query as in a body: one grammar for lists, exports and bulk actions.
 * All that are given must hold.
 */
export const swapFilterShape = {
  id: z
    .string('is not a text')
    .max(longestIds, `is longer than ${longestIds} characters`)
    .transform((text) => text.split(',').map((one) => one.trim()))
    .refine((ids): ids is SwapId[] => ids.every(isSwapId), 'has a member that is no id of a swap')
    .optional()
    .describe(`Ids of swaps, separated by commas: at most ${maxIds}.`),
  q: reveals(
    plainText(200)
      .optional()
      .describe(
        'What you have at hand: a swap id, an idempotency key, a transaction hash, an address, an order number of a provider, a value of metadata, or the code or words of an error. From 4 characters on (6 of a hash), what begins with it is found too.',
      ),
    'addresses',
    'metadata',
  ),
  state: someOf(swapStates, 'state')
    .optional()
    .describe(`One or more, separated by commas, of ${swapStates.join(', ')}.`),
  fundsState: someOf(fundsStates, 'state of funds')
    .optional()
    .describe(`One or more, separated by commas, of ${fundsStates.join(', ')}.`),
  error: plainText(64)
    .optional()
    .describe('The code of the reason for which it waits or ended, such as ROUTER_NO_ROUTE.'),
  chain: chainName('Chain of either side.'),
  fromChain: chainName('Chain that it is paid on.'),
  toChain: chainName('Chain that it pays out on.'),
  fromToken: plainText(128).optional().describe('Address or symbol of the token that is paid.'),
  toToken: plainText(128).optional().describe('Address or symbol of the token that is bought.'),
  wallet: plainText(66).optional().describe('Name of a wallet; its accounts are included.'),
  provider: plainText(64).optional().describe('Provider of the order.'),
  flow: z
    .enum(flows, `is not one of ${flows.join(', ')}`)
    .optional()
    .describe(`One of ${flows.join(', ')}.`),
  receiver: reveals(plainText(256).optional().describe('Address that is paid.'), 'addresses'),
  metadata: reveals(
    plainText(600)
      .refine((text) => !text.startsWith('='), 'has no key before the "="')
      .optional()
      .describe('`key=value`, or a key alone: with any value.'),
    'metadata',
  ),
  retryOf: z
    .string('is not a text')
    .refine(isSwapId, 'is no id of a swap')
    .transform((id) => id as SwapId)
    .optional()
    .describe('Id of the swap whose job it tries again, or that it replaces.'),
  createdAfter: time('Submitted at this time or later.'),
  createdBefore: time('Submitted at this time or before.'),
  updatedAfter: time('Changed last at this time or later.'),
  updatedBefore: time('Changed last at this time or before.'),
  olderThan: duration('Submitted at least this long ago.'),
  newerThan: duration('Submitted at most this long ago.'),
  unchangedFor: duration('Changed last at least this long ago.'),
} as const;

const swapFilter = z.strictObject(swapFilterShape);
export type SwapFilterInput = z.output<typeof swapFilter>;

/**
 * What a filter means now. Names are checked by `readFilter`.
 * @param providers all identifiers of the filter's provider, in lower case
 */
export function criteriaOf(
  filter: SwapFilterInput,
  providers: string[] | undefined,
  now: number,
): SwapCriteria {
  const { id, q, state, fundsState, metadata, provider: _named, ...rest } = filter;
  const { createdAfter, createdBefore, updatedBefore, updatedAfter } = rest;
  const { olderThan, newerThan, unchangedFor, ...same } = rest;
  const ago = (span: number | undefined) => (span === undefined ? undefined : now - span);
  return given({
    ...same,
    ids: id,
    search: q === undefined ? undefined : readSearchText(q),
    states: state,
    fundsStates: fundsState,
    metadata: metadata === undefined ? undefined : metadataOf(metadata),
    providers,
    createdAfter: latestOf(createdAfter, ago(newerThan)),
    createdBefore: earliestOf(createdBefore, ago(olderThan)),
    updatedAfter,
    updatedBefore: earliestOf(updatedBefore, ago(unchangedFor)),
  });
}

/** A filter without what is absent. */
function given(criteria: { [Name in keyof SwapCriteria]?: SwapCriteria[Name] | undefined }) {
  return Object.fromEntries(
    Object.entries(criteria).filter(([, value]) => value !== undefined),
  ) as SwapCriteria;
}

function metadataOf(text: string): { key: string; value?: string } {
  const at = text.indexOf('=');
  return at < 0 ? { key: text } : { key: text.slice(0, at), value: text.slice(at + 1) };
}

function latestOf(...times: (number | undefined)[]): number | undefined {
  const all = times.filter((one) => one !== undefined);
  return all.length === 0 ? undefined : Math.max(...all);
}

function earliestOf(...times: (number | undefined)[]): number | undefined {
  const all = times.filter((one) => one !== undefined);
  // Earlier than any clock can store holds for no swap.
  return all.length === 0 ? undefined : Math.max(Math.min(...all), earliest);
}
