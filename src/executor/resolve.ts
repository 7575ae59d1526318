import type { SwapId } from '../core/ids.ts';
import { judgeResolve, type Resolution } from '../core/judge-resolve.ts';
import { FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import type { ResolveResult, SwapView } from '../ports/journal.ts';
import type { Intervention } from '../ports/time-travel.ts';
import type { ExecutorContext, LedgerContext } from './context.ts';
import { noticeLosses } from './notice-losses.ts';
import { ofAnother, readEvidence } from './read-evidence.ts';
import { viewOf } from './view-of.ts';
import { wake } from './wake.ts';

/** How a person ends a swap that waits for one. */
export interface ResolveRequest extends Intervention {
  as: Resolution;
  /** The transaction that paid or refunded the swap. For `unpaid` optional: one that shows why. */
  evidence?: string;
}

/** How often a swap is read again that other workers change while its evidence is read. */
const maxStaleReads = 4;

/**
 * Ends a swap in `needs_review` with the outcome that a person names. It signs nothing and releases
 * no lease: what is signed is followed to its proof. Throws `NOT_FOUND`, `NOTHING_TO_RESOLVE`,
 * `RESOLUTION_REFUSED`, `JOURNAL_STALE`, `JOURNAL_UNAVAILABLE`, and what `readEvidence` throws.
 */
export async function resolve(
  context: LedgerContext & Pick<ExecutorContext, 'queue' | 'outages'>,
  swapId: SwapId,
  request: ResolveRequest,
): Promise<SwapView> {
  const { journal, ledger, logger } = context;
  // After a journal rollback a payment may be missing. A process that cannot compare it proves
  // nothing.
  const mayProve = (await noticeLosses(context)) && (await ledger.instance()) !== undefined;
  const result = await untilCurrent(() => tryResolve(context, swapId, request, mayProve));
  const { as, by, reason } = request;
  logger.warn({ swap: swapId, as, by, reason, ...result.end }, 'swap resolved by a person');
  const view = await viewOf(journal, swapId);
  await wake(context, { swapId, version: view.swap.version });
  return view;
}

async function tryResolve(
  context: LedgerContext,
  swapId: SwapId,
  { as, evidence: named, by, reason }: ResolveRequest,
  mayProve: boolean,
): Promise<Extract<ResolveResult, { kind: 'resolved' }>> {
  const { journal } = context;
  const snapshot = await journal.snapshot(swapId);
  if (!snapshot) throw new FerrymanError('NOT_FOUND', `there is no swap ${swapId}`);
  const verdict = judgeResolve(snapshot, as);
  if (verdict.kind === 'refused') throw refusal(swapId, verdict.refusal);
  const { order } = await viewOf(journal, swapId);
  const deposits = order?.deposit?.payments.map((payment) => payment.txId) ?? [];
  const reader = { ...context, deposits };
  const { txId, legs, remark } = await readEvidence(reader, snapshot, as, named, order?.minOut);
  const result = await journal.resolve({
    swapId,
    version: snapshot.swap.version,
    as,
    by,
    reason,
    legs,
    mayProve,
    ...(txId === undefined ? {} : { evidence: txId }),
    ...(remark === undefined ? {} : { remark }),
  });
  if (result.kind === 'refused') throw refusal(swapId, result.refusal);
  if (result.kind === 'leg_claimed') throw ofAnother(txId, result.bySwap);
  return result;
}

async function untilCurrent<Result>(task: () => Promise<Result>): Promise<Result> {
  for (let reads = 1; ; reads++) {
    try {
      return await task();
    } catch (cause) {
      if (toFerrymanError(cause).code !== 'JOURNAL_STALE' || reads === maxStaleReads) throw cause;
    }
  }
}

type Refusal = Extract<ResolveResult, { kind: 'refused' }>['refusal'];

function refusal(swapId: SwapId, { code, message }: Refusal): FerrymanError {
  return new FerrymanError(code, `swap ${swapId} is not resolved: ${message}`, { details: { swapId } });
}
