import type { AuditInput } from './audit-input.ts';
import type { AccountNonces } from './families/run-chain.ts';
import { attemptsIn, swapsOf } from './histories.ts';

/** Nonces that something signed waits for and that nothing in a pool is about to use, in words. */
export function findNonceGaps(input: Pick<AuditInput, 'jobs' | 'chains' | 'api'>): string[] {
  return input.chains.accounts.flatMap((account) => gapsOf(account, input));
}

function gapsOf(
  { chain, wallet, next, pooled }: AccountNonces,
  { jobs, api }: Pick<AuditInput, 'jobs' | 'api'>,
): string[] {
  const signed = jobs
    .filter((job) => job.wallet === wallet)
    .flatMap((job) => attemptsIn(swapsOf(api.get(job.key))))
    .filter((attempt) => attempt.chain === chain)
    .flatMap(({ nonce }) => nonce ?? []);
  const last = Math.max(next - 1, ...signed, ...pooled);
  const waitedFor = Array.from({ length: last - next + 1 }, (_, index) => next + index);
  return waitedFor
    .filter((nonce) => !pooled.includes(nonce))
    .map((nonce) => `${nonce} of ${wallet} on ${chain}`);
}
