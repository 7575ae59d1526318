import { z } from 'zod';
import type { Job } from '../../core/swap/job.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { planJson } from '../plan-json.ts';
import { planAnswer } from '../schemas/treasury-plan.ts';
import { createWaitLimit } from '../wait-limit.ts';

/** How many requests a plan counts as: it may ask the routing service for ten previews. */
const planCost = 50;

const wrongDays = 'is not a whole number from 1 to 31';

const planQuery = z.strictObject({
  days: z
    .string()
    .regex(/^\d{1,2}$/, wrongDays)
    .transform(Number)
    .pipe(z.int(wrongDays).min(1, wrongDays).max(31, wrongDays))
    .default(7)
    .describe('How far it looks: 1 to 31. Default: 7.'),
  previews: z
    .enum(['true', 'false'], 'is neither true nor false')
    .default('true')
    .describe(
      'Whether to ask the routing service what the rules would do now, for at most ten trades. Default: true.',
    ),
});

/** What the treasury would do. */
export function treasuryPlanEndpoints({
  planTreasury,
  chains,
}: Pick<ApiDependencies, 'planTreasury' | 'chains'>): Endpoint[] {
  const running = createWaitLimit({ max: 2, retryAfter: 1_000, what: 'reads two plans' });
  const coinOf = ({ from }: Job) => {
    const chain = chains.find(({ name }) => name === from.chain);
    if (!chain) throw new FerrymanError('INTERNAL', `the chain ${from.chain} is gone`);
    return chain.nativeToken;
  };
  return [
    defineEndpoint({
      id: 'planTreasury',
      method: 'get',
      path: '/v1/treasury/plan',
      group: 'operations',
      scope: 'view',
      summary: 'Show what the treasury’s rules would do, and sign nothing',
      description: [
        'Every occurrence of the next days, decided as the rules’ worker decides it: by the balances of now, changed by what was planned before, at the prices of the guard’s policy.',
        'What a swap brings counts as there at the next instant. Network and route fees are not deducted.',
        'Besides, each rule as if it were due now, with route, fees and the guard’s verdict.',
        `Stores and reserves nothing. Counts as ${planCost} requests.`,
      ].join(' '),
      query: planQuery,
      cost: () => planCost,
      answers: { 200: { description: 'The plan.', schema: planAnswer } },
      async handle({ query: { days, previews }, key }) {
        const plan = await running.run(key.id, () =>
          planTreasury({ days, previews: previews === 'true' }),
        );
        return { status: 200, body: planJson(plan, coinOf) };
      },
    }),
  ];
}
