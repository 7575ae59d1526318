import type { ChainName } from '../../core/swap/chains.ts';
import type { SignedTransaction, UnsignedTransaction } from '../../ports/chain-adapter.ts';
import type { RecoveryStore } from '../../ports/stores/recovery-store.ts';
import type { Comparison } from '../compare-journal.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';

export interface SignedStep extends Pick<UnsignedTransaction, 'fee' | 'expires'> {
  kind: 'signed';
  signed: SignedTransaction;
}

interface SignRequest {
  chain: ChainName;
  /** The wallet's key, as the signer knows it. */
  keyRef: string;
  /**
   * The comparison of journal and signing log since the swap was read: before the lease, or just
   * now if the lease was signed under before. It is not repeated here. A rollback noticed later
   * voids held leases, so the commit is refused. An unnoticed one loses the lease too, or loses
   * only what others signed since, which the comparison after the commit finds before the send.
   */
  comparison: Comparison;
}

/** Signs the judged bytes. */
export async function signStep(
  context: ExecutorContext<RecoveryStore>,
  { chain, keyRef, comparison }: SignRequest,
  unsigned: UnsignedTransaction,
): Promise<SignedStep> {
  if (comparison.log === 'unknown') await registerLog(context);
  const signed = await adapterOf(context, chain).sign(unsigned, context.signer, keyRef);
  await context.checkpoint('transaction-signed');
  const { fee: bound, expires } = unsigned;
  return { kind: 'signed', signed, fee: bound, ...(expires === undefined ? {} : { expires }) };
}

/** Registers the log before its first signature, so that a later recovery knows to read it. */
async function registerLog({ journal, signingLog }: ExecutorContext<RecoveryStore>): Promise<void> {
  const log = await signingLog.log();
  if (log) await journal.registerLog(log);
}
