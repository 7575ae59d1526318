import { type Deposit, findDeposit } from './find-deposit.ts';
import type { TonChain } from './ton-chain.ts';

interface WatcherOptions {
  readonly chain: Pick<TonChain, 'blockchain' | 'heads' | 'gateways'>;
  /** Blocks on top of a deposit's block before it counts. */
  readonly confirmations: number;
  readonly signal: AbortSignal;
  onDeposit(deposit: Deposit): void;
}

/**
 * Reports every deposit, in order, and most of them more than once. Resolves when the signal
 * aborts.
 */
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
    // What is not final is read again, so that a deposit which a reorganization moves is not
    // missed.
    unread = Math.max(unread, Math.min(confirmed, blockchain.finalHead().seqno) + 1);
    await heads.next(newest).catch((error) => {
      if (!signal.aborted) throw error;
    });
  }
}
