import type { Submitter } from '../ports/stores/api-key-store.ts';
import { requireReach } from './authorize.ts';
import type { ExecutorContext } from './context.ts';
import { findJobFaults } from './freeze-job.ts';
import { invalidJob, type JobRequest, readJobRequest } from './job-request.ts';
import type { TimeLimit } from './time-limit.ts';

type Needs = Pick<
  ExecutorContext,
  'chains' | 'walletList' | 'tokens' | 'additionalProviders' | 'policy' | 'clock'
>;

interface Submission {
  body: unknown;
  by: Submitter | undefined;
  timeLimit: TimeLimit;
}

/**
 * A submission in good form, by someone who may make it. Throws `FORBIDDEN`, and `INVALID_JOB` with
 * every fault: those of its form, and what else is wrong with its other members.
 */
export async function readJob(
  context: Needs,
  { body, by, timeLimit }: Submission,
): Promise<JobRequest> {
  const read = readJobRequest(body);
  const { wallet, from, to } = read.ok ? read.request : read.members;
  const isWhole = wallet !== undefined && from !== undefined && to !== undefined;
  if (by && isWhole) requireReach(by, { wallet: { name: wallet }, from, to });
  if (read.ok) return read.request;
  // Suggestions name wallets and chains: a key with limits has to say first whose job it is.
  const isLimited = by?.wallets !== undefined || by?.chains !== undefined;
  const others = isLimited && !isWhole ? [] : await findJobFaults(context, read.members, timeLimit);
  throw invalidJob([...read.faults, ...others]);
}
