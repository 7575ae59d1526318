import type { Transfer, TransferQuery } from '../chains/transfer.ts';
import type { Blockchain } from './blockchain.ts';
import type { ExecutedTransaction } from './execute-transaction.ts';
import { arrivedAt } from './find-deposits.ts';
import { listedToken } from './listed-tokens.ts';
import { readMemos } from './read-memos.ts';
import { fromBase58, solanaNotation } from './solana-notation.ts';

/** The payments to some wallets, in coins or tokens. Block numbers are heights. */
export function readTransfers(
  { atHeight }: Pick<Blockchain, 'atHeight'>,
  query: TransferQuery,
): Transfer[] {
  const transfers: Transfer[] = [];
  for (let block = query.from; block <= query.to; block++) {
    for (const executed of atHeight(Number(block))?.transactions ?? []) {
      if (executed.outcome.error === null) transfers.push(...arrivals(executed, block, query));
    }
  }
  return transfers;
}

function arrivals(
  executed: ExecutedTransaction,
  block: bigint,
  { receivers }: TransferQuery,
): Transfer[] {
  const { transaction } = executed;
  return [...receivers].flatMap((to) =>
    arrivedAt(solanaNotation.renderAddress(to), executed).map(({ token, amount }) => ({
      tx: fromBase58(transaction.signature),
      part: `${to} ${token.symbol}`,
      block,
      to,
      token: listedToken(token).address,
      amount,
      memo: readMemos(transaction.message)[0] ?? null,
    })),
  );
}
