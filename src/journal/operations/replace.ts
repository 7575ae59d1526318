import { judgeReplacement } from '../../core/operator/judge-replacement.ts';
import { idempotencyConflict } from '../../errors/idempotency-conflict.ts';
import { noSuchSwap } from '../../errors/no-such-swap.ts';
import type { Replacement, ReplaceResult } from '../../ports/stores/swap-store.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { lockSwap } from '../writes/lock-swap.ts';
import { findSubmission } from './find-submission.ts';
import { findSuccessor } from './find-successor.ts';
import { snapshot } from './snapshot.ts';
import { submit } from './submit.ts';

/**
 * Judges under the lock of the old swap, as a retry and every commit do: of several edits and
 * retries at once, the first one gets the place, and a repetition finds what it made.
 */
export async function replace(
  session: SqlSession,
  { replaces, ...submission }: Replacement,
): Promise<ReplaceResult> {
  await lockSwap(session, replaces);
  const known = await findSubmission(session, submission.idempotencyKey);
  if (known && known.bodyHash !== submission.bodyHash) throw idempotencyConflict(known.swap.id);
  if (known) return { kind: 'replaced', created: false, swap: known.swap };
  const found = await snapshot(session, replaces);
  if (!found) throw noSuchSwap(replaces);
  const verdict = judgeReplacement(found, await findSuccessor(session, replaces));
  if (verdict.kind === 'refused') return verdict;
  const entered = await submit(session, { ...submission, retryOf: replaces, isEdit: true });
  await changeSwap(session, {
    swapId: replaces,
    event: { type: 'replaced', data: { by: entered.swap.id } },
    quiet: true,
  });
  return { kind: 'replaced', ...entered };
}
