import { z } from 'zod';
import { capWindows } from '../../core/caps/cap.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { named } from '../schemas/common.ts';

export const capList = named(
  'CapList',
  z.strictObject({
    caps: z.array(
      z.strictObject({
        name: z.string(),
        window: z.enum(capWindows),
        unit: z
          .enum(['usd', 'amount', 'count'])
          .describe('Of all amounts: US dollars, the token, or a number of payments.'),
        limit: z.string().describe('Decimal.'),
        rule: z
          .string()
          .exactOptional()
          .describe('The treasury rule whose payments it counts. Absent: all payments.'),
        uses: z
          .array(
            z.strictObject({
              subject: z
                .string()
                .exactOptional()
                .describe('Of a cap for each of something: which.'),
              used: z.string().describe('Decimal.'),
              left: z.string().describe('Decimal. "0": nothing more is leased until room returns.'),
            }),
          )
          .exactOptional()
          .describe('What payments use now. Absent: the cap is of each payment alone.'),
      }),
    ),
  }),
);

/** The bounds of the guard's policy and of treasury rules on what payments take (G09). */
export function capEndpoints({ caps }: Pick<ApiDependencies, 'caps'>): Endpoint[] {
  return [
    defineEndpoint({
      id: 'listCaps',
      method: 'get',
      path: '/v1/caps',
      group: 'operations',
      scope: 'view',
      summary: 'List the caps and budgets of payments, and their use',
      description:
        'The caps of the guard’s policy, and the budgets of the treasury rules whose payments count now. A payment above a cap waits for an approval; one that finds no room beside others waits until it returns.',
      answers: { 200: { description: 'The caps.', schema: capList } },
      async handle() {
        return { status: 200, body: { caps: await caps() } };
      },
    }),
  ];
}
