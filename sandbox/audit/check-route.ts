import { zeroAddress } from 'viem';
import { isPaper, PAPER_CHAINS, type PaperChain } from '../chains/paper-chains.ts';
import type { TransactionId } from '../notation.ts';
import { type Arrival, arrivalOf } from './arrival.ts';
import type { AuditReceipt } from './audit-reader.ts';
import { differenceOf } from './audit-sheet.ts';
import type { AuditDifference, BookedRoute, PaperPayout } from './audit-types.ts';
import { type Books, bookOf, type ChainBook } from './close-books.ts';

/**
 * Checks one route against its own transactions, so that two wrong amounts cannot offset each
 * other. Native payouts of contract swaps emit no event; only the balances prove them.
 */
export async function checkRoute(
  route: BookedRoute,
  routes: readonly BookedRoute[],
  books: Books,
  paidOnPaper: readonly PaperPayout[],
): Promise<AuditDifference[]> {
  const arrival = arrivalOf(route);
  return [
    ...(await checkSource(route, routes, bookOf(books, route.from))),
    ...(isPaper(arrival.chain)
      ? checkPaperArrival(route, arrival, PAPER_CHAINS[arrival.chain], paidOnPaper)
      : await checkArrival(route, arrival, routes, bookOf(books, arrival.chain))),
  ];
}

/** Only the provider reports what it paid on a paper chain. The route has to match that report. */
function checkPaperArrival(
  { amountOut, minOut, receiver }: BookedRoute,
  { chain, account, token, tx }: Arrival,
  { notation }: PaperChain,
  paidOnPaper: readonly PaperPayout[],
): AuditDifference[] {
  const [reported, ...others] = paidOnPaper.filter(
    (payout) => payout.chain === chain && notation.parseTransactionId(payout.tx) === tx,
  );
  const isMatch =
    reported !== undefined &&
    others.length === 0 &&
    notation.parseAddress(reported.receiver) === receiver;
  const actual = isMatch ? BigInt(reported.amount) : 0n;
  const place = { chain, account, token, actual };
  const differences: AuditDifference[] = [];
  if (actual !== BigInt(amountOut)) {
    differences.push(
      differenceOf({ ...place, expected: BigInt(amountOut), note: `paid on paper by ${tx}` }),
    );
  }
  if (actual < BigInt(minOut)) {
    differences.push(
      differenceOf({ ...place, expected: BigInt(minOut), note: 'below the minimum' }),
    );
  }
  return differences;
}

async function checkSource(
  { from, account, fromToken, sourceTx }: BookedRoute,
  routes: readonly BookedRoute[],
  book: ChainBook,
): Promise<AuditDifference[]> {
  const paid = routes.filter(
    (one) => one.from === from && one.sourceTx === sourceTx && one.fromToken === fromToken,
  );
  const expected = paid.reduce((sum, { amountIn }) => sum + BigInt(amountIn), 0n);
  const place = { chain: from, account, token: fromToken, expected };
  const receipt = await findReceipt(book, sourceTx);
  if (receipt === undefined || !receipt.isSuccessful || receipt.from !== account) {
    const note = `no successful transaction ${sourceTx} of this account since the opening`;
    return [differenceOf({ ...place, actual: 0n, note })];
  }
  if (fromToken === zeroAddress && !receipt.listsAllNative) return [];
  const sent = -(receipt.gained(account, fromToken) ?? 0n);
  return sent === place.expected
    ? []
    : [differenceOf({ ...place, actual: sent, note: `sent in ${sourceTx}` })];
}

async function checkArrival(
  route: BookedRoute,
  arrival: Arrival,
  routes: readonly BookedRoute[],
  book: ChainBook,
): Promise<AuditDifference[]> {
  const { chain, account, token, tx } = arrival;
  const place = { chain, account, token };
  const [amountOut, minOut] = [BigInt(route.amountOut), BigInt(route.minOut)];
  const differences: AuditDifference[] = [];
  if (route.kind !== 'refund' && amountOut < minOut) {
    differences.push(
      differenceOf({ ...place, expected: minOut, actual: amountOut, note: 'below the minimum' }),
    );
  }

  const receipt = tx === null ? undefined : await findReceipt(book, tx);
  if (receipt === undefined || !receipt.isSuccessful) {
    const note = `no successful payout ${tx} since the opening`;
    return [...differences, differenceOf({ ...place, expected: amountOut, actual: 0n, note })];
  }
  const arrived = amountReceived(route, arrival, receipt);
  const expected = routes.reduce(
    (sum, one) => (isSamePlace(arrivalOf(one), arrival) ? sum + BigInt(one.amountOut) : sum),
    0n,
  );
  if (arrived !== undefined && arrived !== expected) {
    const note = `received in ${receipt.id}`;
    differences.push(differenceOf({ ...place, expected, actual: arrived, note }));
  }
  return differences;
}

/** @returns undefined if no block after the opening and up to the closing has the transaction */
async function findReceipt(
  { reader, opening, closing }: ChainBook,
  id: TransactionId,
): Promise<AuditReceipt | undefined> {
  const receipt = await reader.findReceipt(id, { opening, closing });
  if (receipt === undefined) return undefined;
  const isInTime =
    receipt.blockNumber > opening.blockNumber && receipt.blockNumber <= closing.blockNumber;
  return isInTime ? receipt : undefined;
}

/** One message of a TON wallet may deliver several payouts, each for another route. */
function isSamePlace(one: Arrival, other: Arrival): boolean {
  return (
    one.chain === other.chain &&
    one.tx === other.tx &&
    one.account === other.account &&
    one.token === other.token
  );
}

/** @returns undefined if the receipt does not show it */
function amountReceived(
  { kind }: BookedRoute,
  { account, token }: Arrival,
  receipt: AuditReceipt,
): bigint | undefined {
  if (token === zeroAddress && kind === 'on-chain' && !receipt.listsAllNative) return undefined;
  return receipt.gained(account, token);
}
