import { traceOf, type VerdictTrace } from '../../core/approvals/verdict-trace.ts';
import { assertNever } from '../../core/assert-never.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { Swap } from '../../core/swap/swap.ts';
import { type Fee, type TransactionObject, targetsOf } from '../../core/swap/transaction-object.ts';
import type { SimulatedChanges, UnsignedTransaction } from '../../ports/chain-adapter.ts';
import { type Enlargement, type Intent, paidOrder, type Verdict } from '../../ports/guard.ts';
import type { LeaseToProve } from '../../ports/lease-proof.ts';
import type { MarketPrices } from '../../ports/prices.ts';
import type { AdmissionStore } from '../../ports/stores/approval-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { type FindAdmitted, judgeAdmitted } from './judge-admitted.ts';
import { readPrices } from './read-prices.ts';
import { type Judged, reportFindings } from './report-findings.ts';
import { requirePrivateRoute } from './require-private-route.ts';
import { requireUnpaid } from './require-unpaid.ts';

export interface JudgeRequest {
  chain: ChainName;
  swap: Swap;
  /** What the swap's transactions have cost so far, in base units of the source chain's coin. */
  feeSpent: bigint;
  lease: LeaseToProve;
  transaction: TransactionObject;
  fee: Fee;
  intent: Intent;
  enlargement?: Enlargement;
  /** It replaces a payment of the same order. */
  repeats?: true;
  /** By which the lease has reserved. Absent: they are read meanwhile. */
  prices?: MarketPrices | undefined;
}

/** The guard allows the bytes. */
export interface Allowed {
  kind: 'allowed';
  unsigned: UnsignedTransaction;
  /** For the journal. */
  trace: VerdictTrace;
}

/**
 * Builds the bytes, simulates and judges exactly these. A payment that is allowed is the only one of
 * its swap. Throws what `requireUnpaid` and `requirePrivateRoute` throw.
 */
export async function judgeStep(
  context: ExecutorContext<AdmissionStore>,
  request: JudgeRequest,
): Promise<Judged | Allowed> {
  requirePrivateRoute(adapterOf(context, request.chain), request.swap.job);
  const judged = await buildAndJudge(context, request, (keys) =>
    context.journal.admittedItems(request.swap.id, keys),
  );
  const { unsigned, verdict, admittedBy } = judged;
  const { kind } = request.intent;
  if (verdict.kind !== 'allow') return reportFindings(context, kind, { ...judged, verdict });
  if (paidOrder(request.intent)) await requireUnpaid(context, request);
  return { kind: 'allowed', unsigned, trace: traceOf(kind, verdict, admittedBy) };
}

/** A step's bytes, what they would change, and the guard's verdict of them. */
export interface JudgedBytes {
  unsigned: UnsignedTransaction;
  simulation: SimulatedChanges;
  verdict: Verdict;
  /** The approvals that admit what the verdict would otherwise hold. */
  admittedBy: readonly string[];
}

/** The same for previews, which show the verdict itself. */
export async function buildAndJudge(
  context: ExecutorContext,
  request: JudgeRequest,
  findAdmitted: FindAdmitted,
): Promise<JudgedBytes> {
  const { swap, feeSpent, lease, transaction, fee, intent, enlargement } = request;
  const { job } = swap;
  const authenticity = await context.jobSeals.verify(swap);
  const adapter = adapterOf(context, request.chain);
  const { chain } = adapter;
  const { account, terms } = lease;
  // Read meanwhile, which never fails.
  const reading = paysFirst(request)
    ? (request.prices ?? readPrices(context, chain, job))
    : undefined;
  const unsigned = await adapter.prepare({
    account,
    terms,
    transaction,
    fee,
    ...(enlargement ? { added: enlargement.added } : {}),
  });
  await context.checkpoint('transaction-prepared');
  const assets = [job.from, job.to].filter((asset) => asset.chain === request.chain);
  const simulation = await adapter.simulate({
    unsigned,
    accounts: [...(job.to.chain === request.chain ? [job.receiver] : []), ...depositOf(intent)],
    tokens: assets.map(({ token }) => token),
    inspect: [...targetsOf(transaction), ...spenderOf(intent), ...depositOf(intent)],
  });
  const prices = await reading;
  const guardRequest = {
    intent,
    chain,
    job,
    authenticity,
    lease,
    unsigned,
    simulation,
    policy: context.policy,
    ...(prices ? { prices } : {}),
    ...(request.repeats ? { repeats: request.repeats } : {}),
    ...(enlargement ? { enlargement } : {}),
    feeSpent,
  };
  const judged = await judgeAdmitted(
    context,
    swap.id,
    (admitted) => context.guard.judge(admitted ? { ...guardRequest, admitted } : guardRequest),
    findAdmitted,
  );
  await context.checkpoint('transaction-judged');
  return { unsigned, simulation, ...judged };
}

/** Only the choice of an order is judged by prices. */
function paysFirst({ intent, repeats }: JudgeRequest): boolean {
  return paidOrder(intent) !== undefined && !repeats;
}

/** The deposit target: the guard inspects it and the amount that it receives. */
function depositOf(intent: Intent): string[] {
  return intent.kind === 'deposit' && intent.order.deposit ? [intent.order.deposit.address] : [];
}

function spenderOf(intent: Intent): string[] {
  switch (intent.kind) {
    case 'approve':
    case 'revoke':
      return [intent.spender];
    case 'swap':
      return intent.order.spender === undefined ? [] : [intent.order.spender];
    case 'deposit':
    case 'cancel':
    case 'boost':
    case 'refund':
    case 'claim':
      return [];
    default:
      return assertNever(intent, 'intent');
  }
}
