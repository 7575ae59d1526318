import { judgeResolve, type Resolution, type ResolvedEnd } from '../core/operator/judge-resolve.ts';
import type { SwapId } from '../core/swap/ids.ts';
import type { Swap } from '../core/swap/swap.ts';
import { FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import { noSuchSwap } from '../errors/no-such-swap.ts';
import type { AttributionStore } from '../ports/stores/attribution-store.ts';
import type { DepositStore } from '../ports/stores/deposit-store.ts';
import type { Intervention } from '../ports/stores/recovery-store.ts';
import type { ResolveResult, SwapStore, SwapView } from '../ports/stores/swap-store.ts';
import type { ExecutorContext, SigningLogContext, SigningLogStores } from './context.ts';
import { dispatch } from './dispatch.ts';
import { noticeLosses } from './notice-losses.ts';
import { ofAnother, readEvidence } from './read-evidence.ts';
import { traceEnd } from './trace-end.ts';
import { viewOf } from './view-of.ts';

type ResolveStores = SwapStore & DepositStore & AttributionStore;

/** How a person ends a swap in `needs_review`. */
export interface ResolveRequest extends Intervention {
  as: Resolution;
  /** The transaction that paid or refunded the swap. Optional for `unpaid`: one that shows why. */
  evidence?: string;
  /** The revision that the person looked at: a newer swap is not resolved. Default: the newest. */
  revision?: number;
}

/** Reads of a swap that other workers keep changing while its evidence is read. */
const maxStaleReads = 4;

/**
 * Ends a swap in `needs_review` with the outcome that a person names. Signs nothing and releases no
 * lease: signed attempts are followed to their proof. Throws `NOT_FOUND`, `NOTHING_TO_RESOLVE`,
 * `RESOLUTION_REFUSED`, `SWAP_CHANGED`, `JOURNAL_STALE`, `JOURNAL_UNAVAILABLE`, and what
 * `readEvidence` throws.
 */
export async function resolve(
  context: SigningLogContext<ResolveStores & SigningLogStores> &
    Pick<ExecutorContext, 'queue' | 'outages' | 'policy' | 'tracing'>,
  swapId: SwapId,
  request: ResolveRequest,
): Promise<SwapView> {
  const { journal, signingLog, logger } = context;
  // After a journal rollback a payment may be missing. A process that cannot compare the journal
  // with the signing log proves nothing.
  const mayProve = (await noticeLosses(context)) && (await signingLog.instance()) !== undefined;
  const deposits = await lastDeposit(journal, swapId);
  const { end, swap } = await untilCurrent(async (reads) => {
    // The person has not seen a deposit that arrived between two reads.
    if (reads > 1 && (await lastDeposit(journal, swapId)) !== deposits) throw changed(swapId);
    return tryResolve(context, swapId, request, mayProve);
  });
  const { as, by, reason } = request;
  logger.warn({ swap: swapId, as, by, reason, ...end }, 'swap resolved by a person');
  traceEnd(context.tracing, swap, end.state);
  const view = await viewOf(journal, swapId);
  await dispatch(context, { swapId, version: view.swap.version });
  return view;
}

async function tryResolve(
  context: SigningLogContext<ResolveStores> & Pick<ExecutorContext, 'policy'>,
  swapId: SwapId,
  { as, evidence: named, by, reason, revision }: ResolveRequest,
  mayProve: boolean,
): Promise<{ end: ResolvedEnd; swap: Swap }> {
  const { journal } = context;
  const snapshot = await journal.snapshot(swapId);
  if (!snapshot) throw noSuchSwap(swapId);
  // Read after the snapshot: the journal compares its version under the lock, so no change between
  // the two reads goes unnoticed.
  const { order, revision: newest } = await viewOf(journal, swapId);
  if (revision !== undefined && revision !== newest) throw changed(swapId);
  const verdict = judgeResolve(snapshot, as);
  if (verdict.kind === 'refused') throw refusal(swapId, verdict.refusal);
  const deposits = order?.deposit?.payments.map((payment) => payment.txId) ?? [];
  const reader = { ...context, deposits, anchors: await journal.orderAnchors(swapId) };
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
  if (result.kind === 'leg_attributed') throw ofAnother(txId, result.bySwap);
  return { end: result.end, swap: snapshot.swap };
}

/** Number of the last deposit event; absent: no deposit yet. */
async function lastDeposit(
  journal: Pick<SwapStore, 'events'>,
  swapId: SwapId,
): Promise<number | undefined> {
  return (await journal.events(swapId)).findLast(({ type }) => type === 'deposit_seen')?.seq;
}

async function untilCurrent<Result>(task: (reads: number) => Promise<Result>): Promise<Result> {
  for (let reads = 1; ; reads++) {
    try {
      return await task(reads);
    } catch (cause) {
      if (toFerrymanError(cause).code !== 'JOURNAL_STALE' || reads === maxStaleReads) throw cause;
    }
  }
}

function changed(swapId: SwapId): FerrymanError {
  const message = `swap ${swapId} is not resolved: it has changed since you looked at it; look again with: ferryman swap get ${swapId}`;
  return new FerrymanError('SWAP_CHANGED', message, { details: { swapId } });
}

type Refusal = Extract<ResolveResult, { kind: 'refused' }>['refusal'];

function refusal(swapId: SwapId, { code, message }: Refusal): FerrymanError {
  return new FerrymanError(code, `swap ${swapId} is not resolved: ${message}`, {
    details: { swapId },
  });
}
