import type { SandboxChainName } from '../../sandbox/endpoints.ts';
import { evmNativeToken } from '../../src/core/chains.ts';
import type { ApiAnswer } from './client.ts';
import type { PlannedJob } from './plan-jobs.ts';
import type { AccountNonces, ChainsView, Outgoing } from './read-chains.ts';

/** What a job has come to, the worst first; a job counts once, in the first that fits. */
export const outcomes = [
  /** The chains show more than one payment. */
  'paidTwice',
  /** Paid, and the API calls it failed, cancelled or expired. */
  'paidButReportedFailed',
  /** The API calls it settled or refunded, and the chains show no payment, no payout or no refund of it. */
  'unpaidButReportedSettled',
  /** The API does not know it, or it came to an end without being paid. */
  'lost',
  /** Neither at an end nor with a person. */
  'open',
  'needsReview',
  'refunded',
  'paidOnce',
] as const;
type Outcome = (typeof outcomes)[number];

export interface AuditInput {
  jobs: readonly PlannedJob[];
  chains: ChainsView;
  /** By the job's key; absent: the API does not know it. */
  api: ReadonlyMap<string, ApiAnswer>;
  /** Transactions that someone else sent from the wallets on purpose. */
  foreign: ReadonlySet<string>;
  /** What a bridge takes in the native coin beside an amount. */
  bridgeFees: Readonly<Record<SandboxChainName, bigint>>;
  /** The journal was set back: what it forgot is explained by the jobs that it belongs to, and not by what the API says. */
  restored: boolean;
}

export interface Audit extends Record<Outcome, number> {
  /** Outgoing transactions of the wallets that no step explains, those of `foreign` excepted. */
  unexplained: number;
  /** Nonces that something later waits for and that nothing is about to use. */
  nonceGaps: number;
  /** What each number consists of: keys of jobs and ids of transactions, of all but the good outcomes. */
  findings: string[];
  /** Keys of the jobs that came to nothing good. */
  suspects: string[];
}

/** Holds what the API says against what the chains show. */
export function audit(input: AuditInput): Audit {
  const payments = findPayments(input);
  const counted = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  const findings: string[] = [];
  const suspects: string[] = [];
  for (const job of input.jobs) {
    const paid = payments.get(job.key) ?? [];
    const outcome = judge(job, paid, input);
    counted[outcome] += 1;
    if (outcome === 'paidOnce' || outcome === 'refunded') continue;
    suspects.push(job.key);
    const told = input.api.get(job.key)?.swap;
    const said = told
      ? `${told.state}, ${told.fundsState}${told.reason ? `, ${told.reason.code}: ${told.reason.message}` : ''}`
      : 'unknown';
    findings.push(
      `${outcome}: ${job.key} (${job.wallet}, ${job.kind}), swap ${told?.id ?? '?'} ${said}; ${names(paid)}`,
    );
  }
  const unexplained = findUnexplained(input, payments);
  const gaps = input.chains.accounts.flatMap((account) => gapsOf(account, input));
  findings.push(...unexplained.map(({ chain, wallet, txId }) => `unexplained: ${txId} of ${wallet} on ${chain}`));
  findings.push(...gaps.map((gap) => `nonce gap: ${gap}`));
  return { ...counted, unexplained: unexplained.length, nonceGaps: gaps.length, findings, suspects };
}

function names(paid: readonly Outgoing[]): string {
  return paid.length === 0 ? 'no payment' : `paid in ${paid.map(({ txId }) => txId).join(' and ')}`;
}

/** The amount alone says whose payment a transaction is. */
function findPayments({ jobs, chains, bridgeFees }: AuditInput): Map<string, Outgoing[]> {
  const byJob = new Map<string, Outgoing[]>();
  for (const job of jobs) {
    const { chain, token } = job.from;
    const amounts = token === evmNativeToken ? [job.amount, job.amount + bridgeFees[chain]] : [job.amount];
    const paying = chains.outgoing.filter(
      (sent) =>
        sent.succeeded &&
        sent.chain === chain &&
        sent.wallet === job.wallet &&
        sent.paid.some((one) => one.token === token && amounts.includes(one.amount)),
    );
    byJob.set(job.key, paying);
  }
  return byJob;
}

function judge(job: PlannedJob, paid: readonly Outgoing[], { chains, api }: AuditInput): Outcome {
  const told = api.get(job.key);
  if (paid.length > 1) return 'paidTwice';
  if (!told) return 'lost';
  const isPaid = paid.length === 1;
  const arrived = (chains.received.get(job.key) ?? 0n) > 0n;
  const cameBack = chains.outgoing.some((sent) =>
    sent.fetched.some(({ order, kind }) => kind === 'refund' && paid.some(({ deposits }) => deposits.includes(order))),
  );
  switch (told.swap.state) {
    case 'settled':
      return isPaid && arrived ? 'paidOnce' : 'unpaidButReportedSettled';
    case 'refunded':
      return isPaid && cameBack ? 'refunded' : 'unpaidButReportedSettled';
    case 'failed':
    case 'cancelled':
    case 'expired':
      return isPaid ? 'paidButReportedFailed' : 'lost';
    case 'needs_review':
      return 'needsReview';
    default:
      return 'open';
  }
}

function findUnexplained(
  { chains, api, foreign, restored }: AuditInput,
  payments: ReadonlyMap<string, readonly Outgoing[]>,
): Outgoing[] {
  const steps = new Set([...api.values()].flatMap((answer) => committed(answer).map(({ txId }) => txId)));
  const paying = new Set([...payments.values()].flat());
  const deposits = new Set([...paying].flatMap((sent) => sent.deposits));
  // What the chain itself explains: a job's payment, what fetches its money, and what costs nothing but fees.
  const ofJobs = (sent: Outgoing): boolean =>
    paying.has(sent) || sent.fetched.some(({ order }) => deposits.has(order)) || sent.paid.length === 0;
  return chains.outgoing.filter(
    (sent) => !steps.has(sent.txId) && !foreign.has(sent.txId) && !(restored && ofJobs(sent)),
  );
}

function gapsOf({ chain, wallet, next, pooled }: AccountNonces, { jobs, api }: AuditInput): string[] {
  const signed = jobs
    .filter((job) => job.wallet === wallet)
    .flatMap((job) => committed(api.get(job.key)))
    .filter((attempt) => attempt.chain === chain)
    .map(({ nonce }) => nonce);
  const last = Math.max(next - 1, ...signed, ...pooled);
  const waitedFor = Array.from({ length: last - next + 1 }, (_, index) => next + index);
  return waitedFor.filter((nonce) => !pooled.includes(nonce)).map((nonce) => `${nonce} of ${wallet} on ${chain}`);
}

/** What the swap's history says was signed for it. */
function committed(answer: ApiAnswer | undefined): { chain: string; nonce: number; txId: string }[] {
  return (answer?.events ?? [])
    .filter(({ type }) => type === 'attempt_committed')
    .map(({ data }) => ({ chain: String(data.chain), nonce: Number(data.nonce), txId: String(data.txId) }));
}
