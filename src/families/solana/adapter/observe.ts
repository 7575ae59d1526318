import type { ChainHead, Inclusion } from '../../../core/swap/swap.ts';
import type { ChainObservation, ObservedAttempt } from '../../../ports/chain-observation.ts';
import type { LandedTransaction, Status } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import {
  type FoundBlock,
  finalHeight,
  findBlock,
  noteNewest,
  readReportedHeight,
  readSlots,
} from './head.ts';
import { findTransaction, readStatuses } from './statuses.ts';

type Included = Extract<Inclusion, { block: unknown }>;

/**
 * Takes two rounds of batched requests for any number of attempts: the head, heights and statuses,
 * then the blocks of the attempts and the results of newly included transactions. The head limits
 * what counts as final. A known inclusion is reverted only if its slot has another block or none: a
 * missing status does not revert it. Solana has no mempool. A transaction that is only processed is
 * `pending`, and one that waits at a leader is `unseen`.
 */
export async function observe(
  endpoint: Endpoint,
  attempts: readonly ObservedAttempt[],
): Promise<ChainObservation> {
  const distinct = [...new Map(attempts.map((attempt) => [attempt.txId, attempt])).values()];
  const txIds = distinct.map(({ txId }) => txId);
  const [head, reportedHeight, statuses] = await Promise.all([
    readSlots(endpoint),
    readReportedHeight(endpoint),
    readStatuses(endpoint, txIds),
  ]);
  const [blocks, transactions] = await Promise.all([
    readBlocks(endpoint, new Set([head.final, ...slotsOf(distinct, statuses)])),
    readTransactions(endpoint, distinct, statuses),
    noteNewest(endpoint, head),
  ]);
  const final = blocks.get(head.final);
  const inclusions = distinct.map(({ txId, inclusion }): [string, Inclusion] => {
    const seen = {
      status: statuses.get(txId),
      transaction: transactions.get(txId),
      before: knownInclusion(inclusion),
    };
    return [txId, inclusionOf(head, blocks, seen)];
  });
  return {
    head,
    attempts: new Map(inclusions),
    finalNonces: new Map(),
    // A block that the endpoint does not have yet expires nothing.
    ...(final?.kind === 'found' ? { expiredUpTo: finalHeight(final.block, reportedHeight) } : {}),
  };
}

function slotsOf(
  attempts: readonly ObservedAttempt[],
  statuses: ReadonlyMap<string, Status>,
): Set<bigint> {
  return new Set(
    attempts.flatMap(({ txId, inclusion }) => {
      const status = statuses.get(txId);
      const known = knownInclusion(inclusion);
      return [
        ...(isConfirmed(status) ? [status.slot] : []),
        ...(known ? [known.block.number] : []),
      ];
    }),
  );
}

async function readBlocks(
  endpoint: Endpoint,
  slots: ReadonlySet<bigint>,
): Promise<ReadonlyMap<bigint, FoundBlock>> {
  return new Map(
    await Promise.all(
      [...slots].map(async (slot) => [slot, await findBlock(endpoint, slot)] as const),
    ),
  );
}

/**
 * Reads the transactions whose slot differs from the known inclusion. Also rereads known failures,
 * so that one wrong answer of an endpoint does not persist.
 */
async function readTransactions(
  endpoint: Endpoint,
  attempts: readonly ObservedAttempt[],
  statuses: ReadonlyMap<string, Status>,
): Promise<ReadonlyMap<string, LandedTransaction>> {
  const wanted = attempts.filter(({ txId, inclusion }) => {
    const status = statuses.get(txId);
    const known = knownInclusion(inclusion);
    return isConfirmed(status) && (status.slot !== known?.block.number || !known.succeeded);
  });
  const read = async ({ txId }: ObservedAttempt) =>
    [txId, await findTransaction(endpoint, txId)] as const;
  const found = await Promise.all(wanted.map(read));
  return new Map(
    found.flatMap(([txId, transaction]) => (transaction ? [[txId, transaction] as const] : [])),
  );
}

interface Seen {
  status: Status | undefined;
  transaction: LandedTransaction | undefined;
  before: Included | undefined;
}

function inclusionOf(
  head: ChainHead,
  blocks: ReadonlyMap<bigint, FoundBlock>,
  { status, transaction, before }: Seen,
): Inclusion {
  const known = before && stillIncluded(before, blocks.get(before.block.number), head);
  if (known && (!isConfirmed(status) || status.slot === known.block.number)) {
    return transaction?.slot === known.block.number
      ? { ...known, ...resultOf(transaction) }
      : known;
  }
  if (!isConfirmed(status)) return { status: status ? 'pending' : 'unseen' };
  const found = blocks.get(status.slot);
  // Nodes report a status before block and transaction, or it moved to another block meanwhile.
  if (found?.kind !== 'found' || transaction?.slot !== status.slot) return { status: 'pending' };
  const { number, hash } = found.block;
  const isFinal = status.confirmationStatus === 'finalized' && number <= head.final;
  return {
    status: isFinal ? 'final' : 'included',
    block: { number, hash },
    ...resultOf(transaction),
  };
}

function isConfirmed(status: Status | undefined): status is Status {
  return status !== undefined && status.confirmationStatus !== 'processed';
}

/** The known inclusion, or `undefined` if its slot now has another block or none. */
function stillIncluded(
  before: Included,
  found: FoundBlock | undefined,
  { final }: ChainHead,
): Included | undefined {
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
