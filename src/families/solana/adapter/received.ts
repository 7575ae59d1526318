import type { BlockReference } from '../../../core/swap/block-reference.ts';
import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { ReceivedTransfer } from '../../../ports/payments.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import type { SolanaChain } from '../formats/chain.ts';
import { type LandedTransaction, signatureInfos } from './answers.ts';
import { associatedAccountOf } from './associated-account.ts';
import type { Endpoint } from './endpoint.ts';
import { findBlock, readHead } from './head.ts';
import { isOfUnknownVersion } from './map-error.ts';
import { readAccounts } from './read-accounts.ts';
import { amountsReceived, nativeAmounts, tokenAmounts } from './received-amounts.ts';
import { requireAccount } from './require-account.ts';
import { findTransaction } from './statuses.ts';
import { requireMint, requireMintAddress } from './token.ts';

/** The limit of `getSignaturesForAddress`. */
const pageSize = 1_000;
/** Transactions that are read at the same time, and so share HTTP requests. */
const readTogether = 20;

interface Landed {
  transaction: LandedTransaction;
  block: BlockReference;
  final: boolean;
}

/** The transfers to `receiver` in one transaction. Empty if it failed or is not confirmed. */
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
  const amounts = amountsReceived(transaction, chain, receiver, token);
  return amounts.map(({ index, amount }) => ({ txId, index, token, amount, block, final }));
}

/** The mints, and the native coin, of which `receiver` has more after a transaction. */
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
 * Transfers to `receiver` after slot `after`. The history of its associated token account (of its
 * own account for the native coin) lists the transactions, and `receivedIn` reads each of them.
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
      chunk.map((txId) =>
        receivedIn(endpoints, chain, txId, receiver, token).catch(nothingReadable),
      ),
    );
    received.push(...transfers.flat());
  }
  return received;
}

/**
 * Anyone can name the receiver in a transaction, so an unreadable one does not count and must not
 * block the search for others.
 */
function nothingReadable(error: unknown): ReceivedTransfer[] {
  const isUnreadable = error instanceof FerrymanError && error.code === 'RPC_MALFORMED';
  if (isUnreadable || isOfUnknownVersion(error)) return [];
  throw error;
}

/** The account whose history lists an owner's transfers. Throws `UNKNOWN_TOKEN`. */
export async function accountOf(
  endpoint: Endpoint,
  chain: SolanaChain,
  owner: string,
  token: TokenAddress,
): Promise<string> {
  if (isNativeToken(chain, token)) return owner;
  const mint = requireMintAddress(chain, token);
  const { accounts } = await readAccounts(endpoint, [mint]);
  return associatedAccountOf(owner, mint, requireMint(chain, mint, accounts.get(mint)).program);
}

/** Oldest first, without failed ones. */
async function findTransactions(
  endpoint: Endpoint,
  address: string,
  after: bigint,
): Promise<string[]> {
  const found: string[] = [];
  for (let before: string | undefined; ; ) {
    const options = {
      commitment: 'confirmed',
      limit: pageSize,
      ...(before === undefined ? {} : { before }),
    };
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
