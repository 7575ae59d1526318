import type { BlockReference } from '../../../core/swap/block-reference.ts';
import type { Inclusion } from '../../../core/swap/swap.ts';
import type { ChainObservation, ObservedAttempt } from '../../../ports/chain-observation.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import type { TransactionInfo } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { findBlock, type HeadBlocks, headOf, readHeadBlocks } from './head.ts';
import { isPending, readInfo, readInfosOfBlock, succeeded } from './transaction-info.ts';

/** Transactions per chunk after the first. */
const chunkSize = 8;

/**
 * The inclusion of attempts. Attempts with known blocks cost one request per block; the others as
 * many as `readInfos` needs. Finality is the chain's own and is read first, so that no block looks
 * deeper than it was. A known inclusion is withdrawn only if the chain has another block of that
 * number: an endpoint that does not know a transaction proves nothing.
 */
export async function observe(
  endpoint: Endpoint,
  attempts: readonly ObservedAttempt[],
): Promise<ChainObservation> {
  const blocks = await readHeadBlocks(endpoint);
  const distinct = [...new Map(attempts.map((attempt) => [attempt.txId, attempt])).values()];
  return {
    head: headOf(blocks),
    attempts: new Map(await readInclusions(endpoint, blocks, distinct)),
    finalNonces: new Map(),
    // A block includes only transactions that were valid at the time of the block before. So
    // nothing that expires by this time can land after the solidified block.
    expiredUpTo: BigInt(blocks.solidified.time),
  };
}

async function readInclusions(
  endpoint: Endpoint,
  blocks: HeadBlocks,
  attempts: readonly ObservedAttempt[],
): Promise<[string, Inclusion][]> {
  const { final } = headOf(blocks);
  const statusAt = ({ number }: BlockReference) => (number <= final ? 'final' : 'included');
  const earlier = attempts.flatMap(({ inclusion }) =>
    inclusion && 'block' in inclusion ? [inclusion.block] : [],
  );
  const hashes = await readHashes(endpoint, blocks, earlier);
  const isUnmoved = ({ inclusion }: ObservedAttempt): boolean =>
    inclusion !== undefined &&
    'block' in inclusion &&
    hashes.get(inclusion.block.number) === inclusion.block.hash;

  const moved = attempts.filter((attempt) => !isUnmoved(attempt));
  // Read failures again, so that one wrong answer does not last.
  const failed = attempts.filter((attempt) => isUnmoved(attempt) && !hasSucceeded(attempt));
  const infos = await readInfos(
    endpoint,
    [...moved, ...failed].map(({ txId }) => txId),
  );
  const newHashes = await readHashes(
    endpoint,
    blocks,
    [...infos.values()].map(({ blockNumber }) => ({ number: blockNumber })),
  );
  const pending = new Set(
    await readPending(
      endpoint,
      moved.map(({ txId }) => txId).filter((txId) => !infos.has(txId)),
    ),
  );

  return attempts.map((attempt): [string, Inclusion] => {
    const { txId, inclusion } = attempt;
    const info = infos.get(txId);
    const hash = info && newHashes.get(info.blockNumber);
    if (info && hash !== undefined) {
      const block = { number: info.blockNumber, hash };
      return [
        txId,
        { status: statusAt(block), block, succeeded: succeeded(info), feePaid: info.fee },
      ];
    }
    if (inclusion && 'block' in inclusion) {
      if (isUnmoved(attempt)) return [txId, { ...inclusion, status: statusAt(inclusion.block) }];
      // The endpoint has no block at that height.
      if (!hashes.has(inclusion.block.number)) return [txId, inclusion];
    }
    return [txId, { status: info || pending.has(txId) ? 'pending' : 'unseen' }];
  });
}

function hasSucceeded({ inclusion }: ObservedAttempt): boolean {
  return inclusion !== undefined && 'block' in inclusion && inclusion.succeeded;
}

/**
 * The outcomes of transactions that are in blocks. Transactions sent together often share a block,
 * so once one is found, its whole block is read.
 */
async function readInfos(
  endpoint: Endpoint,
  txIds: readonly string[],
): Promise<Map<string, TransactionInfo>> {
  const infos = new Map<string, TransactionInfo>();
  let open = [...txIds];
  for (let size = 1; open.length > 0; size = chunkSize) {
    const asked = open.slice(0, size);
    const found = (await mapBounded(asked, (txId) => readInfo(endpoint, txId))).flatMap(
      (info) => info ?? [],
    );
    for (const info of found) infos.set(info.id, info);
    open = open.slice(size);
    for (const number of new Set(found.map(({ blockNumber }) => blockNumber))) {
      if (open.length <= 1) break;
      for (const { id, info } of await readInfosOfBlock(endpoint, number)) {
        if (info && open.includes(id)) infos.set(id, info);
      }
      open = open.filter((txId) => !infos.has(txId));
    }
  }
  return infos;
}

/** The ids of the chain's blocks at these heights. Reads each block once. */
async function readHashes(
  endpoint: Endpoint,
  { latest, solidified }: HeadBlocks,
  blocks: readonly { number: bigint }[],
): Promise<Map<bigint, string>> {
  const known = new Map([latest, solidified].map(({ number, hash }) => [number, hash]));
  const unknown = [...new Set(blocks.map(({ number }) => number))].filter(
    (number) => !known.has(number),
  );
  for (const block of await mapBounded(unknown, (number) => findBlock(endpoint, number))) {
    if (block) known.set(block.number, block.hash);
  }
  return known;
}

async function readPending(endpoint: Endpoint, txIds: readonly string[]): Promise<string[]> {
  const isHeld = await mapBounded(txIds, (txId) => isPending(endpoint, txId));
  return txIds.filter((_, index) => isHeld[index]);
}
