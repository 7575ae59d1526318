import { formatAmount } from '../../core/amounts/amounts.ts';
import { type DriftFinding, isBeyond } from '../../core/books/judge-drift.ts';
import type { StoredSample } from '../../ports/stores/balance-store.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { iso } from '../iso.ts';
import { keyCursor } from '../key-cursor.ts';
import { pageOf } from '../page-of.ts';
import {
  balanceHistory,
  driftList,
  historyQuery,
  sampleQuery,
  sampleSteps,
} from '../schemas/balance-history.ts';

/** The most differences in an answer: each is a question to a person. */
const maxDrift = 1_000;

/** What wallets had at earlier times, and what of it no book explains. */
export function balanceHistoryEndpoints({ journal }: Pick<ApiDependencies, 'journal'>): Endpoint[] {
  return [
    defineEndpoint({
      id: 'listTreasuryBalances',
      method: 'get',
      path: '/v1/treasury/balances',
      group: 'information',
      scope: 'view',
      summary: 'List balances over time, with what they were worth',
      description:
        'The treasury worker reads them each hour, and after the settlements of a wallet. Oldest first.',
      query: sampleQuery,
      answers: { 200: { description: 'A page of samples.', schema: balanceHistory } },
      async handle({ query: { from, until, wallet, every, limit: size, cursor } }) {
        const found = await journal.balanceHistory({
          ...{ from: Date.parse(from), until: Date.parse(until), limit: size + 1 },
          ...(wallet === undefined ? {} : { wallet }),
          ...(every === undefined ? {} : { every: sampleSteps[every] }),
          ...(cursor === undefined ? {} : { after: BigInt(cursor[0] ?? 0) }),
        });
        const { page, next } = pageOf(found, size, ({ position }) =>
          keyCursor({ position: position.toString() }),
        );
        return { status: 200, body: { balances: page.map(sampleJson), ...next } };
      },
    }),
    defineEndpoint({
      id: 'listDrift',
      method: 'get',
      path: '/v1/treasury/drift',
      group: 'information',
      scope: 'view',
      summary: 'List changes of balances that no book explains',
      description: `Found between two samples at which nothing of the account was under way. Ferryman never changes a book to fit. Oldest first, at most ${maxDrift}.`,
      query: historyQuery,
      answers: { 200: { description: 'The differences.', schema: driftList } },
      async handle({ query: { from, until, wallet } }) {
        const found = await journal.driftHistory({
          ...{ from: Date.parse(from), until: Date.parse(until), limit: maxDrift },
          ...(wallet === undefined ? {} : { wallet }),
        });
        return { status: 200, body: { drift: found.map(driftJson) } };
      },
    }),
  ];
}

function sampleJson(sample: StoredSample) {
  const { wallet, family, chain, token, symbol, decimals, at, block } = sample;
  const { settled, inFlight, usdE18 } = sample;
  return {
    ...{ wallet, family, chain, token, symbol, at: iso(at), block: block.toString() },
    settled: formatAmount(settled, decimals),
    settledBaseUnits: settled.toString(),
    inFlight: formatAmount(inFlight, decimals),
    inFlightBaseUnits: inFlight.toString(),
    ...(usdE18 === undefined
      ? {}
      : {
          usdPrice: formatAmount(usdE18, 18),
          usd: formatAmount((settled * usdE18) / 10n ** BigInt(decimals), 18),
        }),
  };
}

function driftJson(finding: DriftFinding) {
  const { wallet, family, chain, token, symbol, decimals, from, until } = finding;
  const { before, after, expected, difference, tolerance } = finding;
  const size = formatAmount(difference < 0n ? -difference : difference, decimals);
  return {
    ...{ wallet, family, chain, token, symbol, from: iso(from), until: iso(until) },
    beforeBaseUnits: before.toString(),
    afterBaseUnits: after.toString(),
    expectedBaseUnits: expected.toString(),
    difference: difference < 0n ? `-${size}` : size,
    differenceBaseUnits: difference.toString(),
    toleranceBaseUnits: tolerance.toString(),
    isBeyondTolerance: isBeyond(finding),
  };
}
