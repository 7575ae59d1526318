import { isNativeToken } from '../../core/chains.ts';
import type { Observation } from '../../core/decision.ts';
import type { Job } from '../../core/job.ts';
import type { Snapshot, Swap } from '../../core/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { ChainAdapter } from '../../ports/chain-adapter.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { findUncovered } from './find-uncovered.ts';
import { recent } from './recent.ts';

/**
 * Asks the routing service for the best quote and opens an order with it. After a failure it first
 * checks the wallet: a swap that its wallet cannot cover costs one round of calls.
 */
export async function requestQuote(context: ExecutorContext, { swap }: Snapshot): Promise<Observation> {
  const short = mayBeShort(swap) ? await findUncovered(context, swap.job) : undefined;
  if (short) return short;
  const source = adapterOf(context, swap.job.from.chain);
  // Read before anything can be paid: the payout of this order comes in a later block.
  const destinationAnchor = swap.job.to.reportedOnly ? 0n : await readAnchor(context, swap.job);
  const { spender, ...quote } = await context.router.quote(swap.job, context.calls);
  await context.checkpoint('quote-received');
  await context.journal
    .recordQuote({
      swapId: swap.id,
      version: swap.version,
      ...quote,
      ...(spender === undefined || isUnneeded(source, swap.job) ? {} : { spender }),
      destinationAnchor,
      quotedAt: context.clock.now(),
    })
    .catch(rethrow);
  await context.checkpoint('quote-recorded');
  return { kind: 'none' };
}

/** A payment of our own across chains reads it again, as late as it can; where somebody else pays, this one counts. */
async function readAnchor(context: ExecutorContext, { to, flow }: Job): Promise<bigint> {
  const adapter = adapterOf(context, to.chain);
  return (await adapter.head(flow === 'deposit-by-hand' ? 0 : recent(adapter.chain))).latest;
}

/**
 * Whether the last round failed before the payment was planned, which checks the balance anyway. An
 * order that expired here had usually come as far as that.
 */
function mayBeShort({ consecutiveFailures, reason }: Swap): boolean {
  const code = reason?.code ?? '';
  if (consecutiveFailures === 0 || code === 'ROUTER_QUOTE_EXPIRED') return false;
  return code.startsWith('ROUTER_') || code === 'QUOTE_BELOW_MINIMUM';
}

/** Nobody takes coins, and a deposit is sent: what a service writes there is not allowed anything. */
function isUnneeded({ chain }: ChainAdapter, { from, flow }: Job): boolean {
  return flow !== 'wallet' || isNativeToken(chain, from.token);
}

/** A quote id names one order for ever; a router that hands one out twice is asked again. */
function rethrow(cause: unknown): never {
  const repeated = cause instanceof FerrymanError && cause.details.constraint === 'orders_quote_id_unique';
  throw repeated ? new FerrymanError('ROUTER_MALFORMED', 'the quote id was used before', { cause }) : cause;
}
