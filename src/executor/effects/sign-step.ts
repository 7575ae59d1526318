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
   * Of the journal with the signing log, made since the swap was read: before the lease, or now
   * where the lease is signed under already. It is not repeated here. A rollback that is noticed
   * since makes held leases void, so that the commit is refused; one that is not noticed takes the
   * lease with it, or loses only what others have signed since, and the comparison after the commit
   * finds that before anything is sent.
   */
  comparison: Comparison;
}

/** Signs what was judged for a journal that is what it was. */
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

/**
 * Before the first signature: whoever recovers the journal later knows that there is a log to read.
 */
async function registerLog({ journal, signingLog }: ExecutorContext<RecoveryStore>): Promise<void> {
  const log = await signingLog.log();
  if (log) await journal.registerLog(log);
}
