import {
  type Address,
  type Hash,
  isAddressEqual,
  parseAbi,
  parseEventLogs,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  zeroAddress,
} from 'viem';
import { type Arrival, arrivalOf } from './arrival.ts';
import type { Books, ChainBook } from './close-books.ts';
import type { LedgerClient } from './ledger-client.ts';
import { differenceOf } from './ledger-sheet.ts';
import type { LedgerDifference, LedgerRoute } from './ledger-types.ts';
import { tokenFlow } from './token-flow.ts';

const withdrawalEvents = parseAbi([
  'event Refunded(bytes32 indexed orderId, address indexed receiver, address token, uint256 amount)',
  'event Claimed(bytes32 indexed orderId, address indexed receiver, address token, uint256 amount)',
]);

/**
 * Checks one route against its own transactions, so that two wrong amounts cannot make up for one another. What a swap
 * on one chain pays out in the native coin leaves no event; the balances alone speak for it.
 */
export async function checkRoute(route: LedgerRoute, books: Books): Promise<LedgerDifference[]> {
  const arrival = arrivalOf(route);
  return [
    ...(await checkSource(route, books[route.from])),
    ...(await checkArrival(route, arrival, books[arrival.chain])),
  ];
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

async function checkArrival(route: LedgerRoute, arrival: Arrival, book: ChainBook): Promise<LedgerDifference[]> {
  const { chain, account, token, tx } = arrival;
  const place = { chain, account, token };
  const [amountOut, minOut] = [BigInt(route.amountOut), BigInt(route.minOut)];
  const differences: LedgerDifference[] = [];
  if (route.kind !== 'refund' && amountOut < minOut) {
    differences.push(differenceOf({ ...place, expected: minOut, actual: amountOut, note: 'below the minimum' }));
  }

  const receipt = tx === null ? undefined : await findReceipt(book, tx);
  if (receipt === undefined || receipt.status === 'reverted') {
    const note = `no successful payout ${tx} since the opening`;
    return [...differences, differenceOf({ ...place, expected: amountOut, actual: 0n, note })];
  }
  const arrived = await amountReceived(route, arrival, receipt, book.client);
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
async function amountReceived(
  { kind }: LedgerRoute,
  { account, token }: Arrival,
  receipt: TransactionReceipt,
  client: LedgerClient,
) {
  if (token !== zeroAddress) return tokenFlow(receipt, token, account);
  if (kind === 'on-chain') return undefined;
  const { to, value } = await client.getTransaction({ hash: receipt.transactionHash });
  const paidDirectly = to !== null && isAddressEqual(to, account) ? value : 0n;
  return paidDirectly + nativeWithdrawn(receipt, account);
}

/** What a bridge's contract says that it gave an account of the native coin. */
function nativeWithdrawn({ logs }: TransactionReceipt, account: Address): bigint {
  return parseEventLogs({ abi: withdrawalEvents, logs })
    .filter(({ args }) => isAddressEqual(args.receiver, account) && isAddressEqual(args.token, zeroAddress))
    .reduce((sum, { args }) => sum + args.amount, 0n);
}
