import type { Chain, ChainName } from './chains.ts';
import type { BroadcastMode, Job } from './job.ts';

/**
 * Where signed bytes go: to the nodes, to the relays only, or to the relays and, if these refuse
 * them, to the nodes.
 */
export type BroadcastRoute = 'public' | 'private' | 'private-first';

/** A private transaction gets at least this many blocks before its bytes go to the nodes. */
const leastPrivateBlocks = 3;

/**
 * The route of one transaction for its first send, its resends, its bumps and its cancel: one that
 * went another way would show what it replaces.
 * @param firstSigned when the lease's first attempt was signed, in milliseconds since the epoch
 */
export function broadcastRoute(
  jobs: readonly Pick<Job, 'from' | 'broadcast'>[],
  sent: { chain: Pick<Chain, 'name' | 'blockTimeMs'>; firstSigned: number },
  { now, privateFor }: { now: number; privateFor: number },
): BroadcastRoute {
  const modes: readonly BroadcastMode[] = jobs.map((job) => broadcastModeOn(job, sent.chain.name));
  if (modes.includes('private-strict')) return 'private';
  if (!modes.includes('private')) return 'public';
  const isPrivate = now < sent.firstSigned + privateTime(privateFor, sent.chain);
  return isPrivate ? 'private-first' : 'public';
}

/** A job chooses for its source chain. A claim on another chain shows nothing that is not known. */
export function broadcastModeOn(
  { from, broadcast }: Pick<Job, 'from' | 'broadcast'>,
  chain: ChainName,
): BroadcastMode {
  return from.chain === chain && broadcast !== undefined ? broadcast : 'public';
}

/** Milliseconds until a `private` transaction goes to the nodes. */
function privateTime(privateFor: number, { blockTimeMs }: Pick<Chain, 'blockTimeMs'>): number {
  return Math.max(privateFor, leastPrivateBlocks * blockTimeMs);
}
