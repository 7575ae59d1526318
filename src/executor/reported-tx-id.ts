import type { Job } from '../core/job.ts';
import { reportedTransaction } from '../core/reported-transaction.ts';
import { adapterOf, type ExecutorContext } from './context.ts';

/**
 * The transaction on the destination chain that the routing service names, in its chain's one form; nothing for what names none.
 * @param payment the transaction by which the swap was paid, where that is known
 */
export function reportedTxId(
  context: Pick<ExecutorContext, 'chains'>,
  { chain, reportedOnly }: Job['to'],
  given: string | undefined,
  payment?: string,
): string | undefined {
  if (given === undefined) return undefined;
  return reportedOnly ? reportedTransaction(given, payment) : adapterOf(context, chain).parseTxId(given);
}
