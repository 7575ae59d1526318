import type { BlockReference } from '../../../core/swap/block-reference.ts';
import type { ChainHead, Inclusion } from '../../../core/swap/swap.ts';
import type { ChainObservation, ObservedAttempt } from '../../../ports/chain-observation.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import type { TonChain } from '../formats/chain.ts';
import { type AccountInformation, blockHeader } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readNewest } from './head.ts';
import { readHistoryFrom } from './history.ts';
import { readAccount } from './read-account.ts';
import { readTrace } from './read-trace.ts';
import { requireAccount } from './require-account.ts';
import { findSeqno } from './seqno.ts';
import { positionOf, type TonTransaction } from './transaction.ts';
import { endMargin } from './validity.ts';

type Included = Extract<Inclusion, { block: unknown }>;

/** Transactions read back per account. The lease's proof finds anything that landed earlier. */
const maxRead = 64;

/**
 * Finds attempts in the histories of their senders, because servers cannot find a message by its id
 * alone. Reads the head first, so that nothing is reported as final too early. An attempt is final
 * once the masterchain includes its whole trace. Before, the wallet's own transaction decides
 * `succeeded`. TON has no public mempool.
 */
export async function observe(
  endpoint: Endpoint,
  chain: TonChain,
  attempts: readonly ObservedAttempt[],
  accounts: readonly string[],
): Promise<ChainObservation> {
  const { endLt, time, hash } = await readNewest(endpoint);
  const head: ChainHead = { latest: endLt, final: endLt };
  const distinct = [...new Map(attempts.map((attempt) => [attempt.txId, attempt])).values()];
  const seen = await mapBounded([...new Set(accounts)], (account) =>
    seeAccount(endpoint, account, distinct),
  );
  const inclusions = await mapBounded(distinct, async (attempt) => {
    const found = seen.flatMap(({ carried }) => carried.get(attempt.txId) ?? [])[0];
    return [attempt.txId, await inclusionOf(endpoint, head, attempt, found, seen)] as const;
  });
  return {
    head,
    attempts: new Map(inclusions),
    // A shard state that the masterchain does not include yet may be reverted.
    finalNonces: new Map(
      seen.flatMap(({ account, state }) => {
        const seqno = state.lastTransaction.lt < endLt ? findSeqno(state) : undefined;
        return seqno === undefined ? [] : [[account, seqno] as const];
      }),
    ),
    finalHash: hash,
    expiredUpTo: BigInt(time) - endMargin(chain),
  };
}

interface SeenAccount {
  /** As requested. */
  account: string;
  state: AccountInformation;
  /** The account's transactions, keyed by the ids of the messages that they received. */
  carried: ReadonlyMap<string, TonTransaction>;
  /** The logical time back to which the account's history was read. */
  readBackTo: bigint;
}

async function seeAccount(
  endpoint: Endpoint,
  account: string,
  attempts: readonly ObservedAttempt[],
): Promise<SeenAccount> {
  const address = requireAccount(account);
  const state = await readAccount(endpoint, address);
  const missing = new Set(attempts.map(({ txId }) => txId));
  const carried = new Map<string, TonTransaction>();
  const knownBlocks = attempts.flatMap(({ inclusion }) => knownBlock(inclusion)?.number ?? []);
  let readBackTo = state.lastTransaction.lt;
  let read = 0;
  for await (const transaction of readHistoryFrom(endpoint, address, state.lastTransaction, 0n)) {
    readBackTo = transaction.previous.lt === 0n ? 0n : transaction.lt;
    const isPastKnown = knownBlocks.every((number) => number > transaction.lt);
    if (missing.size === 0 || (read >= maxRead && isPastKnown)) break;
    read += 1;
    const { received } = transaction;
    if (received?.kind === 'external' && missing.delete(received.id))
      carried.set(received.id, transaction);
  }
  return { account, state, carried, readBackTo };
}

async function inclusionOf(
  endpoint: Endpoint,
  head: ChainHead,
  { inclusion }: ObservedAttempt,
  found: TonTransaction | undefined,
  seen: readonly SeenAccount[],
): Promise<Inclusion> {
  if (found) return includedAs(endpoint, found, head.final);
  const known = knownBlock(inclusion);
  if (!known || !inclusion) return { status: 'unseen' };
  for (const { state, readBackTo } of seen) {
    // The endpoint has pruned that part of the history, so it does not contradict the inclusion.
    if (readBackTo > known.number) return inclusion;
    // Nor does an endpoint that shows an older state.
    const { endLt } = await endpoint.read('getBlockHeader', state.blockId, blockHeader);
    if (endLt <= known.number) return inclusion;
  }
  return { status: 'unseen' };
}

async function includedAs(
  endpoint: Endpoint,
  transaction: TonTransaction,
  final: bigint,
): Promise<Included> {
  const position = positionOf(transaction);
  if (transaction.lt >= final) {
    return { status: 'included', ...position, succeeded: transaction.outcome.kind === 'executed' };
  }
  const { isWhole, succeeded, results } = await readTrace(endpoint, transaction, final);
  return {
    status: isWhole ? 'final' : 'included',
    ...position,
    succeeded,
    ...(results ? { results } : {}),
  };
}

function knownBlock(inclusion: Inclusion | undefined): BlockReference | undefined {
  return inclusion && 'block' in inclusion ? inclusion.block : undefined;
}
