import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type VersionedBlockResponse,
  type VersionedTransactionResponse,
} from '@solana/web3.js';
import { hexToBytes } from 'viem';
import type { SolanaChainEndpoints } from '../../../sandbox/endpoints.ts';
import { solanaNativeToken } from '../../../src/families/solana/formats/chain.ts';
import type { Approval, ChainHistory, RunChain, RunWallet, Wallets } from './run-chain.ts';

const tokenProgram = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
/**
 * SPL Token's packed account: whom its owner lets take from it, and how much; and whom its owner
 * lets close it.
 */
const mintAt = 0;
const delegateAt = 72;
const delegatedAmountAt = 121;
const closerAt = 129;
const keyBytes = 32;

const slotsAtOnce = 500;
const blocksAtOnce = 50;

type Found = VersionedBlockResponse['transactions'][number];
type Meta = NonNullable<VersionedTransactionResponse['meta']>;
type Owned = Pick<RunWallet, 'name' | 'address'>;

/**
 * Reads every block through JSON-RPC. What moved is told by balances before and after each
 * transaction.
 */
export function solanaRunChain(name: 'SOLANA', { rpcUrls }: SolanaChainEndpoints): RunChain {
  const connection = new Connection(rpcUrls[0] ?? '', 'confirmed');
  return {
    name,
    family: 'solana',
    async readHistory(wallets) {
      const owned = ownedBy(wallets);
      const history: ChainHistory = { outgoing: [], incoming: [], approvals: [], accounts: [] };
      for (const found of await readTransactions(connection)) {
        const { meta, transaction } = found;
        const [txId] = transaction.signatures;
        if (!meta || txId === undefined)
          throw new Error('the node tells no outcome of a transaction');
        for (const wallet of owned) {
          const seen = { chain: name, wallet: wallet.name, txId };
          const { isPayer, given, brought } = whatMoved(found, meta, wallet);
          if (isPayer || given.length > 0) {
            history.outgoing.push({
              ...seen,
              succeeded: meta.err === null,
              paid: given,
              deposits: [],
              fetched: [],
            });
          } else history.incoming.push(...brought.map((one) => ({ ...seen, ...one })));
        }
      }
      for (const wallet of owned) {
        history.approvals.push(
          ...(await readApprovals(connection, wallet)).map((one) => ({ chain: name, ...one })),
        );
      }
      return history;
    },
    async balanceOf(account, token) {
      const owner = new PublicKey(account);
      if (token === solanaNativeToken) return BigInt(await connection.getBalance(owner));
      const { value } = await connection.getTokenAccountsByOwner(owner, {
        mint: new PublicKey(token),
      });
      return value.reduce(
        (sum, { account: { data } }) => sum + data.readBigUInt64LE(2 * keyBytes),
        0n,
      );
    },
    // No node shows what waits: it gets in with the next blocks, or never.
    readWaiting: async () => [],
    readHeight: async () => BigInt(await connection.getBlockHeight('processed')),
    async sendFrom({ secret }) {
      const stranger = Keypair.fromSeed(hexToBytes(secret));
      const { publicKey } = stranger;
      const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
      const sent = new Transaction({ feePayer: publicKey, blockhash, lastValidBlockHeight });
      sent.add(SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: publicKey, lamports: 1 }));
      sent.sign(stranger);
      return connection.sendRawTransaction(sent.serialize());
    },
  };
}

function ownedBy(wallets: Wallets): Owned[] {
  return wallets.filter(({ family }) => family === 'solana');
}

/** From the newest block backwards, until there is none: slots begin with a large number. */
async function readTransactions(connection: Connection): Promise<Found[]> {
  const found: Found[] = [];
  for (let last = await connection.getSlot(); ; last -= slotsAtOnce) {
    const slots = await connection.getBlocks(Math.max(0, last - slotsAtOnce + 1), last);
    if (slots.length === 0) return found;
    for (let first = 0; first < slots.length; first += blocksAtOnce) {
      const blocks = await Promise.all(
        slots
          .slice(first, first + blocksAtOnce)
          .map((slot) => connection.getBlock(slot, { maxSupportedTransactionVersion: 0 })),
      );
      found.push(...blocks.flatMap((block) => block?.transactions ?? []));
    }
  }
}

