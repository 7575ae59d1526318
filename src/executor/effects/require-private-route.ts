import { broadcastModeOn } from '../../core/swap/broadcast-route.ts';
import type { Job } from '../../core/swap/job.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { ChainAdapter } from '../../ports/chain-adapter.ts';

/**
 * Before anything is signed for a private job. Throws `NO_PRIVATE_ROUTE` if the operator has removed
 * the relays of its chain: its swaps wait until they are configured again.
 */
export function requirePrivateRoute(
  { chain: { name }, hasRelays }: ChainAdapter,
  job: Pick<Job, 'from' | 'broadcast'>,
): void {
  const mode = broadcastModeOn(job, name);
  if (mode === 'public' || hasRelays) return;
  throw new FerrymanError(
    'NO_PRIVATE_ROUTE',
    `the job asks for broadcast ${mode}, and chains.${name}.broadcastUrls is not set any more; its swap waits until it is`,
    { next: 'retry', details: { chain: name } },
  );
}
