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
import { placeOf, type TonTransaction } from './transaction.ts';
import { endMargin } from './validity.ts';

type Included = Extract<Inclusion, { block: unknown }>;

/**
 * An account's transactions that are read back at most. What landed before is found once it is
 * proven.
 */
const maxRead = 64;

/**
 * Where attempts are, by the histories of the accounts that sent them: nobody can be asked for a
 * message by its id alone. The head is read first, so that nothing looks more final than it was.
 * Final is what the masterchain has taken in with all that it led to: before, the wallet's own part
 * tells whether it succeeded. There is no pool of messages to look into.
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
    // A state that is newer than the masterchain's may be taken back.
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
  /** As it was asked for. */
  account: string;
  state: AccountInformation;
  /** By the ids of the messages that they received. */
  carried: ReadonlyMap<string, TonTransaction>;
  /** The logical time back to which all that the account has received is known. */
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
  const places = attempts.flatMap(({ inclusion }) => knownPlace(inclusion)?.number ?? []);
  let readBackTo = state.lastTransaction.lt;
  let read = 0;
  for await (const transaction of readHistoryFrom(endpoint, address, state.lastTransaction, 0n)) {
    readBackTo = transaction.previous.lt === 0n ? 0n : transaction.lt;
    if (missing.size === 0 || (read >= maxRead && places.every((place) => place > transaction.lt)))
      break;
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
  const known = knownPlace(inclusion);
  if (!known || !inclusion) return { status: 'unseen' };
  // Where the endpoint shows accounts as they were before, it says nothing against it.
  for (const { state, readBackTo } of seen) {
    // Nor where it has thrown away that part of a history.
    if (readBackTo > known.number) return inclusion;
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
  const place = placeOf(transaction);
  if (transaction.lt >= final) {
    return { status: 'included', ...place, succeeded: transaction.outcome.kind === 'executed' };
  }
  const { isWhole, succeeded, results } = await readTrace(endpoint, transaction, final);
  return {
    status: isWhole ? 'final' : 'included',
    ...place,
    succeeded,
    ...(results ? { results } : {}),
  };
}

function knownPlace(inclusion: Inclusion | undefined): BlockReference | undefined {
  return inclusion && 'block' in inclusion ? inclusion.block : undefined;
}
