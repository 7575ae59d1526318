import type { BlockReference } from '../../core/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { type Receipt, receipt } from './answers.ts';
import type { Endpoint } from './endpoints.ts';
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

/** Whether a block is on the canonical chain: its number, asked again, has its hash. One question for each number. */
export async function readCanonical(
  endpoint: Endpoint,
  receipts: Iterable<Receipt>,
): Promise<(block: BlockReference) => boolean> {
  const numbers = [...new Set([...receipts].map(({ blockNumber }) => blockNumber))];
  const blocks = await Promise.all(numbers.map(async (number) => [number, await findBlock(endpoint, number)] as const));
  const hashes = new Map(blocks.map(([number, found]) => [number, found?.hash]));
  return ({ number, hash }) => hashes.get(number) === hash;
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
