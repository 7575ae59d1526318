import { assertNever } from '../../core/assert-never.ts';
import type { Observation } from '../../core/decision.ts';
import type { Job } from '../../core/job.ts';
import { inclusionWithin, type Policy } from '../../core/policy.ts';
import type { Order, Snapshot } from '../../core/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Verdict } from '../../ports/guard.ts';
import type { SwapDataRecord } from '../../ports/journal.ts';
import type { SwapData } from '../../ports/router.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';

/** Asks for the finished transaction of the open order. */
export async function requestSwapData(
  context: ExecutorContext,
  { swap }: Snapshot,
  order: Order,
): Promise<Observation> {
  const { journal, policy, clock } = context;
  const version = await journal.markRequested({ swapId: swap.id, version: swap.version, orderId: order.id });
  await context.checkpoint('swap-data-requested');
  const data = await askFor(context, swap.job, order.quoteId);
  await context.checkpoint('swap-data-received');
  const { deposit } = data;
  if (!deposit && order.spender !== undefined && data.spender !== order.spender) {
    // The allowance was arranged for the quote's spender; another one is another order.
    throw new FerrymanError('ROUTER_QUOTE_EXPIRED', 'the swap data names another spender than its quote', {
      details: { quoted: order.spender, answered: data.spender ?? 'none' },
    });
  }
  const now = clock.now();
  const within = waitsFor(swap.job.flow, policy);
  // Nothing is signed after the job's deadline, however long the way from here to the commit takes.
  const signBy = Math.min(now + within, swap.job.deadline);
  await journal.recordSwapData({
    swapId: swap.id,
    version,
    orderId: order.id,
    provider: data.provider,
    minOut: data.minOut,
    expectedOut: data.expectedOut,
    declaredFee: data.declaredFee,
    transaction: data.transaction,
    ...(deposit ? { deposit } : {}),
    echo: data.echo,
    signBy,
    goodUntil: (deposit ? signBy : now) + inclusionWithin(policy, adapterOf(context, swap.job.from.chain).chain),
    raw: data.raw,
  });
  await context.checkpoint('swap-data-recorded');
  return { kind: 'none' };
}

type Asked = SwapData & { deposit?: SwapDataRecord['deposit'] };

/** For how long an order may be signed, or paid by hand. */
function waitsFor(flow: Job['flow'], policy: Policy): number {
  switch (flow) {
    case 'wallet':
      return policy.signWithin;
    case 'deposit':
      return policy.depositWithin;
    case 'deposit-by-hand':
      return policy.byHandWithin;
    default:
      return assertNever(flow, 'flow');
  }
}

/** For a deposit the service only says where it goes; the transaction that pays it is made here. */
async function askFor(context: ExecutorContext, job: Job, quoteId: string): Promise<Asked> {
  const { router } = context;
  if (job.flow === 'wallet') return router.swap(job, quoteId);
  const { chain, token } = job.from;
  const adapter = adapterOf(context, chain);
  const { latest: anchor } = await adapter.head();
  const { deposit, ...terms } = await router.deposit(job, quoteId);
  const { address: to, amount, memo } = deposit;
  const parsed = adapter.parseAddress(to);
  if (!parsed.ok) {
    throw new FerrymanError('DEPOSIT_UNPAYABLE', `the deposit address ${to} cannot be paid to: ${parsed.fault}`);
  }
  const beside = memo === undefined ? {} : { memo };
  const transaction = await adapter.paymentOf({ account: job.wallet.address, token, to, amount, ...beside });
  if (job.flow === 'deposit-by-hand') requireAllowed(context.guard.judgeShown(deposit, job, adapter.chain));
  return {
    ...terms,
    transaction,
    deposit: { ...deposit, chain, account: parsed.address, anchor, watchFor: context.policy.depositsWatched },
  };
}

/** Nobody is told to pay where the guard objects. */
function requireAllowed(verdict: Verdict): void {
  if (verdict.kind === 'allow') return;
  const told = verdict.findings.map(({ rule, message }) => `${rule}: ${message}`);
  throw new FerrymanError('DEPOSIT_UNPAYABLE', told.join('; '));
}
