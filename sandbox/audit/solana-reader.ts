import { Connection } from '@solana/web3.js';
import { zeroAddress } from 'viem';
import type { SandboxChainName, SolanaChainEndpoints } from '../endpoints.ts';
import type { ChainAddress } from '../notation.ts';
import { SandboxError } from '../sandbox-error.ts';
import { findTransaction } from '../solana/find-transaction.ts';
import { listTransactions } from '../solana/list-transactions.ts';
import type { ListedTransaction } from '../solana/listed-transaction.ts';
import { readHoldings } from '../solana/read-holdings.ts';
import { fromBase58, solanaNotation } from '../solana/solana-notation.ts';
import { TOKEN_ACCOUNT_BYTES } from '../solana/token-account.ts';
import type { AuditReader, AuditReceipt, SentTransaction } from './audit-reader.ts';
import type { Balance, ChainSnapshot } from './audit-types.ts';

const { renderAddress, renderTransactionId } = solanaNotation;

/** Reads Solana through a node, at commitment `confirmed`. */
export function solanaReader(
  chain: SandboxChainName,
  endpoints: SolanaChainEndpoints,
): AuditReader {
  const [url] = endpoints.rpcUrls;
  if (url === undefined) throw new SandboxError('bad-option', `${chain} has no RPC address.`);
  const connection = new Connection(url, 'confirmed');
  const { wrappedNative, tokens } = endpoints;
  let rentOfAccount: Promise<number> | undefined;

  /** The cost of a transaction for its payer, besides what it moves. */
  const costOf = async (listed: ListedTransaction): Promise<bigint> => {
    rentOfAccount ??= connection.getMinimumBalanceForRentExemption(TOKEN_ACCOUNT_BYTES);
    return listed.fee + rentIn(listed, BigInt(await rentOfAccount), wrappedNative);
  };

  return {
    async takeSnapshot(accounts): Promise<ChainSnapshot> {
      if (accounts.length === 0) {
        return { chain, blockNumber: BigInt(await connection.getSlot()), balances: [], nonces: [] };
      }
      const { slot, wallets } = await readHoldings(url, accounts.map(renderAddress));
      const balances = wallets.flatMap(({ address, lamports, tokens: held }): Balance[] => {
        const account = fromBase58(address);
        const amountOf = (mint: string) =>
          held.filter((token) => token.mint === mint).reduce((sum, { amount }) => sum + amount, 0n);
        const ofTokens = tokens.map((token) => ({
          account,
          token: fromBase58(token.address),
          amount: amountOf(token.address),
        }));
        return [{ account, token: zeroAddress, amount: lamports }, ...ofTokens];
      });
      return { chain, blockNumber: BigInt(slot), balances, nonces: [] };
    },

    async findTransactions(opening, closing) {
      const accounts = new Set(closing.balances.map(({ account }) => account));
      if (accounts.size === 0) return [];
      const slots = { from: Number(opening.blockNumber) + 1, to: Number(closing.blockNumber) };
      const found: SentTransaction[] = [];
      for (const listed of await listTransactions(url, slots)) {
        const account = fromBase58(listed.feePayer);
        if (!accounts.has(account)) continue;
        const fee = await costOf(listed);
        const given = -changeOf(listed, account) - fee;
        const value = given > 0n ? given : 0n;
        found.push({
          id: fromBase58(listed.signature),
          account,
          to: null,
          input: '0x',
          value,
          fee,
        });
      }
      return found;
    },

    async findReceipt(id): Promise<AuditReceipt | undefined> {
      const listed = await findTransaction(url, renderTransactionId(id));
      if (listed === undefined) return undefined;
      const from = fromBase58(listed.feePayer);
      const cost = await costOf(listed);
      return {
        id,
        blockNumber: BigInt(listed.slot),
        isSuccessful: !listed.isFailed,
        from,
        listsAllNative: true,
        gained: (account, token) =>
          token === zeroAddress
            ? changeOf(listed, account) + (account === from ? cost : 0n)
            : tokenChangeOf(listed, account, token),
      };
    },

    // A deposit is a plain transfer without a fixed fee.
    readFixedFee: async () => 0n,
  };
}

function changeOf({ lamports }: ListedTransaction, account: ChainAddress): bigint {
  return lamports.find(({ address }) => fromBase58(address) === account)?.change ?? 0n;
}

function tokenChangeOf(
  { tokens }: ListedTransaction,
  account: ChainAddress,
  token: ChainAddress,
): bigint {
  const owner = renderAddress(account);
  const mint = renderAddress(token);
  return tokens
    .filter((change) => change.owner === owner && change.mint === mint)
    .reduce((sum, { change }) => sum + change, 0n);
}

/**
 * Rent of the token accounts that the transaction opened, minus the rent of those that it closed.
 * An account whose lamports, without wrapped coins, changed by anything but one rent is not counted
 * and appears as a difference.
 */
function rentIn(
  { tokens, lamports }: ListedTransaction,
  rent: bigint,
  wrappedMint: string,
): bigint {
  return tokens
    .map(({ address, mint, change }) => {
      const inAccount = lamports.find((item) => item.address === address)?.change ?? 0n;
      return mint === wrappedMint ? inAccount - change : inAccount;
    })
    .filter((kept) => kept === rent || kept === -rent)
    .reduce((sum, kept) => sum + kept, 0n);
}
