import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { ReceivedTransfer } from '../../../ports/payments.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import { isJettonNotice, readArrivingJettons, readTonBody } from '../formats/body.ts';
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
 * Transfers that an account received. `txId` is the id of the external message that started the
 * trace (TEP-467), so a payout has the same id whether a swap's own transaction or the receiver's
 * history shows it. `index` is the first 31 bits of the hash of the transaction that received it,
 * negative for coins. Jettons arrive in the jetton wallet that the minter derives, which accepts
 * them only from other wallets of that jetton. Coins arrive with any message that does not bounce.
 */

/** How many of the receiver's newest arrivals are searched for a transaction id. */
const maxSearched = 24;

/** A transaction that brought tokens, and the amount in base units. */
export interface Arrival {
  transaction: TonTransaction;
  amount: bigint;
}

/**
 * The transfers to `receiver` in one trace. Routing services and explorers name a trace by any of
 * its parts, so `text` is the id of its external message or the hash of any transaction up to the
 * arrival, in hex or base64. Servers cannot find a hash alone, so the newest arrivals are searched.
 * With `from`, all arrivals since then are: dust transfers may bury the one that counts.
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
  const bounds = from === undefined ? { max: maxSearched } : { after: from };
  const arrivals = await readArrivals(endpoint, chain, requireAccount(receiver), token, bounds);
  const transfers = await mapBounded(arrivals, async (arrival) => {
    const origin = await origins.of(endpoint, arrival.transaction);
    if (origin.kind !== 'found' || (origin.id !== named && !origin.hashes.has(named))) return [];
    return [transferOf(chain, origin.id, arrival, token, final)];
  });
  return transfers.flat();
}

/**
 * The native coin if some arrived, and the jettons whose wallets notified the receiver. Jettons
 * sent with a forward amount of zero notify nobody and are not found.
 */
export async function tokensReceivedIn(
  endpoint: Endpoint,
  chain: TonChain,
  origins: Origins,
  text: string,
  receiver: string,
): Promise<TokenAddress[]> {
  const owner = requireAccount(receiver);
  const notifications = await readMatching(endpoint, owner, maxSearched, isNotified);
  const senders = new Set(
    notifications.flatMap(({ received }) =>
      received?.kind === 'internal' ? [received.source] : [],
    ),
  );
  const wallets = await mapBounded([...senders], (address) => findJettonWallet(endpoint, address));
  const minters = new Set(
    wallets.flatMap((wallet) => (wallet?.owner === owner ? [wallet.minter] : [])),
  );
  const tokens = [chain.nativeToken.address, ...minters];
  const found: TokenAddress[] = [];
  for (const token of tokens) {
    if ((await receivedIn(endpoint, chain, origins, text, owner, token)).length > 0)
      found.push(token);
  }
  return found;
}

/**
 * Transfers after the logical time `after`, newest first. Leaves out traces longer than any
 * payment's. Throws `RPC_UNAVAILABLE` if the endpoint lacks a part of a transfer's trace: under
 * another id the transfer would count twice.
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
  const message = `${host} does not have the transactions that led to ${hash}`;
  return new FerrymanError('RPC_UNAVAILABLE', message, { details: { host } });
}

export function transferOf(
  chain: TonChain,
  txId: string,
  { transaction: { lt: number, hash }, amount }: Arrival,
  token: TokenAddress,
  final: bigint,
): ReceivedTransfer {
  const hashBits = Number.parseInt(hash.slice(0, 8), 16) >>> 1;
  const index = isNativeToken(chain, token) ? -1 - hashBits : hashBits;
  return { txId, index, token, amount, block: { number, hash }, final: number < final };
}

async function readArrivals(
  endpoint: Endpoint,
  chain: TonChain,
  receiver: string,
  token: TokenAddress,
  { after = 0n, max = Number.POSITIVE_INFINITY }: { after?: bigint; max?: number },
): Promise<Arrival[]> {
  const isNative = isNativeToken(chain, token);
  const account = isNative ? receiver : await readJettonWallet(endpoint, chain, token, receiver);
  const amountOf = isNative ? coinsIn : jettonsIn;
  const transactions = await readMatching(
    endpoint,
    account,
    max,
    (one) => amountOf(one) > 0n,
    after,
  );
  return transactions.map((transaction) => ({ transaction, amount: amountOf(transaction) }));
}

async function readMatching(
  endpoint: Endpoint,
  account: string,
  max: number,
  isWanted: (transaction: TonTransaction) => boolean,
  after = 0n,
): Promise<TonTransaction[]> {
  const found: TonTransaction[] = [];
  for await (const transaction of readHistory(endpoint, account, after)) {
    if (found.length >= max) break;
    if (isWanted(transaction)) found.push(transaction);
  }
  return found;
}

/** Bounced coins, returned excess and jetton notifications are not payments. */
export function coinsIn({ received, outcome }: TonTransaction): bigint {
  if (received?.kind !== 'internal' || received.bounced || isReturned(outcome)) return 0n;
  return isJettonNotice(received.body) ? 0n : received.value;
}

/** The jetton wallet's own code has checked the sender. */
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
