import { createHash } from 'node:crypto';
import { judgeReplacement, type ReplacementRefusal } from '../core/operator/judge-replacement.ts';
import type { SwapId } from '../core/swap/ids.ts';
import type { Swap } from '../core/swap/swap.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { noSuchSwap } from '../errors/no-such-swap.ts';
import type { Submitter } from '../ports/stores/api-key-store.ts';
import type { Replacement, ReplaceResult, SwapStore } from '../ports/stores/swap-store.ts';
import { requireReach } from './authorize.ts';
import type { ExecutorContext, SigningLogContext, SigningLogStores } from './context.ts';
import { noticeLosses } from './notice-losses.ts';

/** What is about to happen. */
export interface Replacing {
  /** The old swap. */
  replaces: SwapId;
  /** The new one, if it comes to be. */
  id: SwapId;
  reason: string | undefined;
}

/**
 * The id of the swap that replaces another under an idempotency key: known before the journal has
 * it, and the same at each repetition, so that the audit log names no swap that never came to be.
 */
export function replacementId(replaces: SwapId, idempotencyKey: string): SwapId {
  const hash = createHash('sha256').update(`${replaces} ${idempotencyKey}`).digest('hex');
  // Version 8 of RFC 9562: a UUID of one's own making.
  const id = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  return id as SwapId;
}

type Reads = Pick<ExecutorContext<Pick<SwapStore, 'snapshot' | 'findSuccessor'>>, 'journal'>;

/**
 * Why a swap cannot be replaced, as far as the journal shows now. Throws `NOT_FOUND`, and
 * `FORBIDDEN` for a key that may not use the swap's wallet or chains.
 */
export async function refusalToReplace(
  context: Reads,
  id: SwapId,
  by: Submitter | undefined,
): Promise<ReplacementRefusal | undefined> {
  return (await judge(context, id, by)).refusal;
}

async function judge(
  { journal }: Reads,
  id: SwapId,
  by: Submitter | undefined,
): Promise<{ swap: Swap; refusal?: ReplacementRefusal }> {
  const snapshot = await journal.snapshot(id);
  if (!snapshot) throw noSuchSwap(id);
  const { swap } = snapshot;
  if (by) requireReach(by, swap.job);
  const verdict = judgeReplacement(snapshot, await journal.findSuccessor(id));
  return verdict.kind === 'refused' ? { swap, refusal: verdict.refusal } : { swap };
}

/**
 * The swap, which can be replaced. The journal decides again under the swap's lock. Throws what
 * `refusalToReplace` throws, and the codes of a `ReplacementRefusal`.
 */
export async function requireReplaceable(
  context: Reads,
  id: SwapId,
  by: Submitter | undefined,
): Promise<Swap> {
  const { swap, refusal } = await judge(context, id, by);
  if (refusal) throw refused(id, refusal);
  return swap;
}

/** Enters an edited job in the place of a swap. Throws what `requireReplaceable` throws. */
export async function replace(
  context: SigningLogContext<SwapStore & SigningLogStores>,
  replacement: Replacement,
): Promise<Extract<ReplaceResult, { kind: 'replaced' }>> {
  const { journal, logger } = context;
  // After a journal rollback a payment of the old swap may be missing.
  await noticeLosses(context);
  const result = await journal.replace(replacement);
  if (result.kind === 'refused') throw refused(replacement.replaces, result.refusal);
  const { created, swap } = result;
  logger.info({ swap: replacement.replaces, as: swap.id, created }, 'swap replaced');
  return result;
}

function refused(swapId: SwapId, { code, message }: ReplacementRefusal): FerrymanError {
  return new FerrymanError(code, `swap ${swapId} is not replaced: ${message}`, {
    details: { swapId },
  });
}
