import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { ReceivedTransfer } from '../../../ports/payments.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import { isJettonsRemark, readArrivingJettons, readTonBody } from '../formats/body.ts';
import type { TonChain } from '../formats/chain.ts';
import { parseTonHash } from '../formats/hash.ts';
import type { Endpoint } from './endpoint.ts';
import { readNewest } from './head.ts';
import { readHistory } from './history.ts';
import { findJettonWallet, readJettonWallet } from './jettons.ts';
import type { Origins } from './origins.ts';
import { requireAccount } from './require-account.ts';
import type { TonOutcome, TonTransaction } from './transaction.ts';

/*
 * What arrived at somebody's account. A transfer is named by the external message that it goes back
 * to (`txId`, TEP-467), so that what a swap of ours pays out itself and what is found in the
 * receiver's history have one name; and within it by the transaction in which it arrived: by the
 * first 31 bits of that one's hash, counted below zero for coins. Jettons arrive in the receiver's
 * jetton wallet, as their minter derives it, which lets nobody in but the other wallets of that
 * jetton; coins arrive in the account, with any message that does not go back.
 */

/**
 * Transactions of the receiver's, the newest, among which one that somebody has named is looked
 * for.
 */
const maxSearched = 24;

/** Something arrived with it: which transaction, and how much. */
export interface Arrival {
  transaction: TonTransaction;
  amount: bigint;
}

/**
 * What one transaction brought to `receiver`. Routing services and explorers name a trace by any of
 * its parts, so it may be named by the external message that began it, or by the hash of any
 * transaction from there to the one in which the transfer arrived; in hex or in base64. It is
 * looked for among what arrived last, as nobody can be asked for a hash alone; where it is known
 * since when, among all that arrived since: others may have sent the receiver any number of crumbs.
 */
export async function receivedIn(
  endpoint: Endpoint,
  chain: TonChain,
  origins: Origins,
  text: string,
  receiver: string,
  token: TokenAddress,
  from?: bigint,
): Promise<ReceivedTransfer[]> {
  const named = parseTonHash(text);
  if (named === undefined) return [];
  const { endLt: final } = await readNewest(endpoint);
  const bounds = from === undefined ? { most: maxSearched } : { after: from };
  const arrivals = await readArrivals(endpoint, chain, requireAccount(receiver), token, bounds);
  const transfers = await mapBounded(arrivals, async (arrival) => {
    const origin = await origins.of(endpoint, arrival.transaction);
    if (origin.kind !== 'found' || (origin.id !== named && !origin.hashes.has(named))) return [];
    return [transferOf(chain, origin.id, arrival, token, final)];
  });
  return transfers.flat();
}

/**
 * The native coin where some arrived, and the jettons whose wallets have told the receiver that
 * they did: of those that say nothing (a forward amount of zero) an account does not know.
 */
export async function tokensReceivedIn(
  endpoint: Endpoint,
  chain: TonChain,
  origins: Origins,
  text: string,
  receiver: string,
): Promise<TokenAddress[]> {
  const owner = requireAccount(receiver);
  const told = await readMatching(endpoint, owner, maxSearched, isNotified);
  const senders = new Set(
    told.flatMap(({ received }) => (received?.kind === 'internal' ? [received.source] : [])),
  );
  const wallets = await mapBounded([...senders], (address) => findJettonWallet(endpoint, address));
  const minters = new Set(
    wallets.flatMap((wallet) => (wallet?.owner === owner ? [wallet.minter] : [])),
  );
  const asked = [chain.nativeToken.address, ...minters];
  const found: TokenAddress[] = [];
  for (const token of asked) {
    if ((await receivedIn(endpoint, chain, origins, text, owner, token)).length > 0)
      found.push(token);
  }
  return found;
}

/**
 * What arrived after the logical time `after`, the newest first; without what was sent round for
 * longer than any payment. Throws `RPC_UNAVAILABLE` where the endpoint has not the whole way of
 * what arrived: under another name it would be counted twice.
 */
export async function receivedSince(
  endpoint: Endpoint,
  chain: TonChain,
  origins: Origins,
  after: bigint,
  receiver: string,
  token: TokenAddress,
): Promise<ReceivedTransfer[]> {
  const { endLt: final } = await readNewest(endpoint);
  const arrivals = await readArrivals(endpoint, chain, requireAccount(receiver), token, { after });
  const transfers = await mapBounded(arrivals, async (arrival) => {
    const origin = await origins.of(endpoint, arrival.transaction);
    switch (origin.kind) {
      case 'found':
        return [transferOf(chain, origin.id, arrival, token, final)];
      case 'too_long':
        return [];
      case 'not_there':
        throw withoutOrigin(endpoint, arrival);
    }
  });
  return transfers.flat();
}

export function withoutOrigin(
  { host }: Endpoint,
  { transaction: { hash } }: Arrival,
): FerrymanError {
  return new FerrymanError('RPC_UNAVAILABLE', `${host} does not tell what led to ${hash}`, {
    details: { host },
  });
}

export function transferOf(
  chain: TonChain,
  txId: string,
  { transaction: { lt: number, hash }, amount }: Arrival,
  token: TokenAddress,
  final: bigint,
): ReceivedTransfer {
  const place = Number.parseInt(hash.slice(0, 8), 16) >>> 1;
  const index = isNativeToken(chain, token) ? -1 - place : place;
  return { txId, index, token, amount, block: { number, hash }, final: number < final };
}

async function readArrivals(
  endpoint: Endpoint,
  chain: TonChain,
  receiver: string,
  token: TokenAddress,
  { after = 0n, most = Number.POSITIVE_INFINITY }: { after?: bigint; most?: number },
): Promise<Arrival[]> {
  const isNative = isNativeToken(chain, token);
  const account = isNative ? receiver : await readJettonWallet(endpoint, chain, token, receiver);
  const amountOf = isNative ? coinsIn : jettonsIn;
  const transactions = await readMatching(
    endpoint,
    account,
    most,
    (one) => amountOf(one) > 0n,
    after,
  );
  return transactions.map((transaction) => ({ transaction, amount: amountOf(transaction) }));
}

async function readMatching(
  endpoint: Endpoint,
  account: string,
  most: number,
  isWanted: (transaction: TonTransaction) => boolean,
  after = 0n,
): Promise<TonTransaction[]> {
  const found: TonTransaction[] = [];
  for await (const transaction of readHistory(endpoint, account, after)) {
    if (found.length >= most) break;
    if (isWanted(transaction)) found.push(transaction);
  }
  return found;
}

/**
 * What comes back, what is left over, and what only says that jettons have arrived, pays nobody.
 */
export function coinsIn({ received, outcome }: TonTransaction): bigint {
  if (received?.kind !== 'internal' || received.bounced || isReturned(outcome)) return 0n;
  return isJettonsRemark(received.body) ? 0n : received.value;
}

/** The jetton wallet's own code has looked at who sends it. */
export function jettonsIn({ received, outcome }: TonTransaction): bigint {
  if (received?.kind !== 'internal' || received.bounced || outcome.kind !== 'executed') return 0n;
  return readArrivingJettons(received.body);
}

function isNotified({ received }: TonTransaction): boolean {
  return (
    received?.kind === 'internal' &&
    !received.bounced &&
    readTonBody(received.body).kind === 'jetton_notification'
  );
}

function isReturned(outcome: TonOutcome): boolean {
  return outcome.kind !== 'executed' && outcome.returned;
}
