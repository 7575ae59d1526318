import type { VerdictTrace } from '../../core/approvals/verdict-trace.ts';
import { assertNever } from '../../core/assert-never.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { Reason, Snapshot } from '../../core/swap/swap.ts';
import type { FerrymanError } from '../../errors/ferryman-error.ts';
import type { SignedTransaction, UnsignedTransaction } from '../../ports/chain-adapter.ts';
import type { SigningRequest } from '../../ports/signer.ts';
import type { RecoveryStore } from '../../ports/stores/recovery-store.ts';
import type { Signature, StopStore } from '../../ports/stores/stop-store.ts';
import type { Comparison } from '../compare-journal.ts';
import type { ExecutorContext } from '../context.ts';
import type { Allowed } from './judge-step.ts';
import { type Judged, reportFindings } from './report-findings.ts';

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

/** What became of a request to sign. `part`: the position of the swap for which it failed. Absent: of all. */
export type SignOutcome = SignedStep | StoppedStep | (Judged & { part?: number }) | FailedPart;

interface FailedPart {
  kind: 'failed';
  part: number;
  error: FerrymanError;
}

/**
 * Has the signer sign what the guard allows. Stops are read once more, immediately before:
 * simulating and judging may have taken seconds. The commit reads them again, before the first byte
 * leaves the process.
 */
export async function signParts(
  context: ExecutorContext<SignStores>,
  { chain, comparison, signature }: SignRequest,
  request: SigningRequest,
): Promise<SignOutcome> {
  const reason =
    signature === 'cancel'
      ? undefined
      : await context.journal.stopOfSignature({ ...signature, chain });
  if (reason) return { kind: 'stopped', reason };
  if (comparison.log === 'unknown') await registerLog(context);
  const answer = await context.signer.sign(request);
  if (answer.kind === 'failed') return answer;
  if (answer.kind === 'refused') {
    const { part, verdict, admittedBy } = answer;
    const { intent, facts } = request.parts[part ?? 0] ?? request.parts[0];
    const simulation = facts ? { simulation: facts.simulation } : {};
    const judged = reportFindings(context, intent.kind, { verdict, admittedBy, ...simulation });
    return { ...judged, ...(part === undefined ? {} : { part }) };
  }
  await context.checkpoint('transaction-signed');
  const { fee: bound, expires } = request.unsigned;
  const { signed } = answer;
  return { kind: 'signed', signed, fee: bound, ...(expires === undefined ? {} : { expires }) };
}

/** The same for a transaction of one swap. Throws what the signer says of that swap. */
export async function signStep(
  context: ExecutorContext<SignStores>,
  request: SignRequest,
  { part, trace }: Allowed,
): Promise<Judged | SignedStep | StoppedStep> {
  const outcome = await signParts(context, request, { unsigned: part.unsigned, parts: [part] });
  switch (outcome.kind) {
    case 'failed':
      throw outcome.error;
    case 'signed':
      return { ...outcome, trace };
    case 'judged':
    case 'stopped':
      return outcome;
    default:
      return assertNever(outcome, 'sign outcome');
  }
}

/** What is signed for: the swap, and the order that it would pay if there is one. */
interface Signed {
  swap: Pick<Snapshot['swap'], 'job'>;
  order?: Snapshot['order'] | undefined;
}

/** What signing for these swaps uses of their one wallet. */
export function signatureOf([first, ...others]: readonly [Signed, ...Signed[]]): Omit<
  Signature,
  'chain'
> {
  const all = [first, ...others];
  const { id: walletId, name: wallet } = first.swap.job.wallet;
  return {
    ...{ walletId, wallet },
    providers: all.flatMap(({ order }) => (order ? [order.provider] : [])),
    rules: all.flatMap(({ swap }) => swap.job.rule?.id ?? []),
  };
}

/** Registers the log before its first signature, so that a later recovery knows to read it. */
async function registerLog({ journal, signingLog }: ExecutorContext<RecoveryStore>): Promise<void> {
  const log = await signingLog.log();
  if (log) await journal.registerLog(log);
}
