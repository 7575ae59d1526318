import { isNativeToken, type SolanaChain, type TokenAddress } from '../../core/chains.ts';
import type { BlockReference } from '../../core/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { ReceivedTransfer } from '../../ports/chain-adapter.ts';
import type { Endpoints } from '../endpoints/endpoints.ts';
import { type LandedTransaction, signatureInfos, type TokenBalance } from './answers.ts';
import { associatedAccountOf } from './associated-account.ts';
import type { Endpoint } from './endpoint.ts';
import { findBlock, readHead } from './head.ts';
import { accountsOf, lamportsAt } from './landed-accounts.ts';
import { isOfUnknownVersion } from './map-error.ts';
import { paidAlong } from './paid-along.ts';
import { nativeMint } from './programs.ts';
import { readAccounts } from './read-accounts.ts';
import { requireAccount } from './require-account.ts';
import { findTransaction } from './statuses.ts';
import { requireMint, requireMintAddress } from './token.ts';

/** What `getSignaturesForAddress` gives at once. */
const pageSize = 1_000;
/** Transactions that are read at the same time, so that their questions share requests. */
const readTogether = 20;

interface Landed {
  transaction: LandedTransaction;
  block: BlockReference;
  final: boolean;
}

/** What one transaction brought to `receiver`; nothing where it failed or is not in the confirmed chain. */
export async function receivedIn(
  endpoints: Endpoints<Endpoint>,
  chain: SolanaChain,
  txId: string,
  receiverText: string,
  token: TokenAddress,
): Promise<ReceivedTransfer[]> {
  const receiver = requireAccount(receiverText);
  const landed = await endpoints.find((endpoint) => readLanded(endpoint, txId));
  if (!landed) return [];
  const { transaction, block, final } = landed;
  const amounts = isNativeToken(chain, token)
    ? nativeAmounts(transaction, receiver)
    : tokenAmounts(transaction, receiver, requireMintAddress(chain, token));
  return amounts.map(({ index, amount }) => ({ txId, index, token, amount, block, final }));
}

/** Mints of which `receiver` has more after a transaction, and the native coin where it has more of that. */
export async function tokensReceivedIn(
  endpoints: Endpoints<Endpoint>,
  chain: SolanaChain,
  txId: string,
  receiverText: string,
): Promise<TokenAddress[]> {
  const receiver = requireAccount(receiverText);
  const landed = await endpoints.find((endpoint) => readLanded(endpoint, txId));
  if (!landed) return [];
  const { transaction } = landed;
  const mints = new Set(transaction.meta.postTokenBalances.map(({ mint }) => mint));
  return [
    ...(nativeAmounts(transaction, receiver).length > 0 ? [chain.nativeToken.address] : []),
    ...[...mints].filter((mint) => tokenAmounts(transaction, receiver, mint).length > 0),
  ];
}

/**
 * What came to `receiver` after slot `after`. The history of its associated token account (of its own account, for the native coin) only
 * finds the transactions: what each of them brought is read like any other's.
 */
export async function receivedSince(
  endpoints: Endpoints<Endpoint>,
  chain: SolanaChain,
  after: bigint,
  receiver: string,
  token: TokenAddress,
): Promise<ReceivedTransfer[]> {
  const txIds = await endpoints.first(async (endpoint) => {
    await readHead(endpoint);
    const address = await accountOf(endpoint, chain, requireAccount(receiver), token);
    return findTransactions(endpoint, address, after);
  });
  const received: ReceivedTransfer[] = [];
  for (let start = 0; start < txIds.length; start += readTogether) {
    const chunk = txIds.slice(start, start + readTogether);
    const transfers = await Promise.all(
      chunk.map((txId) => receivedIn(endpoints, chain, txId, receiver, token).catch(nothingReadable)),
    );
    received.push(...transfers.flat());
  }
  return received;
}

/** Anybody can name the receiver in a transaction: one that can not be read is not counted, and does not keep others from being found. */
function nothingReadable(error: unknown): ReceivedTransfer[] {
  const isUnreadable = error instanceof FerrymanError && error.code === 'RPC_MALFORMED';
  if (isUnreadable || isOfUnknownVersion(error)) return [];
  throw error;
}

