import { z } from 'zod';
import { formatAmount } from '../../core/amounts/amounts.ts';
import { formatsOf } from '../../core/swap/chains.ts';
import { errorCodes, isErrorCode } from '../../errors/codes.ts';
import { gasLimitsOf } from '../../executor/gas-limits.ts';
import type { TokenFacts } from '../../ports/chain-adapter.ts';
import type { AllowanceOverview, BalanceOverview } from '../../ports/stores/overview-store.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { iso } from '../iso.ts';
import { keyCursor, keyCursorInput } from '../key-cursor.ts';
import { overviewJson } from '../overview-json.ts';
import { pageOf } from '../page-of.ts';
import { limit, reveals, secondsInput } from '../schemas/common.ts';
import { allowanceList } from '../schemas/networks.ts';
import { balanceList, errorGroupList, laneList, walletList } from '../schemas/operations.ts';
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

const balanceQuery = z.strictObject({
  limit,
  cursor: keyCursorInput('wallet', 'family', 'chain', 'token'),
});
// A cursor that someone makes up finds out where a spender stands in the list.
const allowanceQuery = z.strictObject({
  limit,
  cursor: reveals(keyCursorInput('wallet', 'family', 'chain', 'token', 'spender'), 'addresses'),
});
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
      id: 'listWallets',
      method: 'get',
      path: '/v1/wallets',
      group: 'information',
      scope: 'view',
      summary: 'List wallets',
      answers: { 200: { description: 'The wallets of the journal.', schema: walletList } },
      async handle() {
        const wallets = (await journal.wallets()).map(
          ({ name, family, address, frozenReason }) => ({
            name,
            family,
            address,
            ...(frozenReason === undefined ? {} : { frozenReason }),
          }),
        );
        return { status: 200, body: { wallets } };
      },
    }),
    defineEndpoint({
      id: 'listBalances',
      method: 'get',
      path: '/v1/balances',
      group: 'information',
      scope: 'view',
      summary: 'List balances as they were last read, and what is reserved of them',
      description: 'A balance is read when a swap of the wallet needs it.',
      query: balanceQuery,
      answers: {
        200: { description: 'A page: one entry for each wallet and token.', schema: balanceList },
      },
      async handle({ query: { limit: size, cursor } }) {
        const facts = factsReader();
        const found = await journal.balances({
          limit: size + 1,
          ...(cursor === undefined ? {} : { after: cursor }),
        });
        const { page, next } = pageOf(found, size, ({ wallet, family, chain, token }) =>
          keyCursor({ wallet, family, chain, token }),
        );
        const balances = await Promise.all(page.map((balance) => balanceJson(balance, facts)));
        return { status: 200, body: { balances, ...next } };
      },
    }),
    defineEndpoint({
      id: 'listAllowances',
      method: 'get',
      path: '/v1/allowances',
      group: 'information',
      scope: 'view',
      summary: 'List what wallets have allowed spenders to take',
      description:
        'As last read from the chain. An allowance is read and set when a swap needs it, to the sum that open swaps need.',
      query: allowanceQuery,
      answers: {
        200: {
          description: 'A page: one entry for each wallet, token and spender.',
          schema: allowanceList,
        },
      },
      async handle({ query: { limit: size, cursor } }) {
        const facts = factsReader();
        const found = await journal.allowances(undefined, {
          limit: size + 1,
          ...(cursor === undefined ? {} : { after: cursor }),
        });
        const { page, next } = pageOf(found, size, ({ wallet, family, chain, token, spender }) =>
          keyCursor({ wallet, family, chain, token, spender }),
        );
        const allowances = await Promise.all(
          page.map((allowance) => allowanceJson(allowance, facts)),
        );
        return { status: 200, body: { allowances, ...next } };
      },
    }),
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

  /** Human amounts only where the journal knows the token's decimals. */
  async function balanceJson(
    { balance, reserved, inFlight, block, ...rest }: BalanceOverview,
    factsOf: FactsReader,
  ) {
    const facts = await factsOf(rest);
    return {
      ...rest,
      ...(facts ? { symbol: facts.symbol } : {}),
      ...amounts('balance', balance, facts),
      ...amounts('reserved', reserved, facts),
      ...amounts('inFlight', inFlight, facts),
      block: block.toString(),
    };
  }

  async function allowanceJson(overview: AllowanceOverview, factsOf: FactsReader) {
    const { confirmed, openNeeds, signedNeeds, approving, ...rest } = overview;
    const facts = await factsOf(rest);
    return {
      ...rest,
      ...(facts ? { symbol: facts.symbol } : {}),
      ...(confirmed
        ? { ...amounts('allowed', confirmed.value, facts), block: confirmed.block.toString() }
        : {}),
      ...amounts('needed', openNeeds + signedNeeds, facts),
      ...(approving ? { approving: approving.swapId } : {}),
    };
  }

  /** Reads each token once, however many wallets have it. */
  function factsReader(): FactsReader {
    const read = new Map<string, ReturnType<FactsReader>>();
    return ({ family, chain, token }) => {
      const key = `${chain} ${token}`;
      const known = read.get(key) ?? tokenFacts({ family, chain, token });
      read.set(key, known);
      return known;
    };
  }

  /** `undefined` if no process has read the token, or its chain is not configured any more. */
  async function tokenFacts({ family, chain, token }: TokenOfChain): Promise<Facts | undefined> {
    const configured = chains.find(({ name }) => name === chain);
    if (!configured) return undefined;
    return token === formatsOf(family).nativeToken
      ? configured.nativeToken
      : journal.findToken(configured.caip2, token);
  }
}

type TokenOfChain = Pick<BalanceOverview, 'family' | 'chain' | 'token'>;
type Facts = Pick<TokenFacts, 'symbol' | 'decimals'>;
type FactsReader = (token: TokenOfChain) => Promise<Facts | undefined>;

function amounts<Name extends string>(
  name: Name,
  baseUnits: bigint,
  facts: Pick<TokenFacts, 'decimals'> | undefined,
) {
  return {
    ...(facts ? { [name]: formatAmount(baseUnits, facts.decimals) } : {}),
    [`${name}BaseUnits`]: baseUnits.toString(),
  };
}
