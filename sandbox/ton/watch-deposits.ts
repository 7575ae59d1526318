import { type Deposit, findDeposit } from './find-deposit.ts';
import type { TonChain } from './ton-chain.ts';

interface WatcherOptions {
  readonly chain: Pick<TonChain, 'blockchain' | 'heads' | 'gateways'>;
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
  let unread = blockchain.first().seqno;
  while (!signal.aborted) {
    const newest = heads.latest();
    const confirmed = blockchain.head().seqno - confirmations;
    for (let seqno = unread; seqno <= confirmed; seqno++) {
      const { transactions = [] } = blockchain.at(seqno) ?? {};
      for (const included of transactions) {
        const deposit = findDeposit(included, chain);
        if (deposit !== undefined) onDeposit(deposit);
      }
    }
    // Read blocks that are not final again, so that a deposit moved by a reorganization is not
    // missed.
    unread = Math.max(unread, Math.min(confirmed, blockchain.finalHead().seqno) + 1);
    await heads.next(newest).catch((error) => {
      if (!signal.aborted) throw error;
    });
  }
}
