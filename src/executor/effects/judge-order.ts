import type { Job } from '../../core/swap/job.ts';
import type { Order, Snapshot, Swap } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { OrderRequest } from '../../ports/guard.ts';
import type { AdmissionStore } from '../../ports/stores/approval-store.ts';
import { judgeAdmitted } from '../../signer/judge-admitted.ts';
import { readPrices } from '../../signer/read-prices.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { type Judged, reportFindings } from './report-findings.ts';

/**
 * Judges a quote before anything is approved or requested for it. It runs right before the executor
 * acts on the order, so that a process that takes over acts on no order that was not judged.
 * `undefined`: the guard has no finding.
 */
export async function judgeOrder(
  context: ExecutorContext<AdmissionStore>,
  { swap: { id, job } }: Pick<Snapshot, 'swap'>,
  order: Order,
): Promise<Judged | undefined> {
  const request = await requestOf(context, job, order);
  const { verdict, admittedBy } = await judgeAdmitted(
    context,
    id,
    (admitted) => context.guard.judgeOrder(admitted ? { ...request, admitted } : request),
    (keys) => context.journal.admittedItems(id, keys),
  );
  return verdict.kind === 'allow'
    ? undefined
    : reportFindings(context, 'swap', { verdict, admittedBy });
}

/**
 * A person who pays by hand is shown no order, and no deposit target, that the guard has a finding
 * about. Throws `DEPOSIT_UNPAYABLE`.
 */
export async function requireAllowedOrder(
  context: ExecutorContext<AdmissionStore>,
  { id, job }: Swap,
  order: Order,
): Promise<void> {
  const request = await requestOf(context, job, order);
  const { verdict } = await judgeAdmitted(
    context,
    id,
    (admitted) => context.guard.judgeDepositTarget(admitted ? { ...request, admitted } : request),
    (keys) => context.journal.admittedItems(id, keys),
  );
  if (verdict.kind === 'allow') return;
  const reasons = verdict.findings.map(({ rule, message }) => `${rule}: ${message}`);
  throw new FerrymanError('DEPOSIT_UNPAYABLE', reasons.join('; '));
}

async function requestOf(context: ExecutorContext, job: Job, order: Order): Promise<OrderRequest> {
  const { chain } = adapterOf(context, job.from.chain);
  const prices = await readPrices(context, chain, job);
  return { order, chain, job, prices };
}
