import { z } from 'zod';
import { swapStates } from '../../core/swap/swap.ts';
import { stopScopes } from '../../ports/stores/stop-store.ts';
import { amount, baseUnits, masked, named, nextCursor, time } from './common.ts';

const stopped = z
  .object({ scope: z.enum(stopScopes), reason: z.string(), since: time })
  .optional()
  .describe('Signing is stopped there. Absent: it is not.');

const chain = named(
  'Chain',
  z.object({
    name: z.string(),
    title: z.string(),
    family: z.string(),
    caip2: z.string(),
    testnet: z
      .boolean()
      .describe(
        'A network of the sandbox or a registered test network, by its configured id. All others count as real.',
      ),
    explorer: z
      .object({ transaction: z.string(), account: z.string() })
      .optional()
      .describe('Addresses of pages, with `{id}` for the transaction or account.'),
    nativeToken: z.object({ symbol: z.string(), decimals: z.int() }),
    tokens: z
      .array(z.object({ symbol: z.string(), token: z.string() }))
      .describe('The operator’s list: jobs may write these symbols instead of the addresses.'),
    stopped,
    observed: z
      .object({ latest: z.string(), final: z.string(), at: time })
      .optional()
      .describe(
        'Newest and newest irreversible block of the last observation. A chain is observed while it has open transactions.',
      ),
    endpoints: z
      .array(
        z.object({
          host: z.string(),
          used: z.boolean().describe('The next request goes there.'),
          latest: z.string().optional().describe('The newest block that it reported.'),
          lag: z.string().describe('Blocks behind the best endpoint of the chain.'),
          error: z.string().optional().describe('Why it is avoided now. Absent: it is healthy.'),
        }),
      )
      .describe('As the process that answers has seen them.'),
  }),
);
export const chainList = named('ChainList', z.object({ chains: z.array(chain) }));

const provider = named(
  'Provider',
  z.object({
    name: z.string(),
    style: z.enum(['cross-chain', 'on-chain']).optional().describe('Absent: not in the registry.'),
    sameAs: z.string().optional().describe('The identifier that this one means.'),
    isAdditional: z.boolean().describe('The configuration names it; the registry does not.'),
    stopped,
    outcomes: z
      .array(z.object({ state: z.enum(swapStates), count: z.int() }))
      .optional()
      .describe('Swaps that changed within `withinSeconds`, by state. Absent: none, or not asked.'),
  }),
);
export const providerList = named(
  'ProviderList',
  z.object({
    router: z
      .object({
        outcome: z.string().describe('`ok`, or the code of the error.'),
        secondsAgo: z.int(),
      })
      .optional()
      .describe('The newest call to the routing service of all live processes.'),
    outcomesFrom: time
      .optional()
      .describe(
        'Outcomes are of the swaps that were submitted since; later than asked if there are many.',
      ),
    providers: z.array(provider),
  }),
);

const allowance = named(
  'Allowance',
  z.object({
    wallet: z.string(),
    family: z.string(),
    chain: z.string(),
    token: z.string(),
    symbol: z.string().optional(),
    spender: z.string(),
    allowed: amount.optional(),
    allowedBaseUnits: baseUnits.optional().describe('Absent: it was never read.'),
    block: z.string().optional().describe('At which it was read.'),
    needed: amount.optional(),
    neededBaseUnits: baseUnits.describe('What open and signed payments need of it.'),
    approving: z.uuid().optional().describe('The swap whose approve of it is in flight.'),
  }),
);
export const allowanceList = named(
  'AllowanceList',
  z.object({
    allowances: z.array(allowance),
    nextCursor: nextCursor.describe(
      'Absent on the last page, and for keys that do not see addresses: it holds a spender.',
    ),
    masked,
  }),
);
