import { Connection } from '@solana/web3.js';
import { type ListedTransaction, readListed } from './listed-transaction.ts';

/** Slots, both ends included. Unconfirmed slots list nothing. */
export interface SlotRange {
  readonly from: number;
  readonly to: number;
}

const BLOCKS_AT_ONCE = 50;

/** Reads all transactions of a range of slots from a node, in order, with their transfers. */
export async function listTransactions(
  rpcUrl: string,
  { from, to }: SlotRange,
): Promise<ListedTransaction[]> {
  const connection = new Connection(rpcUrl, 'confirmed');
  const slots = await connection.getBlocks(from, to, 'confirmed');
  const listed: ListedTransaction[] = [];
  for (let read = 0; read < slots.length; read += BLOCKS_AT_ONCE) {
    const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const;
    const chunk = slots.slice(read, read + BLOCKS_AT_ONCE);
    const blocks = await Promise.all(chunk.map((slot) => connection.getBlock(slot, config)));
    const found = blocks.flatMap((block, index) =>
      (block?.transactions ?? []).map((item) => readListed(item, chunk[index] ?? 0)),
    );
    listed.push(...found.flatMap((item) => item ?? []));
  }
  return listed;
}
