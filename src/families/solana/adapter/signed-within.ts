import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { SignedHistory, SignedQuestion } from '../../../ports/signed-history.ts';
import type { Entry } from '../../shared/payments/look-back.ts';
import { type ListPosition, readOverlapping } from '../../shared/payments/read-overlapping.ts';
import type { SolanaChain } from '../formats/chain.ts';
import { quantity, type SlotBlock, signatureInfos, signers } from './answers.ts';
import { blockhashLifetime } from './blockhash-lifetime.ts';
import type { Endpoint } from './endpoint.ts';
import { findBlock, findTime, readFinalBlock } from './head.ts';
import { isOfUnknownVersion } from './map-error.ts';
import { requireAccount } from './require-account.ts';

/**
 * One look goes through so many transactions at most, whoever has named the account in them. Each
 * is a question.
 */
const maxTransactions = 1_000;
const pageSize = 1_000;
const readTogether = 20;
/** Milliseconds by which the time of a block, on which validators vote, may be wrong. */
const timesDiffer = 600_000;
/**
 * How far below a final block one has to be, so that nothing signed before it can land: a lifetime,
 * and half of one for clocks that differ.
 */
const depth = blockhashLifetime + blockhashLifetime / 2n;

/**
 * The finalized transactions that name the account, of which those count that it has signed. Once
 * the final block is so high that no blockhash of the time is valid any more, what was signed
 * within the time is among them or lands no more.
 */
export async function signedWithin(
  endpoint: Endpoint,
  { blockTimeMs }: Pick<SolanaChain, 'blockTimeMs'>,
  { account, from, until }: SignedQuestion,
): Promise<SignedHistory> {
  const address = requireAccount(account);
  const final = await readFinalBlock(endpoint);
  const wait = until - (await timeBelow(endpoint, final));
  if (wait > 0) return { kind: 'open', retryAfter: Math.min(wait, Number(depth) * blockTimeMs) };
  const since = from - timesDiffer;
  await requireReach(endpoint, since);
  const { kind, txIds } = await listed(endpoint, address, since, final);
  const signed: string[] = [];
  for (let start = 0; start < txIds.length; start += readTogether) {
    const chunk = txIds.slice(start, start + readTogether);
    const own = await Promise.all(chunk.map((txId) => isSignedBy(endpoint, txId, address)));
    signed.push(...chunk.filter((_, index) => own[index]));
  }
  return { kind, txIds: signed };
}

/**
 * When the block was made that is `depth` below, in milliseconds; minus infinity where the chain is
 * not that high.
 */
async function timeBelow(endpoint: Endpoint, { number, height }: SlotBlock): Promise<number> {
  const wanted = height - depth;
  if (wanted < 0n) return Number.NEGATIVE_INFINITY;
  // Slots without a block make it lie a little lower.
  for (let slot = number - depth; ; ) {
    const found = await findBlock(endpoint, slot);
    if (found.kind === 'not_available')
      throw unavailable(endpoint, `does not have the block of slot ${slot}`);
    if (found.kind === 'found' && found.block.height <= wanted) {
      const time = await findTime(endpoint, slot);
      if (time === undefined)
        throw unavailable(endpoint, `has no time for the block of slot ${slot}`);
      return time;
    }
    slot -= found.kind === 'found' ? found.block.height - wanted : 1n;
  }
}

/** Nodes throw old blocks away, and leave what was in them out of the histories without a word. */
async function requireReach(endpoint: Endpoint, since: number): Promise<void> {
  const first = await endpoint.read('getFirstAvailableBlock', [], quantity);
  if (first === 0n) return;
  const time = await findTime(endpoint, first);
  if (time === undefined || time > since)
    throw unavailable(endpoint, `has nothing before slot ${first}`);
}

interface Listed extends Entry {
  id: string;
  isOld: boolean;
}

/** The newest first, back to a time. One of a block without a time counts as later. */
async function listed(
  endpoint: Endpoint,
  address: string,
  since: number,
  final: SlotBlock,
): Promise<{ kind: 'whole' | 'cut'; txIds: string[] }> {
  // A node behind the same address that has not the final block yet would leave out what is in it.
  const options = {
    commitment: 'finalized',
    minContextSlot: Number(final.number),
    limit: pageSize,
  };
  const list = async (before: string | undefined): Promise<Listed[]> => {
    const range = before === undefined ? options : { ...options, before };
    const infos = await endpoint.read('getSignaturesForAddress', [address, range], signatureInfos);
    return infos.map(({ signature: id, slot: number, blockTime }) => {
      return { id, number, isOld: typeof blockTime === 'number' && blockTime * 1_000 < since };
    });
  };
  const txIds: string[] = [];
  for (let place: ListPosition | undefined; txIds.length < maxTransactions; ) {
    const { entries, rest } = await readOverlapping(endpoint, list, place);
    txIds.push(...entries.filter(({ isOld }) => !isOld).map(({ id }) => id));
    if (!rest || entries.some(({ isOld }) => isOld)) return { kind: 'whole', txIds };
    place = rest.next;
  }
  return { kind: 'cut', txIds: txIds.slice(0, maxTransactions) };
}

/**
 * Whoever has named the account in a transaction of a version that nobody here signs, it is none of
 * a lost log's.
 */
async function isSignedBy(endpoint: Endpoint, txId: string, account: string): Promise<boolean> {
  const options = { commitment: 'finalized', encoding: 'json', maxSupportedTransactionVersion: 0 };
  try {
    const found = await endpoint.read('getTransaction', [txId, options], signers.nullable());
    if (!found) throw unavailable(endpoint, `lists what it does not have: the transaction ${txId}`);
    return found.includes(account);
  } catch (error) {
    if (isOfUnknownVersion(error)) return false;
    throw error;
  }
}

function unavailable({ host }: Endpoint, what: string): FerrymanError {
  return new FerrymanError('RPC_UNAVAILABLE', `${host} ${what}`, { details: { host } });
}
