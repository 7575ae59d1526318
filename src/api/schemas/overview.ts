import { z } from 'zod';
import { processRoles } from '../../core/swap/roles.ts';
import { fundsStates, swapStates } from '../../core/swap/swap.ts';
import { baseUnits, named, time } from './common.ts';

const seconds = z.number();

const overview = named(
  'Overview',
  z.object({
    open: z
      .array(z.object({ state: z.enum(swapStates), count: z.int(), oldestSeconds: z.int() }))
      .describe('Swaps that have not ended. States without a swap are left out.'),
    funds: z
      .array(z.object({ fundsState: z.enum(fundsStates), count: z.int() }))
      .describe(
        'Swaps that have not ended by where their money is, and ended ones whose is unknown.',
      ),
    frozenWallets: z.array(z.object({ name: z.string(), family: z.string() })),
    lowGas: z.array(
      z.object({
        wallet: z.string(),
        chain: z.string(),
        balanceBaseUnits: baseUnits,
        belowBaseUnits: baseUnits,
      }),
    ),
    processes: z
      .array(z.object({ role: z.enum(processRoles), count: z.int() }))
      .describe('Live processes by what they do.'),
    activity: z.object({
      coversFrom: time.describe('Later than asked for if there were more swaps than are read.'),
      periodSeconds: z.int().describe('The length of a period.'),
      periods: z
        .array(z.object({ from: time, state: z.enum(swapStates), count: z.int() }))
        .describe('Swaps by the period of their submission and their state now, the oldest first.'),
      settled: z
        .object({ count: z.int(), p50Seconds: seconds, p95Seconds: seconds })
        .optional()
        .describe('From submission to the last change of those that settled. Absent: none did.'),
    }),
  }),
);

export const overviewAnswer = named('OverviewAnswer', z.object({ overview }));
