import type { Hex } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { maybeFullBlock, type TransactionInfo } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import type { OwnTransfer } from './receipts.ts';
import { readInfosOfBlock } from './transaction-info.ts';

/** A block, and what became of what is in it. */
export interface FullBlock {
  number: bigint;
  hash: string;
  parentHash: string;
  /** Milliseconds since the epoch. */
  time: number;
  transactions: readonly IncludedTransaction[];
  /** Whether all outcomes were told, be it in a way that cannot be read. */
  isWhole: boolean;
}

interface IncludedTransaction {
  id: string;
  transfer: OwnTransfer;
  /** What stands beside it. */
  data: Hex;
  /** Whether the node told its outcome. */
  isReported: boolean;
  /** Absent where it was not told, or cannot be read. */
  info?: TransactionInfo;
}

/**
 * A plain transfer, and a memo, is told by the block only; what contracts do by the outcomes only.
 * Throws `RPC_UNAVAILABLE`.
 */
export async function readFullBlock(endpoint: Endpoint, number: bigint): Promise<FullBlock> {
  const [told, block] = await Promise.all([
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
  const outcomes = new Map(told.map((outcome) => [outcome.id, outcome]));
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
