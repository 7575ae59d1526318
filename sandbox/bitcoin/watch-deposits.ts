import type { BitcoinChain } from './bitcoin-chain.ts';
import { type Deposit, findDeposits } from './find-deposits.ts';

interface WatcherOptions {
  readonly chain: Pick<
    BitcoinChain,
    'blockchain' | 'heads' | 'finalityDepth' | 'gateways' | 'memos'
  >;
  /** Confirmations that a deposit needs. */
  readonly confirmations: number;
  readonly signal: AbortSignal;
  onDeposit(deposit: Deposit): void;
}

/** Reports every deposit in order, most of them more than once. Resolves when the signal aborts. */
export async function watchDeposits({
  chain,
  confirmations,
  signal,
  onDeposit,
}: WatcherOptions): Promise<void> {
  const { blockchain, heads, finalityDepth } = chain;
  let unread = 0;
  while (!signal.aborted) {
    const newest = heads.latest();
    const { height: tip } = blockchain.tip();
    const confirmed = tip - confirmations;
    for (let height = unread; height <= confirmed; height++) {
      const { transactions = [] } = blockchain.index.atHeight(height) ?? {};
      transactions.flatMap((transaction) => findDeposits(transaction, chain)).forEach(onDeposit);
    }
    // Read blocks that are not final again, so that a deposit moved by a reorganization is not
    // missed.
    unread = Math.max(unread, Math.min(confirmed, tip - finalityDepth) + 1);
    await heads.next(newest).catch((error) => {
      if (!signal.aborted) throw error;
    });
  }
}
