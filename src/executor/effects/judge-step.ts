import { traceOf, type VerdictTrace } from '../../core/approvals/verdict-trace.ts';
import type { EnvelopeVotes } from '../../core/approvals/vote.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { Swap } from '../../core/swap/swap.ts';
import type { Fee, TransactionObject } from '../../core/swap/transaction-object.ts';
import type { SimulatedChanges, UnsignedTransaction } from '../../ports/chain-adapter.ts';
import { type Enlargement, type Intent, paidOrder } from '../../ports/guard.ts';
import type { LeaseToProve } from '../../ports/lease-proof.ts';
import type { MarketPrices } from '../../ports/prices.ts';
import type { PartToSign, SigningFacts } from '../../ports/signer.ts';
import type { AdmissionStore } from '../../ports/stores/approval-store.ts';
import type { AdmittedVerdict } from '../../signer/judge-admitted.ts';
import { type Admissions, judgeBytes, simulationOf } from '../../signer/judge-bytes.ts';
import { readPrices } from '../../signer/read-prices.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { admissionsIn } from './admissions-in.ts';
import { type Judged, reportFindings } from './report-findings.ts';
import { requirePrivateRoute } from './require-private-route.ts';

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
  /** What the signer judges once more. */
  part: PartToSign;
  /** For the journal. */
  trace: VerdictTrace;
}

/** Builds the bytes, simulates and judges exactly these. Throws what `requirePrivateRoute` throws. */
export async function judgeStep(
  context: ExecutorContext<AdmissionStore>,
  request: JudgeRequest,
): Promise<Judged | Allowed> {
  requirePrivateRoute(adapterOf(context, request.chain), request.swap.job);
  const judged = await buildAndJudge(context, request, admissionsIn(context.journal, request.swap));
  const { unsigned, facts, verdict, admittedBy, admitted, votes } = judged;
  const { kind } = request.intent;
  if (verdict.kind !== 'allow') return reportFindings(context, kind, { ...judged, verdict });
  const { swap, intent, transaction, feeSpent, enlargement, repeats } = request;
  // Of a lease under which something was signed before, the signer takes no attempts.
  const { account, terms } = request.lease;
  const lease = { account, terms };
  const part = {
    ...{ swap, lease, intent, transaction, unsigned, feeSpent, facts, admitted },
    ...(enlargement ? { enlargement } : {}),
    ...(repeats ? { repeats } : {}),
    ...(votes.length > 0 ? { votes } : {}),
  };
  return { kind: 'allowed', part, trace: traceOf(kind, verdict, admittedBy) };
}

/** A step's bytes, what they would change, and the guard's verdict of them. */
export interface JudgedBytes extends AdmittedVerdict {
  /** What approvers have signed for the payment, as the journal says. */
  votes: readonly EnvelopeVotes[];
  unsigned: UnsignedTransaction;
  simulation: SimulatedChanges;
  facts: SigningFacts;
}

/** The same for previews, which show the verdict itself. */
export async function buildAndJudge(
  context: ExecutorContext,
  request: JudgeRequest,
  admissions: Admissions,
): Promise<JudgedBytes> {
  const { swap, lease, transaction, fee, intent, enlargement } = request;
  const adapter = adapterOf(context, request.chain);
  const { account, terms } = lease;
  // Read meanwhile, which never fails.
  const reading = paysFirst(request)
    ? (request.prices ?? readPrices(context, adapter.chain, swap.job))
    : undefined;
  const unsigned = await adapter.prepare({
    account,
    terms,
    transaction,
    fee,
    ...(enlargement ? { added: enlargement.added } : {}),
  });
  await context.checkpoint('transaction-prepared');
  const simulation = await adapter.simulate(simulationOf({ swap, intent, transaction, unsigned }));
  const prices = await reading;
  const read = { simulation, ...(prices ? { prices } : {}) };
  let paidBefore = false;
  const judged = await judgeBytes(context, adapter, { ...request, unsigned }, read, {
    ...admissions,
    async paidBefore(before) {
      paidBefore = await admissions.paidBefore(before);
      return paidBefore;
    },
  });
  await context.checkpoint('transaction-judged');
  const facts = { ...read, ...(paidBefore ? { paidBefore: true as const } : {}) };
  return { unsigned, simulation, facts, ...judged };
}

/** Only the choice of an order is judged by prices. */
function paysFirst({ intent, repeats }: JudgeRequest): boolean {
  return paidOrder(intent) !== undefined && !repeats;
}
