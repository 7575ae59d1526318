import type { Chain } from '../../core/chains.ts';
import type { ChainHead, Inclusion } from '../../core/swap.ts';
import type { ChainObservation, ObservedAttempt } from '../../ports/chain-adapter.ts';
import { transaction } from './answers.ts';
import type { Endpoint } from './endpoints.ts';
import { readHead } from './head.ts';
import { readNonce } from './nonce.ts';
import { blockOf, feePaid, readCanonical, readReceipts, succeeded } from './receipts.ts';
import { requireAccount } from './require-account.ts';

/** Attempts looked at together; bounds what is in memory, not what can be asked. */
const chunkSize = 1_000;

/**
 * Three rounds of batched questions however many attempts there are (for every `chunkSize`): the head; receipts and nonces; then the
 * receipts' blocks by number, and whatever has no receipt by its id. Finality is counted from the head read first, so that nothing
 * looks older than it was.
 */
export async function observe(
  endpoint: Endpoint,
  chain: Chain,
  attempts: readonly ObservedAttempt[],
  accounts: readonly string[],
): Promise<ChainObservation> {
  const head = await readHead(endpoint, chain);
  const nonceOf = async (account: string): Promise<[string, bigint]> => [
    account,
    await readNonce(endpoint, requireAccount(account), head.final),
  ];
  const nonces = Promise.all([...new Set(accounts)].map(nonceOf));
  const txIds = [...new Set(attempts.map(({ txId }) => txId))];
  const inclusions = new Map<string, Inclusion>();
  const [finalNonces] = await Promise.all([nonces, readAll(endpoint, head, txIds, inclusions)]);
  return { head, attempts: inclusions, finalNonces: new Map(finalNonces) };
}

async function readAll(
  endpoint: Endpoint,
  head: ChainHead,
  txIds: readonly string[],
  inclusions: Map<string, Inclusion>,
): Promise<void> {
  for (let start = 0; start < txIds.length; start += chunkSize) {
    const chunk = txIds.slice(start, start + chunkSize);
    for (const [txId, inclusion] of await readInclusions(endpoint, head, chunk)) inclusions.set(txId, inclusion);
  }
}

async function readInclusions(
  endpoint: Endpoint,
  head: ChainHead,
  txIds: readonly string[],
): Promise<[string, Inclusion][]> {
  const receipts = await readReceipts(endpoint, txIds);
  const missing = txIds.filter((txId) => !receipts.has(txId));
  const [isCanonical, known] = await Promise.all([
    readCanonical(endpoint, receipts.values()),
    Promise.all(missing.map((txId) => endpoint.read('eth_getTransactionByHash', [txId], transaction.nullable()))),
  ]);
  const pending = new Set(known.flatMap((found) => (found ? [found.hash] : [])));
  return txIds.map((txId) => {
    const receipt = receipts.get(txId);
    if (!receipt) return [txId, { status: pending.has(txId as `0x${string}`) ? 'pending' : 'unseen' }];
    const block = blockOf(receipt);
    // A block that was reorganised away, or that this node does not have yet: the bytes may land again.
    if (!isCanonical(block)) return [txId, { status: 'pending' }];
    const status = block.number <= head.final ? 'final' : 'included';
    return [txId, { status, block, succeeded: succeeded(receipt), feePaid: feePaid(receipt) }];
  });
}
