import { z } from 'zod';
import type { Job } from '../../core/swap/job.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { requireScope, submitterOf } from '../../executor/authorize.ts';
import type { ApiKeyRecord } from '../../ports/stores/api-key-store.ts';
import { ruleSchema } from '../../treasury/rule-schema.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint, parseBody } from '../endpoint.ts';
import { planJson } from '../plan-json.ts';
import { ruleInRequest } from '../rule-in-request.ts';
import { named } from '../schemas/common.ts';
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

const draftRequest = named(
  'TreasuryPlanRequest',
  z.strictObject({ rule: ruleSchema }, 'is not a JSON object'),
);
/** The rule is checked by the use case, which finds more faults. */
const readRequest = z.strictObject({ rule: z.unknown() }, 'is not a JSON object');

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
  const answer = async (
    { id }: Pick<ApiKeyRecord, 'id'>,
    { days, previews }: z.output<typeof planQuery>,
    draft?: NonNullable<Parameters<typeof planTreasury>[0]['draft']>,
  ) => {
    const request = { days, previews: previews === 'true', ...(draft ? { draft } : {}) };
    const plan = await running.run(id, () => planTreasury(request).catch(ruleInRequest));
    return { status: 200, body: planJson(plan, coinOf) };
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
      handle: ({ query, key }) => answer(key, query),
    }),
    defineEndpoint({
      id: 'planTreasuryRule',
      method: 'post',
      path: '/v1/treasury/plan',
      group: 'operations',
      scope: 'submit',
      summary: 'Show what the rules would do with a new or changed one, and store nothing',
      description: `The same plan, as if the rule were applied already. Needs the scope \`view\` besides. Counts as ${planCost} requests.`,
      query: planQuery,
      body: draftRequest,
      bodyName: 'rule',
      isBodyRaw: true,
      isSafeToRepeat: true,
      cost: () => planCost,
      answers: { 200: { description: 'The plan.', schema: planAnswer } },
      problems: ['INVALID_RULE'],
      async handle({ query, body, key }) {
        requireScope(key, 'view');
        const { rule } = parseBody(readRequest, body, 'rule');
        return answer(key, query, { body: rule, by: submitterOf(key) });
      },
    }),
  ];
}
