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
   * Known transactions besides the routes and their approves, such as cancels. They may cost only
   * gas.
   */
  readonly otherTxs?: readonly string[];
  /**
   * Payouts on paper chains from the sandbox's `/orders`. Routes to paper chains are checked only
   * against these.
   */
  readonly paidOnPaper?: readonly PaperPayout[];
}

/**
 * Closes the audit: reads the chains again and explains every balance to the base unit by the
 * routes, the fees of all transactions in the blocks, and the gateways' fixed fees. It also checks
 * each route against its transactions, and reports every unexplained transaction.
 * @throws {SandboxError} `bad-option` if an address is not valid on its chain
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
