import { assertNever } from '../../core/assert-never.ts';
import type { Observation } from '../../core/decide/decision.ts';
import { judgeFunds } from '../../core/decide/judge-funds.ts';
import type { FundsRefusal } from '../../core/decide/lease-refusal.ts';
import { formatsOf } from '../../core/swap/chains.ts';
import type { LeaseTerms, Snapshot } from '../../core/swap/swap.ts';
import { maximumFee, type TransactionObject } from '../../core/swap/transaction-object.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { ChainAdapter } from '../../ports/chain-adapter.ts';
import type { AdmissionStore, AdmittedItem } from '../../ports/stores/approval-store.ts';
import type { AllowanceStore } from '../../ports/stores/observation-store.ts';
import type { PreviewStore } from '../../ports/stores/preview-store.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { buildAndJudge } from '../effects/judge-step.ts';
import { readNextNonce, refused, reservations } from '../effects/lease-step.ts';
import { completeRequest, planStep, type StepDecision } from '../effects/plan-step.ts';
import type { PlannedStep } from '../effects/swap-step.ts';
import type { PreviewedStep } from './preview.ts';

interface PreviewRequest {
  snapshot: Snapshot;
  decision: StepDecision;
  /** What an approve would allow, in base units. */
  approveValue: bigint;
  /** The steps that would be signed before. */
  earlier: readonly PreviewedStep[];
  /** The other swaps, as the journal knows them. */
  others: Others;
}

/** What the journal has of other swaps, and what persons have admitted for all. */
export interface Others
  extends Pick<PreviewStore, 'reservedFunds'>,
    Pick<AdmissionStore, 'hasPaid'> {
  /** Which of the items with these keys are admitted for the swap. */
  admittedItems(keys: readonly string[]): Promise<readonly AdmittedItem[]>;
}

type StepOutcome =
  | { kind: 'refused'; observation: Observation }
  /** `reserved`: other swaps have reserved what it needs. */
  | {
      kind: 'judged';
      step: PreviewedStep;
      reserved?: Extract<FundsRefusal, { kind: 'reserved' }>;
    };

/** Plans and judges a step as `executeStep` does, under a hypothetical lease. */
export async function previewStep(
  context: ExecutorContext<AllowanceStore>,
  { snapshot, decision, approveValue, earlier, others }: PreviewRequest,
): Promise<StepOutcome> {
  const { swap } = snapshot;
  const { job } = swap;
  const plan = await planStep(context, snapshot, await completeRequest(context, job, decision));
  if (plan.kind === 'refused') return plan;
  const { step: planned } = plan;
  const adapter = adapterOf(context, planned.chain);
  const spent = earlier.reduce((sum, { unsigned }) => sum + maximumFee(unsigned.fee), 0n);
  const shortage = await findShortage(adapter, { snapshot, planned, spent, others });
  if (shortage && shortage.kind !== 'reserved')
    return { kind: 'refused', observation: refused(adapter, shortage) };
  const value = planned.kind === 'approve' ? approveValue : 0n;
  const transaction = planned.transaction(value);
  const account = job.wallet.address;
  const judged = await buildAndJudge(
    context,
    {
      chain: planned.chain,
      swap,
      feeSpent: swap.feeSpent + spent,
      lease: { account, terms: await termsAfter(adapter, account, transaction, earlier.length) },
      transaction,
      fee: planned.fee,
      intent: planned.intent(value),
    },
    {
      items: (keys) => others.admittedItems(keys),
      // Approvers vote on the swap itself.
      votes: async () => [],
      paidBefore: (before) => others.hasPaid(job.to.chain, job.receiver, before),
    },
  );
  const step = {
    ...judged,
    kind: planned.kind,
    ...(planned.sets ? { sets: { ...planned.sets, value } } : {}),
  };
  return { kind: 'judged', step, ...(shortage ? { reserved: shortage } : {}) };
}

async function findShortage(
  adapter: ChainAdapter,
  {
    snapshot,
    planned,
    spent,
    others,
  }: { snapshot: Snapshot; planned: PlannedStep; spent: bigint } & Pick<PreviewRequest, 'others'>,
): Promise<FundsRefusal | undefined> {
  const { id: walletId } = snapshot.swap.job.wallet;
  const { balances, block } = planned.balances;
  const nativeToken = adapter.chain.nativeToken.address;
  const reserved = await others.reservedFunds({ walletId, chain: planned.chain, block });
  const needs = await reservations(snapshot, planned, adapter);
  const funds = needs.map(({ token, amount }) => ({
    token,
    needed: amount,
    balance: balances.get(token) ?? 0n,
    reserved: (reserved.get(token) ?? 0n) + (token === nativeToken ? spent : 0n),
  }));
  return judgeFunds(funds, { kind: planned.kind, nativeToken });
}

/** The terms that the account's next lease would have if nothing else were signed for it. */
async function termsAfter(
  adapter: ChainAdapter,
  account: string,
  transaction: TransactionObject,
  count: number,
): Promise<LeaseTerms> {
  const { leaseKind } = formatsOf(adapter.chain.family);
  switch (leaseKind) {
    case 'nonce':
    case 'seqno': {
      const { chainNonce } = await readNextNonce(adapter, account);
      if (chainNonce === undefined)
        throw new FerrymanError('INTERNAL', `${adapter.chain.name} counts no transactions`);
      const next = chainNonce + BigInt(count);
      return leaseKind === 'nonce'
        ? { kind: leaseKind, nonce: next }
        : { kind: leaseKind, seqno: next };
    }
    case 'outpoints':
      return { kind: leaseKind, outpoints: adapter.inputs?.of(transaction) ?? [] };
    case 'expiry':
      return { kind: leaseKind };
    default:
      return assertNever(leaseKind, 'kind of lease');
  }
}
