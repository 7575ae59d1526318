import { Connection, type TokenBalance, type VersionedBlockResponse } from '@solana/web3.js';
import { type LamportChange, lamportChanges, type TokenChange, tokenChanges } from './moved-amounts.ts';

/** A transaction of the chain, with all that it moved. */
export interface ListedTransaction {
  readonly signature: string;
  readonly slot: number;
  /** Whether it failed: then it moved nothing but its fee. */
  readonly isFailed: boolean;
  readonly feePayer: string;
  /** In lamports; part of the fee payer's change. */
  readonly fee: bigint;
  readonly lamports: readonly LamportChange[];
  readonly tokens: readonly TokenChange[];
}

/** Slots, both included; those that are not confirmed yet have nothing to list. */
export interface SlotRange {
  readonly from: number;
  readonly to: number;
}

/** Reads all transactions of a range of slots from a node, in their order, with what each moved. */
export async function listTransactions(rpcUrl: string, { from, to }: SlotRange): Promise<ListedTransaction[]> {
  const connection = new Connection(rpcUrl, 'confirmed');
  const listed: ListedTransaction[] = [];
  for (const slot of await connection.getBlocks(from, to, 'confirmed')) {
    const block = await connection.getBlock(slot, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 });
    listed.push(...(block?.transactions ?? []).flatMap((item) => listOne(item, slot)));
  }
  return listed;
}

type BlockTransaction = VersionedBlockResponse['transactions'][number];

function listOne({ transaction, meta }: BlockTransaction, slot: number): ListedTransaction[] {
  const [signature] = transaction.signatures;
  if (signature === undefined || meta === null) return [];
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
  return [
    {
      signature,
      slot,
      isFailed: meta.err !== null,
      feePayer: addresses[0] ?? '',
      fee: BigInt(meta.fee),
      lamports: lamportChanges(moved),
      tokens: tokenChanges(moved),
    },
  ];
}

function heldTokens(balances: readonly TokenBalance[] | null | undefined) {
  return (balances ?? []).map(({ accountIndex, owner = '', mint, uiTokenAmount }) => ({
    accountIndex,
    owner,
    mint,
    amount: BigInt(uiTokenAmount.amount),
  }));
}
