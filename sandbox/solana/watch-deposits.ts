import type { Block } from './block.ts';
import type { ExecutedTransaction } from './execute-transaction.ts';
import { lamportChanges, movedBy, tokenChanges } from './moved-amounts.ts';
import { readMemos } from './read-memos.ts';
import { SOL, SOLANA_TOKENS, type SolanaToken } from './solana-catalogue.ts';
import type { SolanaChain } from './solana-chain.ts';

/** What arrived at a provider's gateway. */
export interface Deposit {
  /** What the payer said that it is for; empty if nothing. */
  readonly orderId: string;
  /** Of the provider whose gateway it is. */
  readonly gatewayId: string;
  readonly token: SolanaToken;
  /** In base units. */
  readonly amount: bigint;
  /** Base58 address of the fee payer. */
  readonly payer: string;
  readonly signature: string;
  readonly slot: number;
}

interface WatcherOptions {
  readonly chain: SolanaChain;
  /** Blocks on top of a deposit's block before it counts. */
  readonly confirmations: number;
  readonly signal: AbortSignal;
  onDeposit(deposit: Deposit): void;
}

/** Reports every deposit, in order, and most of them more than once. Resolves when the signal aborts. */
export async function watchDeposits({ chain, confirmations, signal, onDeposit }: WatcherOptions): Promise<void> {
  const { blockchain, heads } = chain;
  let unread = 0;
  while (!signal.aborted) {
    const newest = heads.latest();
    const confirmed = blockchain.head('processed').height - confirmations;
    for (let height = unread; height <= confirmed; height++) {
      const block = blockchain.atHeight(height);
      if (block !== undefined) depositsIn(block, chain).forEach(onDeposit);
    }
    // What is not final is read again, so that a deposit which a reorganization moves is not missed.
    unread = Math.max(unread, Math.min(confirmed, blockchain.head('finalized').height) + 1);
    await heads.next(newest).catch((error) => {
      if (!signal.aborted) throw error;
    });
  }
}

function depositsIn({ slot, transactions }: Block, { gateways }: SolanaChain): Deposit[] {
  const successful = transactions.filter(({ outcome }) => outcome.error === null);
  return successful.flatMap((executed) =>
    [...gateways].flatMap(([gatewayId, address]) =>
      arrivedAt(address.toBase58(), executed).map(({ token, amount }) => ({
        orderId: readMemos(executed.transaction.message)[0] ?? '',
        gatewayId,
        token,
        amount,
        payer: executed.accounts.keys[0]?.toBase58() ?? '',
        signature: executed.transaction.signature,
        slot,
      })),
    ),
  );
}

function arrivedAt(gateway: string, executed: ExecutedTransaction): { token: SolanaToken; amount: bigint }[] {
  const moved = movedBy(executed);
  const coins = lamportChanges(moved).filter(({ address }) => address === gateway);
  const arrived = coins.map(({ change }) => ({ token: SOL, amount: change }));
  for (const { owner, mint, change } of tokenChanges(moved)) {
    const token = SOLANA_TOKENS.find(({ address }) => address === mint);
    if (owner === gateway && token !== undefined) arrived.push({ token, amount: change });
  }
  return arrived.filter(({ amount }) => amount > 0n);
}
