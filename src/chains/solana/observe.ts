import type { ChainHead, Inclusion } from '../../core/swap.ts';
import type { ChainObservation, ObservedAttempt } from '../../ports/chain-adapter.ts';
import type { LandedTransaction, Status } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { type FoundBlock, findBlock, readFinalHeight, readHead } from './head.ts';
import { findTransaction, readStatuses } from './statuses.ts';

type Included = Extract<Inclusion, { block: unknown }>;

/**
 * Four rounds of batched questions however many attempts there are: the head; the height of the final block and the statuses; the blocks
 * that attempts are in; and what the transactions cost that were not known to be in these. Finality is counted from the head read
 * first, so that nothing looks older than it was. An inclusion that is known is only taken back where the chain has another block in
 * that slot, or none: that an endpoint does not know a transaction says nothing against it. There is no mempool to look into: what
 * has been processed only is pending, and what waits at a leader is unseen.
 */
export async function observe(endpoint: Endpoint, attempts: readonly ObservedAttempt[]): Promise<ChainObservation> {
  const head = await readHead(endpoint);
  const distinct = [...new Map(attempts.map((attempt) => [attempt.txId, attempt])).values()];
  const [expiredUpTo, statuses] = await Promise.all([
    readExpired(endpoint, head),
    readStatuses(
      endpoint,
      distinct.map(({ txId }) => txId),
    ),
  ]);
  const blocks = await readBlocks(endpoint, slotsOf(distinct, statuses));
  const read = async ({ txId, inclusion }: ObservedAttempt): Promise<[string, Inclusion]> => {
    const found = statuses.get(txId);
    return [txId, await inclusionOf(endpoint, head, blocks, { txId, found, before: knownInclusion(inclusion) })];
  };
  const inclusions = await Promise.all(distinct.map(read));
  return { head, attempts: new Map(inclusions), finalNonces: new Map(), ...expiredUpTo };
}

/** The height of the final block; nothing where the endpoint does not have it yet, as nothing is over by it then. */
async function readExpired(endpoint: Endpoint, { final }: ChainHead): Promise<{ expiredUpTo?: bigint }> {
  const found = await findBlock(endpoint, final);
  return found.kind === 'found' ? { expiredUpTo: await readFinalHeight(endpoint, found.block) } : {};
}

function slotsOf(attempts: readonly ObservedAttempt[], statuses: ReadonlyMap<string, Status>): Set<bigint> {
  return new Set(
    attempts.flatMap(({ txId, inclusion }) => {
      const status = statuses.get(txId);
      const known = knownInclusion(inclusion);
      return [
        ...(status && status.confirmationStatus !== 'processed' ? [status.slot] : []),
        ...(known ? [known.block.number] : []),
      ];
    }),
  );
}

async function readBlocks(endpoint: Endpoint, slots: ReadonlySet<bigint>): Promise<ReadonlyMap<bigint, FoundBlock>> {
  return new Map(await Promise.all([...slots].map(async (slot) => [slot, await findBlock(endpoint, slot)] as const)));
}

interface Seen {
  txId: string;
  found: Status | undefined;
  before: Included | undefined;
}

async function inclusionOf(
  endpoint: Endpoint,
  head: ChainHead,
  blocks: ReadonlyMap<bigint, FoundBlock>,
  { txId, found, before }: Seen,
): Promise<Inclusion> {
  const isConfirmed = found !== undefined && found.confirmationStatus !== 'processed';
  const known = before && stillIncluded(before, blocks.get(before.block.number), head);
  if (known && (!isConfirmed || found.slot === known.block.number)) return known;
  if (!isConfirmed) return { status: found ? 'pending' : 'unseen' };
  const block = blocks.get(found.slot);
  if (block?.kind !== 'found') return { status: 'pending' };
  const transaction = await findTransaction(endpoint, txId);
  // Its status is told before its receipt, or it has moved to another block in between.
  if (transaction?.slot !== found.slot) return { status: 'pending' };
  const { number, hash } = block.block;
  const isFinal = found.confirmationStatus === 'finalized' && number <= head.final;
  return { status: isFinal ? 'final' : 'included', block: { number, hash }, ...resultOf(transaction) };
}

/** What is known of an inclusion, as long as the chain does not show another block in its place, or none. */
function stillIncluded(before: Included, found: FoundBlock | undefined, { final }: ChainHead): Included | undefined {
  if (found?.kind === 'skipped') return undefined;
  if (found?.kind !== 'found') return before;
  if (found.block.hash !== before.block.hash) return undefined;
  return { ...before, status: before.block.number <= final ? 'final' : 'included' };
}

function knownInclusion(inclusion: Inclusion | undefined): Included | undefined {
  return inclusion && 'block' in inclusion ? inclusion : undefined;
}

export function resultOf({ meta }: LandedTransaction): { succeeded: boolean; feePaid: bigint } {
  return { succeeded: meta.err === null, feePaid: meta.fee };
}
