import { Connection } from '@solana/web3.js';
import { type ListedTransaction, readListed } from './listed-transaction.ts';

/**
 * Reads one transaction with its transfers from a node.
 * @returns undefined if no confirmed block has it
 */
export async function findTransaction(
  rpcUrl: string,
  signature: string,
): Promise<ListedTransaction | undefined> {
  const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const;
  const found = await new Connection(rpcUrl, 'confirmed').getTransaction(signature, config);
  return found === null ? undefined : readListed(found, found.slot);
}
