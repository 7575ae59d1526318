import { type Address, isAddressEqual, numberToHex } from 'viem';
import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import type { ReceivedTransfer } from '../../../ports/payments.ts';
import { parseTransfer, topicOf, transferTopic } from '../../shared/contracts/token-logs.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { EvmChain } from '../formats/chain.ts';
import { minedLogs, type Receipt } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readHead } from './head.ts';
import { blockOf, createHashAt, readReceipts, readStanding, succeeded } from './receipts.ts';
import { readNativeTransfers } from './received-native.ts';
import { type ReceivedAmount, readReceivedAmounts } from './received-tokens.ts';
import { requireAccount } from './require-account.ts';
import { requireTokenAddress } from './token.ts';

/** Blocks per `eth_getLogs`; the common providers allow this many. */
export const blocksPerQuestion = 2_000n;

/**
 * The transfers to `receiver` in one transaction. Empty if it failed, is not in the chain, or was
 * reorganised away.
 */
export async function receivedIn(
  endpoints: Endpoints<Endpoint>,
  chain: EvmChain,
  txId: string,
  receiverText: string,
  token: TokenAddress,
): Promise<ReceivedTransfer[]> {
  const receiver = requireAccount(receiverText);
  const isNative = isNativeToken(chain, token);
  const readAmounts = (endpoint: Endpoint, receipt: Receipt): Promise<ReceivedAmount[]> =>
    readReceivedAmounts(endpoint, chain, receipt, receiver, requireTokenAddress(chain, token));
  const found = await endpoints.find((endpoint) =>
    readIncluded(endpoint, chain, txId, (receipt) =>
      isNative ? readNativeTransfers(endpoints, receipt, receiver) : readAmounts(endpoint, receipt),
    ),
  );
  if (!found) return [];
  const { receipt, final, read } = found;
  // Another endpoint may have the data that this one lacks.
  const transfers = await (isNative
    ? read()
    : read().catch(() => endpoints.first((other) => readAmounts(other, receipt))));
  const block = blockOf(receipt);
  // As the chain writes it: the caller may have written it differently.
  const { transactionHash } = receipt;
  return transfers.map(({ index, amount }) => ({
    txId: transactionHash,
    index,
    token,
    amount,
    block,
    final,
  }));
}

/**
 * The tokens that a transaction transferred to `receiver` according to its logs, and the native
 * coin if a call brought some.
 */
export async function tokensReceivedIn(
  endpoints: Endpoints<Endpoint>,
  chain: EvmChain,
  txId: string,
  receiverText: string,
): Promise<TokenAddress[]> {
  const receiver = requireAccount(receiverText);
  const found = await endpoints.find((endpoint) =>
    readIncluded(endpoint, chain, txId, (receipt) =>
      readNativeTransfers(endpoints, receipt, receiver),
    ),
  );
  if (!found) return [];
  const coins = await found.read();
  const tokens = found.receipt.logs.flatMap((log) => {
    const transfer = parseTransfer(log);
    return transfer && transfer.amount > 0n && isAddressEqual(transfer.to, receiver)
      ? [transfer.token]
      : [];
  });
  return [...new Set([...(coins.length > 0 ? [chain.nativeToken.address] : []), ...tokens])];
}

/**
 * The transfers to `receiver` after block `after`. The logs only find the transactions;
 * `receivedIn` reads the amounts. Empty for native coins, which leave no logs.
 */
export async function receivedSince(
  endpoints: Endpoints<Endpoint>,
  chain: EvmChain,
  after: bigint,
  receiver: string,
  token: TokenAddress,
): Promise<ReceivedTransfer[]> {
  if (isNativeToken(chain, token)) return [];
  const address = requireTokenAddress(chain, token);
  const account = requireAccount(receiver);
  const txIds = await endpoints.first((endpoint) =>
    findTransfers(endpoint, chain, after, account, address),
  );
  const received = await Promise.all(
    txIds.map((txId) => receivedIn(endpoints, chain, txId, receiver, token)),
  );
  return received.flat();
}

/**
 * A transaction that succeeded in a block of the chain. `readOf` runs while the block is being
 * verified.
 */
async function readIncluded<Read>(
  endpoint: Endpoint,
  chain: EvmChain,
  txId: string,
  readOf: (receipt: Receipt) => Promise<Read>,
): Promise<{ receipt: Receipt; final: boolean; read: () => Promise<Read> } | undefined> {
  const [{ final }, receipts] = await Promise.all([
    readHead(endpoint, chain),
    readReceipts(endpoint, [txId]),
  ]);
  const receipt = receipts.get(txId);
  if (!receipt || !succeeded(receipt)) return undefined;
  const block = blockOf(receipt);
  const reading = readOf(receipt);
  // A failed read matters only once the block is known to be on the chain.
  reading.catch(() => undefined);
  const standingOf = await readStanding(createHashAt(endpoint), [block]);
  if (standingOf(block) !== 'on_chain') return undefined;
  return { receipt, final: receipt.blockNumber <= final, read: () => reading };
}

/**
 * Ids of transactions with a transfer of more than zero. Zero transfers are used to spam account
 * histories.
 */
async function findTransfers(
  endpoint: Endpoint,
  chain: EvmChain,
  after: bigint,
  receiver: Address,
  token: Address,
): Promise<string[]> {
  const { latest } = await readHead(endpoint, chain);
  const txIds = new Set<string>();
  for (let from = after + 1n; from <= latest; from += blocksPerQuestion) {
    const last = from + blocksPerQuestion - 1n;
    const filter = {
      address: token,
      topics: [transferTopic, null, topicOf(receiver)],
      fromBlock: numberToHex(from),
      toBlock: numberToHex(last < latest ? last : latest),
    };
    for (const log of await endpoint.read('eth_getLogs', [filter], minedLogs)) {
      const transfer = parseTransfer(log);
      const fits =
        transfer && isAddressEqual(transfer.token, token) && isAddressEqual(transfer.to, receiver);
      if (fits && transfer.amount > 0n && log.removed !== true) txIds.add(log.transactionHash);
    }
  }
  return [...txIds];
}