async function accountOf(endpoint: Endpoint, chain: SolanaChain, owner: string, token: TokenAddress): Promise<string> {
  if (isNativeToken(chain, token)) return owner;
  const mint = requireMintAddress(chain, token);
  const { accounts } = await readAccounts(endpoint, [mint]);
  return associatedAccountOf(owner, mint, requireMint(chain, mint, accounts.get(mint)).program);
}

/** Oldest first; those that failed are left out. */
async function findTransactions(endpoint: Endpoint, address: string, after: bigint): Promise<string[]> {
  const found: string[] = [];
  for (let before: string | undefined; ; ) {
    const options = { commitment: 'confirmed', limit: pageSize, ...(before === undefined ? {} : { before }) };
    const page = await endpoint.read('getSignaturesForAddress', [address, options], signatureInfos);
    const fresh = page.filter(({ slot }) => slot > after);
    for (const { signature, err } of fresh) if (err === null) found.unshift(signature);
    before = page.at(-1)?.signature;
    if (fresh.length < pageSize || before === undefined) return found;
  }
}

async function readLanded(endpoint: Endpoint, txId: string): Promise<Landed | undefined> {
  const { final } = await readHead(endpoint);
  const transaction = await findTransaction(endpoint, txId);
  if (transaction?.meta.err !== null) return undefined;
  const found = await findBlock(endpoint, transaction.slot);
  if (found.kind !== 'found') return undefined;
  const { number, hash } = found.block;
  return { transaction, block: { number, hash }, final: number <= final };
}

interface Amount {
  index: number;
  amount: bigint;
}

/**
 * Of every token account of the receiver's that has more than before, by its place among the transaction's accounts; all together not
 * more than the receiver has gained: what it moved between accounts of its own came from nobody.
 */
function tokenAmounts({ meta }: LandedTransaction, receiver: string, mint: string): Amount[] {
  const held = (balances: readonly TokenBalance[]) =>
    new Map(
      balances
        .filter((balance) => balance.owner === receiver && balance.mint === mint)
        .map(({ accountIndex, uiTokenAmount }) => [accountIndex, uiTokenAmount.amount] as const),
    );
  const [before, after] = [held(meta.preTokenBalances), held(meta.postTokenBalances)];
  const indexes = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => a - b);
  const gains = indexes.map((index) => ({ index, amount: (after.get(index) ?? 0n) - (before.get(index) ?? 0n) }));
  let left = gains.reduce((sum, { amount }) => sum + amount, 0n);
  return gains.flatMap(({ index, amount }) => {
    if (amount <= 0n || left <= 0n) return [];
    const moved = amount > left ? amount - left : 0n;
    const counted = amount - moved;
    left -= counted;
    return [{ index, amount: counted }];
  });
}

/**
 * Coins that came to the receiver's own account: numbered by its place among the transaction's accounts, from -1 down. Where the receiver
 * pays for the transaction, the fee is its own doing, and so is what it pays along with it, rent that went into its token accounts from
 * there, or came back out of them. Rent that somebody else has put there is no payment.
 */
function nativeAmounts(landed: LandedTransaction, receiver: string): Amount[] {
  const { meta } = landed;
  const place = accountsOf(landed).indexOf(receiver);
  if (place === -1) return [];
  const hasPaid = place === 0;
  const paid = hasPaid ? meta.fee + paidAlong(landed, receiver) : 0n;
  const gained = lamportsAt(meta.postBalances, place) - lamportsAt(meta.preBalances, place) + paid;
  const rent =
    rentOf(meta.postBalances, meta.postTokenBalances, receiver) -
    rentOf(meta.preBalances, meta.preTokenBalances, receiver);
  const amount = hasPaid || rent < 0n ? gained + rent : gained;
  return amount > 0n ? [{ index: -1 - place, amount }] : [];
}

/** Lamports in an owner's token accounts that are not coins which they hold. */
function rentOf(
  lamports: LandedTransaction['meta']['postBalances'],
  tokens: readonly TokenBalance[],
  owner: string,
): bigint {
  return tokens
    .filter((balance) => balance.owner === owner)
    .reduce((sum, { accountIndex, mint, uiTokenAmount }) => {
      const all = lamportsAt(lamports, accountIndex);
      return sum + (mint === nativeMint ? all - uiTokenAmount.amount : all);
    }, 0n);
}
