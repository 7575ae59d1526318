import type { TokenBalance, VersionedBlockResponse } from '@solana/web3.js';
import {
  type LamportChange,
  lamportChanges,
  type TokenChange,
  tokenChanges,
} from './moved-amounts.ts';

/** A transaction with all its balance changes. */
export interface ListedTransaction {
  readonly signature: string;
  readonly slot: number;
  /** A failed transaction changed nothing but its fee. */
  readonly isFailed: boolean;
  readonly feePayer: string;
  /** In lamports. Included in the change of the fee payer. */
  readonly fee: bigint;
  readonly lamports: readonly LamportChange[];
  readonly tokens: readonly TokenChange[];
}

type BlockTransaction = Pick<
  VersionedBlockResponse['transactions'][number],
  'transaction' | 'meta'
>;

/** @returns nothing if the node does not report the result */
export function readListed(
  { transaction, meta }: BlockTransaction,
  slot: number,
): ListedTransaction | undefined {
  const [signature] = transaction.signatures;
  if (signature === undefined || meta === null) return undefined;
  const { loadedAddresses } = meta;
  const own = transaction.message.staticAccountKeys;
  const loaded = [...(loadedAddresses?.writable ?? []), ...(loadedAddresses?.readonly ?? [])];
  const addresses = [...own, ...loaded].map((key) => key.toBase58());
  const moved = {
    addresses,
    preBalances: meta.preBalances.map(BigInt),
    postBalances: meta.postBalances.map(BigInt),
    preTokenBalances: heldTokens(meta.preTokenBalances),
    postTokenBalances: heldTokens(meta.postTokenBalances),
  };
  return {
    signature,
    slot,
    isFailed: meta.err !== null,
    feePayer: addresses[0] ?? '',
    fee: BigInt(meta.fee),
    lamports: lamportChanges(moved),
    tokens: tokenChanges(moved),
  };
}

function heldTokens(balances: readonly TokenBalance[] | null | undefined) {
  return (balances ?? []).map(({ accountIndex, owner = '', mint, uiTokenAmount }) => ({
    accountIndex,
    owner,
    mint,
    amount: BigInt(uiTokenAmount.amount),
  }));
}
