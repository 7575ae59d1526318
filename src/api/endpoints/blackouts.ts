import { z } from 'zod';
import { type Blackout, type BlackoutStanding, weekdays } from '../../core/blackouts/blackout.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { iso } from '../iso.ts';
import { named, time } from '../schemas/common.ts';

const concerned = (what: string) =>
  z.array(z.string()).exactOptional().describe(`Absent: all ${what}.`);

const blackoutList = named(
  'BlackoutList',
  z.strictObject({
    blackouts: z.array(
      named(
        'Blackout',
        z.strictObject({
          name: z.string(),
          wallets: concerned('wallets'),
          rules: concerned('payments, of treasury rules or not'),
          chains: concerned('chains'),
          timeZone: z.string().describe('IANA name: days and times are those of its clocks.'),
          days: z
            .array(z.enum(weekdays))
            .exactOptional()
            .describe('On which it begins. Absent, with `dates`: each day.'),
          dates: z.array(z.string()).exactOptional().describe('Such as `2026-12-24`.'),
          from: z.string().describe('The time of day at which it begins, such as `18:00`.'),
          to: z
            .string()
            .describe('At which it ends, the next day if that is not later than `from`.'),
          until: time.exactOptional().describe('It is on, until then. Absent: it is not on.'),
        }),
      ),
    ),
  }),
);

/** Times in which the guard's policy lets nothing new be signed. */
export function blackoutEndpoints({ blackouts }: Pick<ApiDependencies, 'blackouts'>): Endpoint[] {
  return [
    defineEndpoint({
      id: 'listBlackouts',
      method: 'get',
      path: '/v1/blackouts',
      group: 'operations',
      scope: 'view',
      summary: 'List the blackouts of the guard’s policy, and which are on',
      description:
        'As the policy of this process has them. Within one nothing new is signed but cancels; swaps wait with `BLACKOUT`.',
      answers: { 200: { description: 'The blackouts.', schema: blackoutList } },
      async handle() {
        return { status: 200, body: { blackouts: blackouts().map(blackoutJson) } };
      },
    }),
  ];
}

function blackoutJson({ blackout, until }: BlackoutStanding) {
  const { from, to, ...rest }: Blackout = blackout;
  return {
    ...rest,
    from: timeOfDay(from),
    to: timeOfDay(to),
    ...(until === undefined ? {} : { until: iso(until) }),
  };
}

/** @param minutes after midnight; 1440 is "24:00" */
function timeOfDay(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
