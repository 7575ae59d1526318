import { assertNever } from '../../../core/assert-never.ts';
import type { BlockReference } from '../../../core/swap/block-reference.ts';
import type { ChainHead, Inclusion } from '../../../core/swap/swap.ts';
import type { ChainObservation, ObservedAttempt } from '../../../ports/chain-observation.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { EvmChain } from '../formats/chain.ts';
import { type Absences, createAbsences } from './absences.ts';
import { type Receipt, transaction } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { createFinalNonces, type FinalNonces } from './final-nonces.ts';
import { headAt, readLatest } from './head.ts';
import { type LinkedBlocks, linkNewest, since } from './linked-blocks.ts';
import {
  blockOf,
  createHashAt,
  feePaid,
  type HashAt,
  knownBlock,
  readReceipts,
  readStanding,
  type Standing,
  succeeded,
} from './receipts.ts';

/** Blocks that a look asks for where some came since the last one. */
const maxMissed = 100;
/** Attempts looked at together; bounds what is in memory, not what can be asked. */
const chunkSize = 1_000;

/** What the looks so far have shown of one endpoint's chain. Without it a look only asks more. */
interface Memory {
  linked: LinkedBlocks;
  readonly nonces: FinalNonces;
  readonly absences: Absences;
}

type Observe = (
  endpoint: Endpoint,
  attempts: readonly ObservedAttempt[],
  accounts: readonly string[],
) => Promise<ChainObservation>;

/**
 * A look asks for the newest block, and in the same HTTP request for the receipts of attempts that
 * it has never asked for. What was in no block then is in one as soon as a block names it, and is
 * not asked for before (`absences.ts`). An attempt that is in one stays there as long as the chain
 * has that block, and nothing else about it changes. That the newest block descends from it shows
 * that, so most looks ask nothing about it. Two things are not left to that. Once the block is deep
 * enough to be final, block and receipt are asked for again after the head. And a failure is asked
 * for again each time, so that an endpoint that was wrong about it is not believed for long.
 *
 * Finality is counted from the head read first, so that nothing looks older than it was. An
 * inclusion that is known is only taken back where the chain has another block of that number: that
 * an endpoint does not know a transaction says nothing against it.
 */
export function createObserve(chain: EvmChain, now: Clock['now']): Observe {
  const memories = new WeakMap<Endpoint, Memory>();

  function memoryOf(endpoint: Endpoint): Memory {
    const known = memories.get(endpoint) ?? {
      linked: new Map(),
      nonces: createFinalNonces(chain),
      absences: createAbsences(now),
    };
    memories.set(endpoint, known);
    return known;
  }

  return async (endpoint, attempts, accounts) => {
    const memory = memoryOf(endpoint);
    const distinct = [...new Map(attempts.map((attempt) => [attempt.txId, attempt])).values()];
    const looking = beginLook(endpoint, chain, memory, distinct);
    const inclusions = new Map<string, Inclusion>();
    for (let start = 0; start < distinct.length; start += chunkSize) {
      const chunk = distinct.slice(start, start + chunkSize);
      const found = await readInclusions(endpoint, memory.absences, looking, chunk);
      for (const [txId, inclusion] of found) inclusions.set(txId, inclusion);
    }
    const { head, newest, linked, hashAt, lasting } = await looking;
    const absent = [...inclusions].flatMap(([txId, inclusion]) =>
      'block' in inclusion ? [] : [txId],
    );
    memory.absences.note(absent, lasting, linked, newest);
    const finalNonces = await memory.nonces.read(endpoint, {
      head,
      attempts: distinct,
      inclusions,
      accounts,
    });
    const hash =
      finalNonces.size > 0
        ? (linked.get(head.final)?.hash ?? (await hashAt(head.final)))
        : undefined;
    return {
      head,
      attempts: inclusions,
      finalNonces,
      ...(hash === undefined ? {} : { finalHash: hash }),
    };
  };
}

/** One look at the chain. */
interface Look {
  head: ChainHead;
  newest: bigint;
  linked: LinkedBlocks;
  /** Attempts that were in no block and are in none still, which nobody has to be asked. */
  lasting: ReadonlySet<string>;
  /**
   * Whether the head descends from the block. What may be final is asked for instead, and so is
   * what the head does not show.
   */
  isLinked: (block: BlockReference) => boolean;
  hashAt: HashAt;
}

async function beginLook(
  endpoint: Endpoint,
  chain: EvmChain,
  memory: Memory,
  attempts: readonly ObservedAttempt[],
): Promise<Look> {
  const newest = await readLatest(endpoint);
  const head = headAt(chain, newest.number);
  const known = new Set(attempts.flatMap((attempt) => knownBlock(attempt)?.number ?? []));
  // No more blocks than it would take to ask for all of these one by one. What may be final is
  // asked for anyway.
  const open = [...known].filter((number) => number > head.final);
  const waiting = attempts.filter(
    (attempt) => knownBlock(attempt) === undefined && memory.absences.has(attempt),
  );
  const last = [...memory.linked.keys()].at(-1) ?? head.final;
  const most = Math.min(open.length + waiting.length, maxMissed);
  // The block of the last look is kept, however long that took: from there on it is known what is
  // in no block.
  const linked = since(
    await linkNewest(endpoint, memory.linked, newest, most),
    minOf(head.final, last),
  );
  memory.linked = linked;
  const lasting = new Set(
    waiting
      .filter((attempt) => memory.absences.lasts(attempt, linked, newest.number))
      .map(({ txId }) => txId),
  );
  const isLinked = ({ number, hash }: BlockReference): boolean =>
    number > head.final && linked.get(number)?.hash === hash.toLowerCase();
  return { head, newest: newest.number, linked, lasting, isLinked, hashAt: createHashAt(endpoint) };
}

