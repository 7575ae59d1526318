import type { AuditInput } from './audit-input.ts';
import type { JobAnswer } from './client.ts';
import type { Approval, Outgoing } from './families/run-chain.ts';
import { attemptsIn, spendersIn, swapsOf } from './histories.ts';
import { isManual } from './plan-jobs.ts';

/**
 * What the wallets sent and allowed that no step explains, each transaction once, in words.
 * `payments`: by the key of the job that each pays.
 */
export function findUnexplained(
  input: AuditInput,
  payments: ReadonlyMap<string, readonly Outgoing[]>,
): string[] {
  return [...new Set([...findTransactions(input, payments), ...findApprovals(input)])];
}

function findTransactions(
  { chains, api, foreign, adopted }: AuditInput,
  payments: ReadonlyMap<string, readonly Outgoing[]>,
): string[] {
  const steps = new Set(
    [...api.values()].flatMap((told) => attemptsIn(swapsOf(told)).map(({ txId }) => txId)),
  );
  const strangers = new Set(foreign.map(({ txId }) => txId));
  const paying = new Set([...payments.values()].flat());
  const deposits = new Set([...paying].flatMap((sent) => sent.deposits));
  // What the chain itself explains: a job's payment, what fetches its money, and what costs nothing
  // but fees.
  const ofJobs = (sent: Outgoing): boolean =>
    paying.has(sent) ||
    sent.fetched.some(({ order }) => deposits.has(order)) ||
    sent.paid.length === 0;
  // Money that went out is explained by a job's amount alone, whatever was signed for it.
  const isStray = (sent: Outgoing): boolean =>
    sent.succeeded && sent.paid.length > 0 && !paying.has(sent);
  const isExplained = (sent: Outgoing): boolean =>
    steps.has(sent.txId) || (adopted && ofJobs(sent));
  return chains.outgoing
    .filter((sent) => !strangers.has(sent.txId) && (isStray(sent) || !isExplained(sent)))
    .map(inPlace);
}

/**
 * Approvals that no job needs. One is explained by a step of a job that takes this very token from
 * this wallet, to a spender that a quote of that job has named, and for no more than all such jobs
 * together. After a restore the step may be forgotten, and any quote has to do; or the quotes as
 * well, where a job was submitted again that waits for a person because of a payment that is
 * forgotten.
 */
function findApprovals({ jobs, chains, api, restored }: AuditInput): string[] {
  const isExplained = (approval: Approval): boolean => {
    const { chain, wallet, token, spender, amount, txId } = approval;
    const needing = jobs.filter(
      (job) =>
        !isManual(job) &&
        job.wallet === wallet &&
        job.from.chain === chain &&
        job.from.token === token,
    );
    if (amount > needing.reduce((sum, job) => sum + job.amount, 0n)) return false;
    if (restored && needing.some((job) => isForgotten(api.get(job.key)))) return true;
    const onChain = jobs.filter((job) => job.from.chain === chain);
    return (restored ? onChain : needing).some((job) => {
      const swaps = swapsOf(api.get(job.key));
      const isStep = attemptsIn(swaps).some(
        (one) => one.txId === txId && (one.step === 'approve' || one.step === 'revoke'),
      );
      return (restored || isStep) && spendersIn(swaps).includes(spender.toLowerCase());
    });
  };
  return chains.approvals.filter((approval) => !isExplained(approval)).map(inPlace);
}

function isForgotten(told: JobAnswer | undefined): boolean {
  const hasOrder = swapsOf(told).some(({ events }) =>
    events.some(({ type }) => opensOrder.has(type)),
  );
  return told?.swap.reason?.code === 'JOURNAL_WENT_BACK' && !hasOrder;
}

/** The second one without the first where route and transaction came in one answer. */
const opensOrder: ReadonlySet<string> = new Set(['quote_recorded', 'swap_data_received']);

function inPlace({ txId, wallet, chain }: Pick<Outgoing, 'txId' | 'wallet' | 'chain'>): string {
  return `${txId} of ${wallet} on ${chain}`;
}
