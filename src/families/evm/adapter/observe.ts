import { lowerOf } from '../../../core/amounts/lower-of.ts';
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

/** Maximum blocks that a poll reads if blocks arrived since the last one. */
const maxMissed = 100;
/** Attempts per chunk. Bounds memory, not the number of attempts. */
const chunkSize = 1_000;

/**
 * What earlier polls showed of one endpoint's chain. A cache: without it a poll only sends more
 * requests.
 */
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
 * A poll reads the newest block and, in the same HTTP request, the receipts of attempts that it has
 * not read before. An attempt that was in no block is read again only when a block lists it
 * (`absences.ts`). An included attempt stays included while the chain has its block, which the
 * newest block shows by descending from it. So most polls send no request about it. There are two
 * exceptions: once the block is deep enough to be final, block and receipt are read again; and a
 * failed attempt is read each time, so that one wrong answer does not last.
 *
 * Finality is counted from the head read first, so that no block looks deeper than it was. A known
 * inclusion is withdrawn only if the chain has another block of that number: an endpoint that does
 * not know a transaction proves nothing.
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
    const polling = startPoll(endpoint, chain, memory, distinct);
    const inclusions = new Map<string, Inclusion>();
    for (let start = 0; start < distinct.length; start += chunkSize) {
      const chunk = distinct.slice(start, start + chunkSize);
      const found = await readInclusions(endpoint, memory.absences, polling, chunk);
      for (const [txId, inclusion] of found) inclusions.set(txId, inclusion);
    }
    const { head, newest, linked, hashAt, lasting } = await polling;
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

/** One poll of the chain. */
interface Poll {
  chain: EvmChain;
  head: ChainHead;
  newest: bigint;
  linked: LinkedBlocks;
  /** Attempts that are still in no block. They need no request. */
  lasting: ReadonlySet<string>;
  /**
   * Whether the head descends from the block. `false` for blocks that may be final: those are read
   * again.
   */
  isLinked: (block: BlockReference) => boolean;
  hashAt: HashAt;
}

async function startPoll(
  endpoint: Endpoint,
  chain: EvmChain,
  memory: Memory,
  attempts: readonly ObservedAttempt[],
): Promise<Poll> {
  const newest = await readLatest(endpoint);
  const head = headAt(chain, newest.number);
  const known = new Set(attempts.flatMap((attempt) => knownBlock(attempt)?.number ?? []));
  // At most as many blocks as it would take requests to read these attempts one by one. Blocks that
  // may be final are read anyway.
  const open = [...known].filter((number) => number > head.final);
  const waiting = attempts.filter(
    (attempt) => knownBlock(attempt) === undefined && memory.absences.has(attempt),
  );
  const last = [...memory.linked.keys()].at(-1) ?? head.final;
  const maxRead = Math.min(open.length + waiting.length, maxMissed);
  // Keep the block of the last poll, however old: absences are known from there on.
  const linked = since(
    await linkNewest(endpoint, memory.linked, newest, maxRead),
    lowerOf(head.final, last),
  );
  memory.linked = linked;
  const lasting = new Set(
    waiting
      .filter((attempt) => memory.absences.lasts(attempt, linked, newest.number))
      .map(({ txId }) => txId),
  );
  const isLinked = ({ number, hash }: BlockReference): boolean =>
    number > head.final && linked.get(number)?.hash === hash.toLowerCase();
  return {
    chain,
    head,
    newest: newest.number,
    linked,
    lasting,
    isLinked,
    hashAt: createHashAt(endpoint),
  };
}

async function readInclusions(
  endpoint: Endpoint,
  absences: Absences,
  polling: Promise<Poll>,
  all: readonly ObservedAttempt[],
): Promise<[string, Inclusion][]> {
  const isNew = (attempt: ObservedAttempt): boolean => knownBlock(attempt) === undefined;
  const isWaiting = (attempt: ObservedAttempt): boolean => isNew(attempt) && absences.has(attempt);
  const [{ chain, head, isLinked, lasting, hashAt }, unknownReceipts] = await Promise.all([
    polling,
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
  const isUnmoved = (attempt: ObservedAttempt): boolean => {
    const block = knownBlock(attempt);
    return block !== undefined && standingOfKnown(block) === 'on_chain';
  };
  const moved = included.filter((attempt) => isOpen(attempt) && !isUnmoved(attempt));
  const receipts = new Map([
    ...unknownReceipts,
    ...waitingReceipts,
    ...otherReceipts,
    ...(await receiptsOf(endpoint, moved)),
  ]);

  const isMissing = (attempt: ObservedAttempt): boolean => {
    const block = knownBlock(attempt);
    return (
      !receipts.has(attempt.txId) && (block === undefined || standingOfKnown(block) === 'replaced')
    );
  };
  const [standingOf, pending] = await Promise.all([
    readStanding(hashAt, [...receipts.values()].map(blockOf), isLinked),
    readPending(endpoint, attempts.filter(isMissing)),
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
          feePaid: feePaid(chain, receipt),
        },
      ];
    }
    const known = stillIncluded(before, standingOfKnown, statusAt);
    if (known) return [txId, known];
    // The receipt's block may have been reorganised away, or not be on this node yet. The bytes may
    // still land.
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

/** Ids of the attempts that the endpoint knows. */
async function readPending(
  endpoint: Endpoint,
  attempts: readonly ObservedAttempt[],
): Promise<Set<string>> {
  const ask = ({ txId }: ObservedAttempt) =>
    endpoint.read('eth_getTransactionByHash', [txId], transaction.nullable());
  const found = await Promise.all(attempts.map(ask));
  return new Set(found.flatMap((known) => (known ? [known.hash] : [])));
}

/** The inclusion known before, unless the chain has another block at its height. */
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
