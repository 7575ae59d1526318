import type { Order, Snapshot, Swap } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { OrderRequest } from '../../ports/guard.ts';
import type { AdmissionStore } from '../../ports/stores/approval-store.ts';
import { judgeAdmitted } from '../../signer/judge-admitted.ts';
import { readPrices } from '../../signer/read-prices.ts';
import { approvedBy, readStanding, type Standing } from '../../signer/read-standing.ts';
import { adapterOf, type ExecutorContext } from '../context.ts';
import { admissionsIn } from './admissions-in.ts';
import { type Judged, reportFindings } from './report-findings.ts';

/**
 * Judges a quote before anything is approved or requested for it. It runs right before the executor
 * acts on the order, so that a process that takes over acts on no order that was not judged.
 * `undefined`: the guard has no finding.
 */
export async function judgeOrder(
  context: ExecutorContext<AdmissionStore>,
  { swap }: Pick<Snapshot, 'swap'>,
  order: Order,
): Promise<Judged | undefined> {
  const { request, ...standing } = await requestOf(context, swap, order);
  const { verdict, admittedBy: admitting } = await judgeAdmitted(
    context,
    swap.id,
    (admitted) => context.guard.judgeOrder(admitted ? { ...request, admitted } : request),
    (keys) => context.journal.admittedItems(swap.id, keys),
  );
  if (verdict.kind === 'allow') return undefined;
  const admittedBy = [...admitting, ...approvedBy(standing)];
  return reportFindings(context, 'swap', { verdict, admittedBy });
}

/**
 * A person who pays by hand is shown no order, and no deposit target, that the guard has a finding
 * about. Throws `DEPOSIT_UNPAYABLE`.
 */
export async function requireAllowedOrder(
  context: ExecutorContext<AdmissionStore>,
  swap: Swap,
  order: Order,
): Promise<void> {
  const { request } = await requestOf(context, swap, order);
  const { verdict } = await judgeAdmitted(
    context,
    swap.id,
    (admitted) => context.guard.judgeDepositTarget(admitted ? { ...request, admitted } : request),
    (keys) => context.journal.admittedItems(swap.id, keys),
  );
  if (verdict.kind === 'allow') return;
  const reasons = verdict.findings.map(({ rule, message }) => `${rule}: ${message}`);
  throw new FerrymanError('DEPOSIT_UNPAYABLE', reasons.join('; '));
}

async function requestOf(
  context: ExecutorContext<AdmissionStore>,
  swap: Swap,
  order: Order,
): Promise<Standing & { request: OrderRequest }> {
  const { job } = swap;
  const { chain } = adapterOf(context, job.from.chain);
  const [prices, read] = await Promise.all([
    readPrices(context, chain, job),
    readStanding(context, swap, admissionsIn(context.journal, swap)),
  ]);
  const { standing } = read;
  return { ...read, request: { order, chain, job, prices, ...(standing ? { standing } : {}) } };
}
