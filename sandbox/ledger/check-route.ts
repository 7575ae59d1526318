import { type Hash, isAddressEqual, type TransactionReceipt, TransactionReceiptNotFoundError, zeroAddress } from 'viem';
import type { Books, ChainBook } from './close-books.ts';
import type { LedgerClient } from './ledger-client.ts';
import { differenceOf } from './ledger-sheet.ts';
import type { LedgerDifference, LedgerRoute } from './ledger-types.ts';
import { tokenFlow } from './token-flow.ts';

/**
 * Checks one route against its own transactions, so that two wrong amounts cannot make up for one another. What a swap
 * on one chain pays out in the native coin leaves no event; the balances alone speak for it.
 */
export async function checkRoute(route: LedgerRoute, books: Books): Promise<LedgerDifference[]> {
  return [...(await checkSource(route, books[route.from])), ...(await checkDestination(route, books[route.to]))];
}

async function checkSource(route: LedgerRoute, book: ChainBook): Promise<LedgerDifference[]> {
  const { from, account, fromToken, sourceTx } = route;
  const place = { chain: from, account, token: fromToken, expected: BigInt(route.amountIn) };
  const receipt = await findReceipt(book, sourceTx);
  if (receipt === undefined || receipt.status === 'reverted' || !isAddressEqual(receipt.from, account)) {
    const note = `no successful transaction ${sourceTx} of this account since the opening`;
    return [differenceOf({ ...place, actual: 0n, note })];
  }
  if (fromToken === zeroAddress) return [];
  const sent = -tokenFlow(receipt, fromToken, account);
  return sent === place.expected ? [] : [differenceOf({ ...place, actual: sent, note: `sent in ${sourceTx}` })];
}

async function checkDestination(route: LedgerRoute, book: ChainBook): Promise<LedgerDifference[]> {
  const place = { chain: route.to, account: route.receiver, token: route.toToken };
  const [amountOut, minOut] = [BigInt(route.amountOut), BigInt(route.minOut)];
  const differences: LedgerDifference[] = [];
  if (amountOut < minOut) {
    differences.push(differenceOf({ ...place, expected: minOut, actual: amountOut, note: 'below the minimum' }));
  }

  const destinationTx = route.kind === 'on-chain' ? route.sourceTx : route.destinationTx;
  const receipt = destinationTx === null ? undefined : await findReceipt(book, destinationTx);
  if (receipt === undefined || receipt.status === 'reverted') {
    const note = `no successful payout ${destinationTx} since the opening`;
    return [...differences, differenceOf({ ...place, expected: amountOut, actual: 0n, note })];
  }
  const arrived = await amountReceived(route, receipt, book.client);
  if (arrived !== undefined && arrived !== amountOut) {
    const note = `received in ${receipt.transactionHash}`;
    differences.push(differenceOf({ ...place, expected: amountOut, actual: arrived, note }));
  }
  return differences;
}

/** @returns undefined if the transaction is not in a block after the opening, up to the closing */
async function findReceipt({ client, opening, closing }: ChainBook, hash: Hash) {
  try {
    const receipt = await client.getTransactionReceipt({ hash });
    const isInTime = receipt.blockNumber > opening.blockNumber && receipt.blockNumber <= closing.blockNumber;
    return isInTime ? receipt : undefined;
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined;
    throw error;
  }
}

/** @returns undefined where no event tells */
async function amountReceived(route: LedgerRoute, receipt: TransactionReceipt, client: LedgerClient) {
  if (route.toToken !== zeroAddress) return tokenFlow(receipt, route.toToken, route.receiver);
  if (route.kind === 'on-chain') return undefined;
  const { to, value } = await client.getTransaction({ hash: receipt.transactionHash });
  return to !== null && isAddressEqual(to, route.receiver) ? value : 0n;
}
