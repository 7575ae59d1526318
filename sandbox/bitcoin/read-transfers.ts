import { bytesToHex } from 'viem';
import type { Transfer, TransferQuery } from '../chains/transfer.ts';
import { asTransactionId } from './bitcoin-notation.ts';
import type { ChainIndex } from './chain-index.ts';
import { readMemo } from './find-deposits.ts';
import { BTC } from './listed-token.ts';
import type { ResolvedTransaction } from './resolved-transaction.ts';

/**
 * The payments of transactions to some output scripts. Several outputs to one script count as one
 * sum.
 */
export function readTransfers(
  index: Pick<ChainIndex, 'atHeight'>,
  query: TransferQuery,
): Transfer[] {
  const transfers: Transfer[] = [];
  for (let block = query.from; block <= query.to; block++) {
    const { transactions = [] } = index.atHeight(Number(block)) ?? {};
    transfers.push(...transactions.flatMap((transaction) => arrivals(transaction, block, query)));
  }
  return transfers;
}

function arrivals(
  { txid, wire }: ResolvedTransaction,
  block: bigint,
  { receivers }: TransferQuery,
): Transfer[] {
  const outputs = wire.outs.map(({ script, value }) => ({ to: bytesToHex(script), value }));
  return [...receivers].flatMap((to) => {
    const amount = outputs.reduce(
      (sum, output) => (output.to === to ? sum + output.value : sum),
      0n,
    );
    if (amount === 0n) return [];
    const memo = readMemo(wire) || null;
    return [{ tx: asTransactionId(txid), part: to, block, to, token: BTC.address, amount, memo }];
  });
}
