import { assertNever } from '../../core/assert-never.ts';
import type { EvmChain } from '../../core/chains.ts';
import type { BlockReference, ChainHead, Inclusion } from '../../core/swap.ts';
import type { ChainObservation, ObservedAttempt } from '../../ports/chain-adapter.ts';
import { transaction } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { findBlock, readHead } from './head.ts';
import { readNonce } from './nonce.ts';
import { blockOf, blocksOf, feePaid, readReceipts, readStanding, type Standing, succeeded } from './receipts.ts';
import { requireAccount } from './require-account.ts';

/** Attempts looked at together; bounds what is in memory, not what can be asked. */
const chunkSize = 1_000;

/**
 * Three rounds of batched questions however many attempts there are (for every `chunkSize`): the head; receipts and nonces; then the
 * blocks that attempts are in by number, and whatever has no receipt by its id. Finality is counted from the head read first, so that
 * nothing looks older than it was. An inclusion that is known is only taken back where the chain has another block of that number:
 * that an endpoint does not know a transaction says nothing against it.
 */
export async function observe(
  endpoint: Endpoint,
  chain: EvmChain,
  attempts: readonly ObservedAttempt[],
  accounts: readonly string[],
): Promise<ChainObservation> {
  const head = await readHead(endpoint, chain);
  const nonceOf = async (account: string): Promise<[string, bigint]> => [
    account,
    await readNonce(endpoint, requireAccount(account), head.final),
  ];
  const nonces = Promise.all([...new Set(accounts)].map(nonceOf));
  const finalBlock = accounts.length > 0 ? findBlock(endpoint, head.final) : null;
  const distinct = [...new Map(attempts.map((attempt) => [attempt.txId, attempt])).values()];
  const inclusions = new Map<string, Inclusion>();
  const [finalNonces, final] = await Promise.all([nonces, finalBlock, readAll(endpoint, head, distinct, inclusions)]);
  const finalHash = final ? { finalHash: final.hash } : {};
  return { head, attempts: inclusions, finalNonces: new Map(finalNonces), ...finalHash };
}

async function readAll(
  endpoint: Endpoint,
  head: ChainHead,
  attempts: readonly ObservedAttempt[],
  inclusions: Map<string, Inclusion>,
): Promise<void> {
  for (let start = 0; start < attempts.length; start += chunkSize) {
    const chunk = attempts.slice(start, start + chunkSize);
    for (const [txId, inclusion] of await readInclusions(endpoint, head, chunk)) inclusions.set(txId, inclusion);
  }
}

async function readInclusions(
  endpoint: Endpoint,
  head: ChainHead,
  attempts: readonly ObservedAttempt[],
): Promise<[string, Inclusion][]> {
  const txIds = attempts.map(({ txId }) => txId);
  const receipts = await readReceipts(endpoint, txIds);
  const missing = attempts.filter(({ txId }) => !receipts.has(txId));
  const [standingOf, found] = await Promise.all([
    readStanding(endpoint, blocksOf(receipts, attempts)),
    Promise.all(missing.map(({ txId }) => endpoint.read('eth_getTransactionByHash', [txId], transaction.nullable()))),
  ]);
  const pending = new Set<string>(found.flatMap((held) => (held ? [held.hash] : [])));
  const statusAt = (block: BlockReference) => (block.number <= head.final ? 'final' : 'included');
  return attempts.map(({ txId, inclusion: before }) => {
    const receipt = receipts.get(txId);
    const block = receipt && blockOf(receipt);
    if (block && standingOf(block) === 'on_chain') {
      return [txId, { status: statusAt(block), block, succeeded: succeeded(receipt), feePaid: feePaid(receipt) }];
    }
    const known = stillIncluded(before, standingOf, statusAt);
    if (known) return [txId, known];
    // A receipt's block may have been reorganised away, or not be on this node yet: the bytes may land again.
    return [txId, { status: receipt || pending.has(txId) ? 'pending' : 'unseen' }];
  });
}

/** What is known of an inclusion, as long as the chain does not show another block in its place. */
function stillIncluded(
  before: Inclusion | undefined,
  standingOf: (block: BlockReference) => Standing,
  statusAt: (block: BlockReference) => 'included' | 'final',
): Inclusion | undefined {
  if (!before || !('block' in before)) return undefined;
  const standing = standingOf(before.block);
  switch (standing) {
    case 'on_chain':
      return { ...before, status: statusAt(before.block) };
    case 'absent':
      return before;
    case 'replaced':
      return undefined;
    default:
      return assertNever(standing, 'standing');
  }
}
