import type { Hash } from 'viem';
import { CHAIN_NAMES } from '../evm/chain-catalogue.ts';
import { arrivalOf } from './arrival.ts';
import { checkClaims } from './check-claims.ts';
import { checkRoute } from './check-route.ts';
import { closeBooks } from './close-books.ts';
import { explainTransaction } from './explain-transaction.ts';
import { findTransactions } from './find-transactions.ts';
import { createLedgerSheet, differenceOf } from './ledger-sheet.ts';
import type { LedgerDifference, LedgerOpening, LedgerResult, LedgerRoute } from './ledger-types.ts';

interface CloseOptions {
  /** Transactions beside the routes and their approvals that are known about, such as cancels: they may cost gas only. */
  readonly otherTxs?: readonly Hash[];
}

/**
 * Closes the books: reads the chains again and explains every account's every balance by the routes, the gas of every
 * transaction found in the blocks, and the gateways' fixed fees, to the base unit. What the routes claim is checked
 * against their transactions as well, and no transaction may be left without an explanation.
 */
export async function closeLedger(
  opening: LedgerOpening,
  routes: readonly LedgerRoute[],
  { otherTxs = [] }: CloseOptions = {},
): Promise<LedgerResult> {
  const books = await closeBooks(opening);
  const sheet = createLedgerSheet();
  for (const { chain, balances } of opening.snapshots) {
    for (const { account, token, amount } of balances) sheet.move(chain, account, token, amount);
  }
  for (const route of routes) {
    sheet.move(route.from, route.account, route.fromToken, -BigInt(route.amountIn));
    const { chain, account, token } = arrivalOf(route);
    sheet.move(chain, account, token, BigInt(route.amountOut));
  }

  const differences: LedgerDifference[] = checkClaims(opening, routes);
  for (const route of routes) differences.push(...(await checkRoute(route, books)));
  for (const chain of CHAIN_NAMES) {
    const { client, opening: opened, closing } = books[chain];
    for (const sent of await findTransactions(client, opened, closing)) {
      differences.push(...(await explainTransaction(sent, { sheet, client, chain, routes, otherTxs })));
    }
    for (const { account, token, amount } of closing.balances) {
      const expected = sheet.expected(chain, account, token);
      if (expected !== amount) differences.push(differenceOf({ chain, account, token, expected, actual: amount }));
    }
  }
  return { balanced: differences.length === 0, differences };
}
