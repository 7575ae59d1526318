import type { Transaction } from 'bitcoinjs-lib';
import type { BlockReference } from '../../../../core/swap/block-reference.ts';
import { FerrymanError } from '../../../../errors/ferryman-error.ts';
import { mapBounded } from '../../../shared/endpoints/map-bounded.ts';
import type { BitcoinOutput } from '../../formats/read-transaction.ts';
import type { SeenTransaction } from '../endpoint.ts';
import { fromLibrary } from '../wire-transaction.ts';
import { header, placedTransactionOf, rawTransaction, transactionOf } from './answers.ts';
import type { BitcoindNode } from './node.ts';
import { isNoTransaction } from './refusal.ts';

/** A transaction with its block in the best chain, or without one in the mempool. */
interface PlacedTransaction {
  transaction: Transaction;
  block?: BlockReference;
}

/** A transaction's bytes, even if its block is no longer in the best chain. */
export function findRaw(node: BitcoindNode, txId: string): Promise<Uint8Array | undefined> {
  return node.find('getrawtransaction', [txId, 0], rawTransaction, isNoTransaction);
}

export async function findWire(node: BitcoindNode, txId: string): Promise<Transaction | undefined> {
  return node.find('getrawtransaction', [txId, 0], transactionOf(txId), isNoTransaction);
}

export async function findPlaced(
  node: BitcoindNode,
  txId: string,
): Promise<PlacedTransaction | undefined> {
  const found = await node.find(
    'getrawtransaction',
    [txId, 1],
    placedTransactionOf(txId),
    isNoTransaction,
  );
  if (!found) return undefined;
  const { hex: transaction, blockhash } = found;
  if (blockhash === undefined) return { transaction };
  const {
    hash,
    height: number,
    confirmations,
  } = await node.ask('getblockheader', [blockhash, true], header);
  // The index keeps transactions of replaced blocks.
  return confirmations < 1 ? undefined : { transaction, block: { number, hash } };
}

/**
 * A transaction with the outputs that it spends. Their amounts come from the bytes of the
 * transactions that created them, so no reported amount is trusted.
 */
export async function seeTransaction(
  node: BitcoindNode,
  { transaction, block }: PlacedTransaction,
): Promise<SeenTransaction> {
  const txId = transaction.getId();
  const { inputs, outputs } = fromLibrary(transaction);
  const spends = transaction.isCoinbase() ? [] : await readSpent(node, inputs);
  const sum = (held: readonly BitcoinOutput[]): bigint =>
    held.reduce((total, { value }) => total + value, 0n);
  const fee = transaction.isCoinbase() ? 0n : sum(spends) - sum(outputs);
  return { txId, fee, spends, outputs, ...(block ? { block } : {}) };
}

async function readSpent(
  node: BitcoindNode,
  inputs: readonly { txid: string; vout: number }[],
): Promise<BitcoinOutput[]> {
  const makers = [...new Set(inputs.map(({ txid }) => txid))];
  const found = new Map(
    await mapBounded(makers, async (txId) => [txId, await findWire(node, txId)] as const),
  );
  return inputs.map(({ txid, vout }) => {
    const output = found.get(txid)?.outs[vout];
    if (output) return { value: output.value, script: output.script };
    const { host } = node;
    throw new FerrymanError('RPC_UNAVAILABLE', `${host} does not have the output ${txid}:${vout}`, {
      details: { host },
    });
  });
}
