import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { SignedHistory, SignedQuestion } from '../../../ports/signed-history.ts';
import type { Entry } from '../../shared/payments/history-scan.ts';
import { type ListPosition, readOverlapping } from '../../shared/payments/read-overlapping.ts';
import type { SolanaChain } from '../formats/chain.ts';
import { quantity, type SlotBlock, signatureInfos, signers } from './answers.ts';
import { blockhashLifetime } from './blockhash-lifetime.ts';
import type { Endpoint } from './endpoint.ts';
import { findBlock, findTime, readFinalBlock } from './head.ts';
import { isOfUnknownVersion } from './map-error.ts';
import { requireAccount } from './require-account.ts';

/** The maximum per question. Anyone can name the account, and each transaction costs a request. */
const maxTransactions = 1_000;
const pageSize = 1_000;
const readTogether = 20;
/** Milliseconds by which a block's time, on which validators vote, may be wrong. */
const timeTolerance = 600_000;
/**
 * Nothing signed before a block this far below the final one can still land: one blockhash
 * lifetime, and half of one for clock differences.
 */
const depth = blockhashLifetime + blockhashLifetime / 2n;

/**
 * The finalized transactions that the account signed. Waits (`open`) until the final block is so
 * high that every blockhash of the period has expired. Then a transaction that was signed in the
 * period is among them or never lands.
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
  const since = from - timeTolerance;
  await requireReach(endpoint, since);
  const { kind, txIds } = await listTransactions(endpoint, address, since, final);
  const signed: string[] = [];
  for (let start = 0; start < txIds.length; start += readTogether) {
    const chunk = txIds.slice(start, start + readTogether);
    const own = await Promise.all(chunk.map((txId) => isSignedBy(endpoint, txId, address)));
    signed.push(...chunk.filter((_, index) => own[index]));
  }
  return { kind, txIds: signed };
}

/** The time of the block `depth` below, in milliseconds. Minus infinity if there is none. */
async function timeBelow(endpoint: Endpoint, { number, height }: SlotBlock): Promise<number> {
  const wanted = height - depth;
  if (wanted < 0n) return Number.NEGATIVE_INFINITY;
  // Slots without a block put it at a lower slot.
  for (let slot = number - depth; ; ) {
    const found = await findBlock(endpoint, slot);
    if (found.kind === 'not_available')
      throw unavailable(endpoint, `does not have the block in slot ${slot}`);
    if (found.kind === 'found' && found.block.height <= wanted) {
      const time = await findTime(endpoint, slot);
      if (time === undefined)
        throw unavailable(endpoint, `lacks the time of the block in slot ${slot}`);
      return time;
    }
    slot -= found.kind === 'found' ? found.block.height - wanted : 1n;
  }
}

/** Nodes prune old blocks and silently omit their transactions from histories. */
async function requireReach(endpoint: Endpoint, since: number): Promise<void> {
  const first = await endpoint.read('getFirstAvailableBlock', [], quantity);
  if (first === 0n) return;
  const time = await findTime(endpoint, first);
  if (time === undefined || time > since)
    throw unavailable(endpoint, `has no history before slot ${first}`);
}

interface Listed extends Entry {
  id: string;
  isOld: boolean;
}

/** Newest first, back to a time. A transaction without a block time counts as newer. */
async function listTransactions(
  endpoint: Endpoint,
  address: string,
  since: number,
  final: SlotBlock,
): Promise<{ kind: 'whole' | 'cut'; txIds: string[] }> {
  // Behind a load balancer, a node without the final block would omit its transactions.
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
  for (let position: ListPosition | undefined; txIds.length < maxTransactions; ) {
    const { entries, rest } = await readOverlapping(endpoint, list, position);
    txIds.push(...entries.filter(({ isOld }) => !isOld).map(({ id }) => id));
    if (!rest || entries.some(({ isOld }) => isOld)) return { kind: 'whole', txIds };
    position = rest.next;
  }
  return { kind: 'cut', txIds: txIds.slice(0, maxTransactions) };
}

/** Ferryman does not sign unsupported versions, so such a transaction is not from a lost log. */
async function isSignedBy(endpoint: Endpoint, txId: string, account: string): Promise<boolean> {
  const options = { commitment: 'finalized', encoding: 'json', maxSupportedTransactionVersion: 0 };
  try {
    const found = await endpoint.read('getTransaction', [txId, options], signers.nullable());
    if (!found) throw unavailable(endpoint, `lists but does not have the transaction ${txId}`);
    return found.includes(account);
  } catch (error) {
    if (isOfUnknownVersion(error)) return false;
    throw error;
  }
}

function unavailable({ host }: Endpoint, what: string): FerrymanError {
  return new FerrymanError('RPC_UNAVAILABLE', `${host} ${what}`, { details: { host } });
}