/** What a wallet has less of afterwards, fees and rents apart, and more of. */
function whatMoved({ transaction }: Found, meta: Meta, { address }: Owned) {
  const { loadedAddresses } = meta;
  const keys = [
    ...transaction.message.staticAccountKeys,
    ...(loadedAddresses?.writable ?? []),
    ...(loadedAddresses?.readonly ?? []),
  ].map((key) => key.toBase58());
  const index = keys.indexOf(address);
  const isPayer = index === 0;
  const costs = isPayer ? BigInt(meta.fee) + rentsIn(meta) : 0n;
  const changes = tokenChangesOf(meta, address);
  if (index !== -1) changes.set(solanaNativeToken, lamportsAt(meta, index) + costs);
  const moved = [...changes].map(([token, change]) => ({ token, change }));
  return {
    isPayer,
    given: moved
      .filter(({ change }) => change < 0n)
      .map(({ token, change }) => ({ token, amount: -change })),
    brought: moved
      .filter(({ change }) => change > 0n)
      .map(({ token, change }) => ({ token, amount: change })),
  };
}

function lamportsAt({ preBalances, postBalances }: Meta, index: number): bigint {
  return BigInt(postBalances[index] ?? 0) - BigInt(preBalances[index] ?? 0);
}

/** What token accounts have that are new: whoever pays the fee pays for them too. */
function rentsIn(meta: Meta): bigint {
  const before = new Set(meta.preTokenBalances?.map(({ accountIndex }) => accountIndex));
  const added = (meta.postTokenBalances ?? []).filter(
    ({ accountIndex }) => !before.has(accountIndex),
  );
  return added.reduce((sum, { accountIndex }) => sum + lamportsAt(meta, accountIndex), 0n);
}

/**
 * By the token's mint, over all accounts that the wallet owned before, and those that it owns
 * afterwards.
 */
function tokenChangesOf(
  { preTokenBalances, postTokenBalances }: Meta,
  wallet: string,
): Map<string, bigint> {
  const changes = new Map<string, bigint>();
  const count = (balances: Meta['preTokenBalances'], sign: bigint): void => {
    for (const { owner, mint, uiTokenAmount } of balances ?? []) {
      if (owner === wallet)
        changes.set(mint, (changes.get(mint) ?? 0n) + sign * BigInt(uiTokenAmount.amount));
    }
  };
  count(preTokenBalances, -1n);
  count(postTokenBalances, 1n);
  return changes;
}

/**
 * Whoever may take from a token account of the wallet, or close it, in the end. What let them is
 * told by the account.
 */
async function readApprovals(
  connection: Connection,
  { name, address }: Owned,
): Promise<Omit<Approval, 'chain'>[]> {
  const { value } = await connection.getTokenAccountsByOwner(new PublicKey(address), {
    programId: tokenProgram,
  });
  return value.flatMap(({ pubkey, account: { data } }) => {
    const seen = { wallet: name, txId: pubkey.toBase58(), token: keyAt(data, mintAt) };
    const [delegate, closer] = [optionalKeyAt(data, delegateAt), optionalKeyAt(data, closerAt)];
    return [
      ...(delegate
        ? [{ ...seen, spender: delegate, amount: data.readBigUInt64LE(delegatedAmountAt) }]
        : []),
      ...(closer ? [{ ...seen, spender: closer, amount: 0n }] : []),
    ];
  });
}

function optionalKeyAt(data: Buffer, offset: number): string | undefined {
  return data.readUInt32LE(offset) === 0 ? undefined : keyAt(data, offset + 4);
}

function keyAt(data: Buffer, offset: number): string {
  return new PublicKey(data.subarray(offset, offset + keyBytes)).toBase58();
}
