import type { ChainName } from '../../core/chains.ts';
import type { Observation } from '../../core/decision.ts';
import type { Attempt } from '../../core/swap.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';

/**
 * Hands committed bytes to the chain. Whatever the answer is, the attempt counts as sent and nothing new is signed because of it:
 * where it went is the observer's to find out.
 */
export async function broadcastAttempt(
  context: ExecutorContext,
  chain: ChainName,
  attempt: Pick<Attempt, 'id' | 'txId' | 'bytes'>,
): Promise<Observation> {
  const outcome = await adapterOf(context, chain).broadcast({ chain, txId: attempt.txId, bytes: attempt.bytes });
  await context.checkpoint('attempt-sent');
  context.logger.info({ chain, txId: attempt.txId, outcome: outcome.kind }, 'attempt sent');
  await context.journal.recordSent(attempt.id, outcome);
  await context.checkpoint('send-recorded');
  return { kind: 'none' };
}
