import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { CommitRequest, CommitResult } from '../../ports/stores/signing-records.ts';
import type { SigningStore } from '../../ports/stores/signing-store.ts';
import type { ExecutorContext } from '../context.ts';

/**
 * Commits a signed attempt (law 1). If the COMMIT's answer was lost, it is read back by transaction
 * id; only what is found may be sent. Throws `JOURNAL_UNAVAILABLE` if that fails too: the bytes are
 * then dropped.
 */
export async function commitAttempt(
  context: ExecutorContext<SigningStore>,
  request: CommitRequest & { chain: string },
): Promise<
  | Exclude<CommitResult, { kind: 'committed' }>
  | Pick<Extract<CommitResult, { kind: 'committed' }>, 'kind' | 'attemptId'>
> {
  const { chain, ...commit } = request;
  try {
    const result = await context.journal.commit(commit);
    if (result.kind === 'committed') context.signals.chainOpened.announce(chain, 'attempts');
    await context.checkpoint('attempt-committed');
    return result;
  } catch (cause) {
    if (!(cause instanceof FerrymanError) || cause.code !== 'JOURNAL_UNAVAILABLE') throw cause;
    const attemptId = await context.journal.findAttempt(chain, request.txId);
    if (!attemptId) throw cause;
    context.signals.chainOpened.announce(chain, 'attempts');
    context.logger.warn(
      { chain, txId: request.txId },
      'commit read back after its answer was lost',
    );
    return { kind: 'committed', attemptId };
  }
}
