import { z } from 'zod';
import { formatAmount } from '../../core/amounts/amounts.ts';
import { formatsOf } from '../../core/swap/chains.ts';
import type { TokenFacts } from '../../ports/chain-adapter.ts';
import type { AllowanceOverview, BalanceOverview } from '../../ports/stores/overview-store.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { keyCursor, keyCursorInput } from '../key-cursor.ts';
import { pageOf } from '../page-of.ts';
import { limit, reveals } from '../schemas/common.ts';
import { allowanceList } from '../schemas/networks.ts';
import { balanceList, walletList } from '../schemas/operations.ts';

const balanceQuery = z.strictObject({
  limit,
  cursor: keyCursorInput('wallet', 'family', 'chain', 'token'),
});
// A cursor that someone makes up finds out where a spender stands in the list.
const allowanceQuery = z.strictObject({
  limit,
  cursor: reveals(keyCursorInput('wallet', 'family', 'chain', 'token', 'spender'), 'addresses'),
});

/** Wallets, and what they hold and allow as it was last read. */
export function walletEndpoints({
  journal,
  chains,
}: Pick<ApiDependencies, 'journal' | 'chains'>): Endpoint[] {
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