async function readInclusions(
  endpoint: Endpoint,
  absences: Absences,
  looking: Promise<Look>,
  all: readonly ObservedAttempt[],
): Promise<[string, Inclusion][]> {
  const isNew = (attempt: ObservedAttempt): boolean => knownBlock(attempt) === undefined;
  const isWaiting = (attempt: ObservedAttempt): boolean => isNew(attempt) && absences.has(attempt);
  const [{ head, isLinked, lasting, hashAt }, unknownReceipts] = await Promise.all([
    looking,
    receiptsOf(
      endpoint,
      all.filter((attempt) => isNew(attempt) && !isWaiting(attempt)),
    ),
  ]);
  const attempts = all.filter(({ txId }) => !lasting.has(txId));
  const statusAt = (block: BlockReference) => (block.number <= head.final ? 'final' : 'included');
  const included = attempts.filter((attempt) => !isNew(attempt));
  const isOpen = ({ inclusion }: ObservedAttempt): boolean =>
    inclusion !== undefined &&
    'block' in inclusion &&
    inclusion.succeeded &&
    statusAt(inclusion.block) === 'included';

  const [standingOfKnown, waitingReceipts, otherReceipts] = await Promise.all([
    readStanding(
      hashAt,
      included.flatMap((attempt) => knownBlock(attempt) ?? []),
      isLinked,
    ),
    receiptsOf(endpoint, attempts.filter(isWaiting)),
    receiptsOf(
      endpoint,
      included.filter((attempt) => !isOpen(attempt)),
    ),
  ]);
  const isWhereItWas = (attempt: ObservedAttempt): boolean => {
    const block = knownBlock(attempt);
    return block !== undefined && standingOfKnown(block) === 'on_chain';
  };
  const moved = included.filter((attempt) => isOpen(attempt) && !isWhereItWas(attempt));
  const receipts = new Map([
    ...unknownReceipts,
    ...waitingReceipts,
    ...otherReceipts,
    ...(await receiptsOf(endpoint, moved)),
  ]);

  const isNowhere = (attempt: ObservedAttempt): boolean => {
    const block = knownBlock(attempt);
    return (
      !receipts.has(attempt.txId) && (block === undefined || standingOfKnown(block) === 'replaced')
    );
  };
  const [standingOf, pending] = await Promise.all([
    readStanding(hashAt, [...receipts.values()].map(blockOf), isLinked),
    readPending(endpoint, attempts.filter(isNowhere)),
  ]);
  return all.map(({ txId, inclusion: before }) => {
    if (before && lasting.has(txId)) return [txId, before];
    const receipt = receipts.get(txId);
    const block = receipt && blockOf(receipt);
    if (block && standingOf(block) === 'on_chain') {
      return [
        txId,
        {
          status: statusAt(block),
          block,
          succeeded: succeeded(receipt),
          feePaid: feePaid(receipt),
        },
      ];
    }
    const known = stillIncluded(before, standingOfKnown, statusAt);
    if (known) return [txId, known];
    // A receipt's block may have been reorganised away, or not be on this node yet: the bytes may
    // land again.
    return [txId, { status: receipt || pending.has(txId) ? 'pending' : 'unseen' }];
  });
}

function receiptsOf(
  endpoint: Endpoint,
  attempts: readonly ObservedAttempt[],
): Promise<Map<string, Receipt>> {
  const txIds = attempts.map(({ txId }) => txId);
  return readReceipts(endpoint, txIds);
}

/** Ids of those that the endpoint knows. */
async function readPending(
  endpoint: Endpoint,
  attempts: readonly ObservedAttempt[],
): Promise<Set<string>> {
  const ask = ({ txId }: ObservedAttempt) =>
    endpoint.read('eth_getTransactionByHash', [txId], transaction.nullable());
  const found = await Promise.all(attempts.map(ask));
  return new Set(found.flatMap((held) => (held ? [held.hash] : [])));
}

/** What is known of an inclusion, as long as the chain does not show another block in its place. */
function stillIncluded(
  before: Inclusion | undefined,
  standingOf: (block: BlockReference) => Standing,
  statusAt: (block: BlockReference) => 'included' | 'final',
): Inclusion | undefined {
  if (!before || !('block' in before)) return undefined;
  const standing = standingOf(before.block);
  switch (standing) {
    case 'on_chain':
      return { ...before, status: statusAt(before.block) };
    case 'absent':
      return before;
    case 'replaced':
      return undefined;
    default:
      return assertNever(standing, 'standing');
  }
}

function minOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
