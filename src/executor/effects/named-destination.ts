import { reportedTransaction } from '../../core/settlement/reported-transaction.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { Swap } from '../../core/swap/swap.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';

/**
 * The destination transaction that the routing service names, in canonical form; empty if it is no
 * transaction id.
 * @param payment the transaction that paid the swap, if known
 */
export function namedDestination(
  context: Pick<ExecutorContext, 'chains'>,
  { job: { to } }: Pick<Swap, 'job'>,
  { destinationTxId = '' }: { destinationTxId?: string },
  payment: string | undefined,
): { destination?: { chain: ChainName; txId: string } } {
  const { chain } = to;
  const txId = to.reportedOnly
    ? reportedTransaction(destinationTxId, to.family, payment)
    : adapterOf(context, chain).parseTxId(destinationTxId);
  return txId === undefined ? {} : { destination: { chain, txId } };
}
