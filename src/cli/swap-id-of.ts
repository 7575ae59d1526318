import { isSwapId } from '../core/swap/ids.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { noSuchSwap } from '../errors/no-such-swap.ts';
import type { ApiClient } from './api-client.ts';
import { showTime } from './show-time.ts';

/** Shorter beginnings would soon fit several swaps. An act on a wrong one cannot be taken back. */
const leastLetters = { reading: 4, acts: 8 };
/** Pages of the search that are read: what else contains the text is found too. */
const maxPages = 10;
const shownMatches = 10;

/**
 * The id of the swap that a person named by its id, or by a beginning of it that no other swap has.
 * Throws `NOT_FOUND`, and `INVALID_REQUEST` with the swaps that it could be.
 */
export async function swapIdOf(
  client: Pick<ApiClient, 'listSwaps'>,
  given: string,
  purpose: keyof typeof leastLetters,
): Promise<string> {
  const text = given.toLowerCase();
  if (isSwapId(given)) return given;
  if (!/^[0-9a-f-]{1,36}$/.test(text))
    throw new FerrymanError(
      'NOT_FOUND',
      `${JSON.stringify(given)} begins no id of a swap; find it by what you have with: ferryman swap list --q ${given}`,
    );
  const least = leastLetters[purpose];
  if (text.length < least)
    throw new FerrymanError(
      'INVALID_REQUEST',
      `"${given}" is too short: give at least ${least} letters of the id`,
    );
  const matches = await swapsThatBegin(client, text);
  const [only, ...others] = matches;
  if (!only) throw noSuchSwap(`whose id begins with ${given}`);
  if (others.length === 0) return only.id;
  const lines = matches
    .slice(0, shownMatches)
    .map(({ id, state, createdAt }) => `${id}  ${state}  ${showTime(createdAt)}`);
  const rest = matches.length > shownMatches ? ['…'] : [];
  throw new FerrymanError(
    'INVALID_REQUEST',
    [`${matches.length} swaps begin with ${given}; give more of the id:`, ...lines, ...rest].join(
      '\n  ',
    ),
  );
}

async function swapsThatBegin(client: Pick<ApiClient, 'listSwaps'>, text: string) {
  const found: Awaited<ReturnType<ApiClient['listSwaps']>>['swaps'] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await client.listSwaps({
      q: text,
      limit: '200',
      ...(cursor === undefined ? {} : { cursor }),
    });
    found.push(...answer.swaps.filter(({ id }) => id.startsWith(text)));
    cursor = answer.nextCursor;
    if (cursor === undefined) return found;
  }
  throw new FerrymanError('INVALID_REQUEST', `too many swaps match ${text}: give the whole id`);
}
