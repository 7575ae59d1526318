import { type Deposit, findDeposits } from './find-deposits.ts';
import type { SolanaChain } from './solana-chain.ts';

interface WatcherOptions {
  readonly chain: Pick<SolanaChain, 'blockchain' | 'heads' | 'gateways'>;
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
  const { blockchain, heads } = chain;
  let unread = 0;
  while (!signal.aborted) {
    const newest = heads.latest();
    const confirmed = blockchain.head('processed').height - confirmations;
    for (let height = unread; height <= confirmed; height++) {
      const { transactions = [] } = blockchain.atHeight(height) ?? {};
      transactions.flatMap((executed) => findDeposits(executed, chain)).forEach(onDeposit);
    }
    // Read blocks that are not final again, so that a deposit moved by a reorganization is not
    // missed.
    unread = Math.max(unread, Math.min(confirmed, blockchain.head('finalized').height) + 1);
    await heads.next(newest).catch((error) => {
      if (!signal.aborted) throw error;
    });
  }
}
