import { z } from 'zod';
import { errorCodes, isErrorCode } from '../../errors/codes.ts';
import { gasLimitsOf } from '../../executor/gas-limits.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { iso } from '../iso.ts';
import { overviewJson } from '../overview-json.ts';
import { secondsInput } from '../schemas/common.ts';
import { errorGroupList, laneList } from '../schemas/operations.ts';
import { overviewAnswer } from '../schemas/overview.ts';

const day = 24 * 3_600;

/** Swaps of one code that are read at most. */
const maxPerCode = 1_000;
/** Days before that time in which swaps were submitted that may have changed in it. */
const longestDays = 7;

const errorQuery = z.strictObject({
  withinSeconds: secondsInput
    .default(day)
    .describe('Only swaps that changed in this time. Default: a day.'),
});

/** Groups of one answer. */
const maxGroups = 200;

const overviewQuery = z.strictObject({
  withinSeconds: z
    .string()
    .regex(/^\d{1,7}$/, 'is not a whole number')
    .transform(Number)
    .pipe(
      z
        .number()
        .min(3_600, 'is below an hour')
        .max(30 * day, 'is above 30 days'),
    )
    .default(day)
    .describe('What became of swaps that were submitted in this time. Default: a day.'),
});

/** Swaps that the overview reads at most: more would take longer than a person waits. */
const maxSwaps = 20_000;

/** About 24 to 30 periods. */
function periodOf(withinSeconds: number): number {
  const steps = [60, 300, 900, 3_600, 6 * 3_600, day];
  const step = steps.find((seconds) => withinSeconds / seconds <= 30) ?? day;
  return step * 1_000;
}

/** What operators look at across swaps. */
export function overviewEndpoints({
  journal,
  chains,
  clock,
}: Pick<ApiDependencies, 'journal' | 'chains' | 'clock'>): Endpoint[] {
  return [
    defineEndpoint({
      id: 'listLanes',
      method: 'get',
      path: '/v1/lanes',
      group: 'operations',
      scope: 'view',
      summary: 'List lanes in which swaps wait or hold slots',
      description: 'The whole list: at most one lane for each wallet account and configured chain.',
      answers: { 200: { description: 'The lanes.', schema: laneList } },
      async handle() {
        const { lanes } = await journal.health();
        const body = {
          lanes: lanes.map(({ oldest, ...lane }) => ({
            ...lane,
            oldestSeconds: Math.floor(oldest / 1_000),
          })),
        };
        return { status: 200, body };
      },
    }),
    defineEndpoint({
      id: 'readOverview',
      method: 'get',
      path: '/v1/overview',
      group: 'operations',
      scope: 'view',
      summary: 'Read what needs a person, what is under way, and what became of the newest swaps',
      query: overviewQuery,
      answers: { 200: { description: 'The overview.', schema: overviewAnswer } },
      async handle({ query: { withinSeconds } }) {
        const since = Math.max(clock.now() - withinSeconds * 1_000, 0);
        const period = periodOf(withinSeconds);
        const [health, open, funds, lowGas, activity] = await Promise.all([
          journal.health(),
          journal.countOpen(),
          journal.countByFunds(),
          journal.lowGas(gasLimitsOf(chains.map((chain) => ({ chain })))),
          journal.activity({ since, period, limit: maxSwaps }),
        ]);
        return {
          status: 200,
          body: { overview: overviewJson({ health, open, funds, lowGas, activity, period }) },
        };
      },
    }),
    defineEndpoint({
      id: 'listErrors',
      method: 'get',
      path: '/v1/errors',
      group: 'operations',
      scope: 'view',
      summary: 'Group swaps by what they wait for or ended with',
      description: `Reads, of each code, the newest ${maxPerCode.toLocaleString('en')} swaps that were submitted at most ${longestDays} days before the time. \`isAtLeast\` marks groups of a code that may have more. There is one group for each provider, state and code. At most the ${maxGroups} largest are listed.`,
      query: errorQuery,
      answers: { 200: { description: 'The groups, the largest first.', schema: errorGroupList } },
      async handle({ query: { withinSeconds } }) {
        const since = Math.max(clock.now() - withinSeconds * 1_000, 0);
        const groups = await journal.groupedErrors({
          since,
          longest: longestDays * day * 1_000,
          perCode: maxPerCode,
          limit: maxGroups,
        });
        const body = {
          groups: groups.map(({ first, last, ...group }) => ({
            ...group,
            ...(isErrorCode(group.code) ? { meaning: errorCodes[group.code].meaning } : {}),
            first: iso(first),
            last: iso(last),
          })),
        };
        return { status: 200, body };
      },
    }),
  ];
}
