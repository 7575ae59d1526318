import { type Address, isAddressEqual, numberToHex } from 'viem';
import { type EvmChain, isNativeToken, type TokenAddress } from '../../core/chains.ts';
import type { ReceivedTransfer } from '../../ports/payments.ts';
import { parseTransfer, topicOf, transferTopic } from '../contracts/token-logs.ts';
import type { Endpoints } from '../endpoints/endpoints.ts';
import { minedLogs, type Receipt } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readHead } from './head.ts';
import { blockOf, blocksOf, readReceipts, readStanding, succeeded } from './receipts.ts';
import { readNativeTransfers } from './received-native.ts';
import { readReceivedAmounts } from './received-tokens.ts';
import { requireAccount } from './require-account.ts';
import { requireTokenAddress } from './token.ts';

/** What endpoints commonly allow for one `eth_getLogs`. */
export const blocksPerQuestion = 2_000n;

/** Transfers to `receiver` in one transaction; none where it failed, is not in the chain, or was reorganised away. */
export async function receivedIn(
  endpoints: Endpoints<Endpoint>,
  chain: EvmChain,
  txId: string,
  receiverText: string,
  token: TokenAddress,
): Promise<ReceivedTransfer[]> {
  const receiver = requireAccount(receiverText);
  const found = await endpoints.find((endpoint) => readIncluded(endpoint, chain, txId));
  if (!found) return [];
  const { receipt, final } = found;
  const transfers = isNativeToken(chain, token)
    ? await readNativeTransfers(endpoints, receipt, receiver)
    : await endpoints.first((endpoint) =>
        readReceivedAmounts(endpoint, chain, receipt, receiver, requireTokenAddress(chain, token)),
      );
  const block = blockOf(receipt);
  // As the chain writes it: whoever named the transaction may have written it otherwise.
  const { transactionHash } = receipt;
  return transfers.map(({ index, amount }) => ({ txId: transactionHash, index, token, amount, block, final }));
}

/** Tokens of which a transaction's logs show a transfer to `receiver`, and the native coin where a call in it brought some. */
export async function tokensReceivedIn(
  endpoints: Endpoints<Endpoint>,
  chain: EvmChain,
  txId: string,
  receiverText: string,
): Promise<TokenAddress[]> {
  const receiver = requireAccount(receiverText);
  const found = await endpoints.find((endpoint) => readIncluded(endpoint, chain, txId));
  if (!found) return [];
  const coins = await readNativeTransfers(endpoints, found.receipt, receiver);
  const tokens = found.receipt.logs.flatMap((log) => {
    const transfer = parseTransfer(log);
    return transfer && transfer.amount > 0n && isAddressEqual(transfer.to, receiver) ? [transfer.token] : [];
  });
  return [...new Set([...(coins.length > 0 ? [chain.nativeToken.address] : []), ...tokens])];
}

/**
 * Transfers to `receiver` after block `after`. Logs only find the transactions: what each of them brought is read like any other's.
 * Native coins leave no logs.
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
  const txIds = await endpoints.first((endpoint) => findTransfers(endpoint, chain, after, account, address));
  const received = await Promise.all(txIds.map((txId) => receivedIn(endpoints, chain, txId, receiver, token)));
  return received.flat();
}

async function readIncluded(
  endpoint: Endpoint,
  chain: EvmChain,
  txId: string,
): Promise<{ receipt: Receipt; final: boolean } | undefined> {
  const { final } = await readHead(endpoint, chain);
  const receipts = await readReceipts(endpoint, [txId]);
  const standingOf = await readStanding(endpoint, blocksOf(receipts));
  const receipt = receipts.get(txId);
  if (!receipt || !succeeded(receipt) || standingOf(blockOf(receipt)) !== 'on_chain') return undefined;
  return { receipt, final: receipt.blockNumber <= final };
}

/** Ids of transactions with a transfer of more than nothing (zero transfers are a way to spam an account's history). */
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
      const fits = transfer && isAddressEqual(transfer.token, token) && isAddressEqual(transfer.to, receiver);
      if (fits && transfer.amount > 0n && log.removed !== true) txIds.add(log.transactionHash);
    }
  }
  return [...txIds];
}
