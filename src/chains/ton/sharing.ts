import { ofFamily } from '../../core/of-family.ts';
import type { Fee, TonTransaction, TransactionObject } from '../../core/transaction-object.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Sharing } from '../../ports/chain-adapter.ts';
import { mostMessages } from './wallet-message.ts';

/** What is to be told apart is one message each; so many go together as the wallet that takes the fewest sends at once. */
export const sharing: Sharing = {
  most: mostMessages.v4r2,
  canShare: (transaction) => ofFamily(transaction, 'ton').messages.length === 1,
  together,
  sum,
};

function together(transactions: readonly TransactionObject[]): TonTransaction {
  const messages = transactions.flatMap((transaction) => ofFamily(transaction, 'ton').messages);
  if (messages.length === 0) throw new FerrymanError('INTERNAL', 'there is nothing to be sent together');
  return { family: 'ton', messages };
}

/** What one message more costs is less than what it costs alone. */
function sum(fees: readonly Fee[]): Fee {
  return { family: 'ton', walletFee: fees.reduce((total, fee) => total + ofFamily(fee, 'ton').walletFee, 0n) };
}
