import { arrivalOf } from './arrival.ts';
import { createAuditSheet, differenceOf } from './audit-sheet.ts';
import type {
  AuditDifference,
  AuditOpening,
  AuditResult,
  AuditRoute,
  PaperPayout,
} from './audit-types.ts';
import { checkClaims } from './check-claims.ts';
import { checkRoute } from './check-route.ts';
import { closeBooks } from './close-books.ts';
import { explainTransaction } from './explain-transaction.ts';
import { bookId, bookRoute, renderDifference } from './notation.ts';

interface CloseOptions {
  /**
   * Transactions beside the routes and their approvals that are known about, such as cancels: they
   * may cost gas only.
   */
  readonly otherTxs?: readonly string[];
  /**
   * Payouts where no chain runs, by the sandbox's `/orders`: routes to there are held against
   * these, and nothing else can speak for them.
   */
  readonly paidOnPaper?: readonly PaperPayout[];
}

/**
 * Closes the books: reads the chains again and explains every account's every balance by the
 * routes, the fee of every transaction found in the blocks, and the gateways' fixed fees, to the
 * base unit. What the routes claim is checked against their transactions as well, and no
 * transaction may be left without an explanation.
 * @throws {SandboxError} `bad-option` if an address is none of its chain
 */
export async function closeAudit(
  opening: AuditOpening,
  claims: readonly AuditRoute[],
  { otherTxs = [], paidOnPaper = [] }: CloseOptions = {},
): Promise<AuditResult> {
  const { chains, snapshots } = opening;
  const routes = claims.map((claim) => bookRoute(chains, claim));
  const declared = otherTxs.map(bookId);
  const books = await closeBooks(opening);
  const sheet = createAuditSheet();
  for (const { chain, balances } of snapshots) {
    for (const { account, token, amount } of balances) sheet.move(chain, account, token, amount);
  }
  for (const route of routes) {
    sheet.move(route.from, route.account, route.fromToken, -BigInt(route.amountIn));
    const { chain, account, token } = arrivalOf(route);
    sheet.move(chain, account, token, BigInt(route.amountOut));
  }

  const differences: AuditDifference[] = checkClaims(opening, routes);
  for (const route of routes)
    differences.push(...(await checkRoute(route, routes, books, paidOnPaper)));
  for (const { chain, reader, opening: opened, closing } of books) {
    for (const sent of await reader.findTransactions(opened, closing)) {
      differences.push(
        ...(await explainTransaction(sent, { sheet, reader, chain, routes, otherTxs: declared })),
      );
    }
    for (const { account, token, amount } of closing.balances) {
      const expected = sheet.expected(chain, account, token);
      if (expected !== amount)
        differences.push(differenceOf({ chain, account, token, expected, actual: amount }));
    }
  }
  return {
    balanced: differences.length === 0,
    differences: differences.map((difference) => renderDifference(chains, difference)),
  };
}
