import { assertNever } from '../../core/assert-never.ts';
import { type BroadcastRoute, broadcastRoute } from '../../core/swap/broadcast-route.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { Swap } from '../../core/swap/swap.ts';
import type { BroadcastOutcome, SignedTransaction } from '../../ports/chain-adapter.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';

export interface Sending {
  chain: ChainName;
  /** For which it was signed. */
  swaps: readonly Swap[];
  /** When the first attempt of its lease was signed, in milliseconds since the epoch. */
  firstSigned: number;
}

/** An outcome, and who was asked if that was not every node. */
type RoutedOutcome = BroadcastOutcome & { route?: Exclude<BroadcastRoute, 'public'> };

/**
 * Sends signed bytes the way that its jobs chose. What a relay reports decides only whether the
 * nodes get the bytes of a `private` job as well: the lease ends by its proof, as after every send.
 */
export async function sendByRoute(
  context: Pick<ExecutorContext, 'chains' | 'clock' | 'policy'>,
  { txId, bytes }: Pick<SignedTransaction, 'txId' | 'bytes'>,
  { chain, swaps, firstSigned }: Sending,
): Promise<RoutedOutcome> {
  const adapter = adapterOf(context, chain);
  const signed = { chain, txId, bytes };
  const jobs = swaps.map(({ job }) => job);
  const times = { now: context.clock.now(), privateFor: context.policy.privateFor };
  const route = broadcastRoute(jobs, { chain: adapter.chain, firstSigned }, times);
  switch (route) {
    case 'public':
      return adapter.broadcast(signed);
    case 'private':
      return { ...(await adapter.broadcast(signed, 'relays')), route };
    case 'private-first': {
      const outcome = await adapter.broadcast(signed, 'relays');
      return isRefused(outcome) ? adapter.broadcast(signed) : { ...outcome, route };
    }
    default:
      return assertNever(route, 'broadcast route');
  }
}

/** Without an answer the relay may have the bytes: they stay private until their time is up. */
function isRefused(outcome: BroadcastOutcome): boolean {
  switch (outcome.kind) {
    case 'accepted':
    case 'already_known':
      return false;
    case 'unknown':
      return outcome.refused === true;
    case 'rejected':
    case 'underpriced':
    case 'insufficient_funds':
    case 'lease_used':
    case 'expired':
      return true;
    default:
      return assertNever(outcome, 'broadcast outcome');
  }
}
