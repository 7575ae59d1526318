import type { Hex } from 'viem';
import { miner } from './addresses.ts';
import {
  type Block,
  baseFeePerGas,
  gasUsed,
  type MinedTransaction,
  type Transaction,
} from './evm-chain.ts';
import { quantity, word } from './hex.ts';

/* Blocks, transactions and receipts in the form of Ethereum's JSON-RPC (execution-apis). */

const emptyBloom: Hex = `0x${'0'.repeat(512)}`;

export function renderBlock(block: Block, isFull: boolean): Record<string, unknown> {
  const { number, hash, parentHash, timestamp, transactions } = block;
  return {
    number: quantity(number),
    hash,
    parentHash,
    timestamp: quantity(timestamp),
    miner,
    baseFeePerGas: quantity(baseFeePerGas),
    gasLimit: quantity(1_000_000_000),
    gasUsed: quantity(gasUsed * BigInt(transactions.length)),
    logsBloom: emptyBloom,
    transactions: transactions.map((transaction) =>
      isFull ? renderTransaction(transaction) : transaction.hash,
    ),
  };
}

export function renderTransaction(
  transaction: Transaction | MinedTransaction,
): Record<string, unknown> {
  const { hash, from, to, value, nonce, data } = transaction;
  const place =
    'block' in transaction
      ? {
          blockNumber: quantity(transaction.block.number),
          blockHash: transaction.block.hash,
          transactionIndex: quantity(transaction.index),
        }
      : { blockNumber: null, blockHash: null, transactionIndex: null };
  return {
    hash,
    from,
    to,
    value: quantity(value),
    nonce: quantity(nonce),
    input: data,
    type: '0x2',
    ...place,
  };
}

export function renderReceipt(transaction: MinedTransaction): Record<string, unknown> {
  const { hash, from, to, block, index, succeeded } = transaction;
  return {
    transactionHash: hash,
    transactionIndex: quantity(index),
    blockNumber: quantity(block.number),
    blockHash: block.hash,
    from,
    to,
    contractAddress: null,
    status: succeeded ? '0x1' : '0x0',
    gasUsed: quantity(gasUsed),
    cumulativeGasUsed: quantity(gasUsed * BigInt(index + 1)),
    effectiveGasPrice: quantity(baseFeePerGas),
    logsBloom: emptyBloom,
    type: '0x2',
    logs: renderLogs(transaction),
  };
}

export function renderLogs({
  logs,
  hash,
  block,
  index,
  firstLogIndex,
}: MinedTransaction): Record<string, unknown>[] {
  return logs.map((log, position) => ({
    ...log,
    logIndex: quantity(firstLogIndex + position),
    transactionHash: hash,
    transactionIndex: quantity(index),
    blockNumber: quantity(block.number),
    blockHash: block.hash,
    removed: false,
  }));
}

/** In the form of go-ethereum's `callTracer`. No contract here calls another. */
export function renderTrace({
  from,
  to,
  value,
  succeeded,
}: MinedTransaction): Record<string, unknown> {
  const failed = succeeded ? {} : { error: 'execution reverted' };
  return {
    type: 'CALL',
    from,
    to,
    value: quantity(value),
    gas: word(0),
    gasUsed: quantity(gasUsed),
    ...failed,
  };
}
