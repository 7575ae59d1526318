import type { VerdictTrace } from '../../core/approvals/verdict-trace.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { Reason, Snapshot } from '../../core/swap/swap.ts';
import type { SignedTransaction, UnsignedTransaction } from '../../ports/chain-adapter.ts';
import type { RecoveryStore } from '../../ports/stores/recovery-store.ts';
import type { Signature, StopStore } from '../../ports/stores/stop-store.ts';
import type { Comparison } from '../compare-journal.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';

/** The stores that signing needs. */
export type SignStores = RecoveryStore & Pick<StopStore, 'stopOfSignature'>;

/** Signing was stopped since the guard judged: nothing is signed. */
export interface StoppedStep {
  kind: 'stopped';
  reason: Reason;
}

export interface SignedStep extends Pick<UnsignedTransaction, 'fee' | 'expires'> {
  kind: 'signed';
  signed: SignedTransaction;
  /** The verdict by which it was signed. Absent: of several swaps, each of which has its own. */
  trace?: VerdictTrace;
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
  /** What a stop may forbid. `cancel`: nothing forbids it. */
  signature: Omit<Signature, 'chain'> | 'cancel';
}

/**
 * Signs the judged bytes. Stops are read once more, immediately before: simulating and judging may
 * have taken seconds. The commit reads them again, before the first byte leaves the process.
 */
export async function signStep(
  context: ExecutorContext<SignStores>,
  { chain, keyRef, comparison, signature }: SignRequest,
  unsigned: UnsignedTransaction,
): Promise<SignedStep | StoppedStep> {
  const reason =
    signature === 'cancel'
      ? undefined
      : await context.journal.stopOfSignature({ ...signature, chain });
  if (reason) return { kind: 'stopped', reason };
  if (comparison.log === 'unknown') await registerLog(context);
  const signed = await adapterOf(context, chain).sign(unsigned, context.signer, keyRef);
  await context.checkpoint('transaction-signed');
  const { fee: bound, expires } = unsigned;
  return { kind: 'signed', signed, fee: bound, ...(expires === undefined ? {} : { expires }) };
}

/** What signing for these swaps uses of their one wallet. */
export function signatureOf([first, ...others]: readonly [Snapshot, ...Snapshot[]]): Omit<
  Signature,
  'chain'
> {
  const providers = [first, ...others].flatMap(({ order }) => (order ? [order.provider] : []));
  return { walletId: first.swap.job.wallet.id, providers };
}

/** Adds the verdict by which a step was signed. */
export function traced<Step extends { kind: string }>(
  step: Step,
  trace: VerdictTrace,
): Step & { trace?: VerdictTrace } {
  return step.kind === 'signed' ? { ...step, trace } : step;
}

/** Registers the log before its first signature, so that a later recovery knows to read it. */
async function registerLog({ journal, signingLog }: ExecutorContext<RecoveryStore>): Promise<void> {
  const log = await signingLog.log();
  if (log) await journal.registerLog(log);
}
