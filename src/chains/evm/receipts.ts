import type { BlockReference } from '../../core/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { ObservedAttempt } from '../../ports/chain-adapter.ts';
import { type Receipt, receipt } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { findBlock } from './head.ts';

/** Receipts of transactions, by id, as the endpoint has them; those it has none of are left out. */
export async function readReceipts(endpoint: Endpoint, txIds: readonly string[]): Promise<Map<string, Receipt>> {
  const read = async (txId: string): Promise<Receipt | null> => {
    const found = await endpoint.read('eth_getTransactionReceipt', [txId], receipt.nullable());
    if (found && found.transactionHash !== txId.toLowerCase()) {
      throw new FerrymanError('RPC_MALFORMED', `${endpoint.host} answers with another transaction's receipt`);
    }
    return found;
  };
  const receipts = await Promise.all(txIds.map(async (txId) => [txId, await read(txId)] as const));
  return new Map(receipts.flatMap(([txId, found]) => (found ? [[txId, found] as const] : [])));
}

/** Whether the chain has a block, has another one of its number, or (as far as the endpoint knows) none. */
export type Standing = 'on_chain' | 'replaced' | 'absent';

/** Asks for blocks by their numbers, each once, and compares the hashes. */
export async function readStanding(
  endpoint: Endpoint,
  blocks: Iterable<BlockReference>,
): Promise<(block: BlockReference) => Standing> {
  const numbers = [...new Set([...blocks].map(({ number }) => number))];
  const found = await Promise.all(numbers.map(async (number) => [number, await findBlock(endpoint, number)] as const));
  const hashes = new Map(found.flatMap(([number, block]) => (block ? [[number, block.hash] as const] : [])));
  return ({ number, hash }) => {
    const there = hashes.get(number);
    if (there === undefined) return 'absent';
    return there === hash.toLowerCase() ? 'on_chain' : 'replaced';
  };
}

/** The block that an attempt was in when it was last looked at. */
export function knownBlock({ inclusion }: ObservedAttempt): BlockReference | undefined {
  return inclusion && 'block' in inclusion ? inclusion.block : undefined;
}

/** The blocks that receipts and earlier observations place attempts in. */
export function blocksOf(
  receipts: ReadonlyMap<string, Receipt>,
  attempts: readonly ObservedAttempt[] = [],
): BlockReference[] {
  return [...[...receipts.values()].map(blockOf), ...attempts.flatMap((attempt) => knownBlock(attempt) ?? [])];
}

export function blockOf({ blockNumber, blockHash }: Receipt): BlockReference {
  return { number: blockNumber, hash: blockHash };
}

/** Wei that the sender paid for inclusion (EIP-1559: the effective price, not the maximum). */
export function feePaid({ gasUsed, effectiveGasPrice }: Receipt): bigint {
  return gasUsed * effectiveGasPrice;
}

export function succeeded({ status }: Receipt): boolean {
  return status === 1n;
}
