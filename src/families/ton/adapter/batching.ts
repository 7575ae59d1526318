import { ofFamily } from '../../../core/swap/of-family.ts';
import type { Fee, TransactionObject } from '../../../core/swap/transaction-object.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { Batching } from '../../../ports/capabilities/batching.ts';
import type { TonTransaction } from '../formats/transaction.ts';
import { maxTogether } from '../formats/wallet-versions.ts';

/** Joins payments of one message each, so that the chain shows the outcome of each payment. */
export const batching: Batching = {
  max: maxTogether,
  fits: (transaction) => ofFamily(transaction, 'ton').messages.length === 1,
  join,
  sumFees,
};

function join(transactions: readonly TransactionObject[]): TonTransaction {
  const messages = transactions.flatMap((transaction) => ofFamily(transaction, 'ton').messages);
  if (messages.length === 0)
    throw new FerrymanError('INTERNAL', 'a batch of payments has no messages');
  return { family: 'ton', messages };
}

/** An upper bound: a message costs less in a batch than alone. */
function sumFees(fees: readonly Fee[]): Fee {
  return {
    family: 'ton',
    walletFee: fees.reduce((total, fee) => total + ofFamily(fee, 'ton').walletFee, 0n),
  };
}
