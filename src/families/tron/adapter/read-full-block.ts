import type { Hex } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { maybeFullBlock, type TransactionInfo } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import type { OwnTransfer } from './receipts.ts';
import { readInfosOfBlock } from './transaction-info.ts';

/** A block with the outcomes of its transactions. */
export interface FullBlock {
  number: bigint;
  hash: string;
  parentHash: string;
  /** Milliseconds since the epoch. */
  time: number;
  transactions: readonly IncludedTransaction[];
  /** Whether the node returned all outcomes, readable or not. */
  isWhole: boolean;
}

interface IncludedTransaction {
  id: string;
  transfer: OwnTransfer;
  /** The memo (`data`). */
  data: Hex;
  /** Whether the node returned its outcome. */
  isReported: boolean;
  /** Absent if the outcome was not returned or cannot be read. */
  info?: TransactionInfo;
}

/**
 * Reads both the block (plain transfers and memos) and the outcomes (effects of contracts). Throws
 * `RPC_UNAVAILABLE`.
 */
export async function readFullBlock(endpoint: Endpoint, number: bigint): Promise<FullBlock> {
  const [returned, block] = await Promise.all([
    readInfosOfBlock(endpoint, number),
    endpoint.read('wallet/getblock', { id_or_num: `${number}`, detail: true }, maybeFullBlock),
  ]);
  if (!block)
    throw new FerrymanError(
      'RPC_UNAVAILABLE',
      `${endpoint.host} does not have block ${number} yet`,
    );
  if (block.number !== number)
    throw new FerrymanError('RPC_MALFORMED', `${endpoint.host} answers with another block`);
  const outcomes = new Map(returned.map((outcome) => [outcome.id, outcome]));
  return {
    ...block,
    transactions: block.transactions.map((transaction) => {
      const outcome = outcomes.get(transaction.id);
      return {
        ...transaction,
        isReported: outcome !== undefined,
        ...(outcome?.info ? { info: outcome.info } : {}),
      };
    }),
    isWhole: block.transactions.every(({ id }) => outcomes.has(id)),
  };
}
