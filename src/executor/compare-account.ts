import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Wallet } from '../ports/journal.ts';
import type { LedgerContext } from './context.ts';

/**
 * Compares what the chain shows of an account with what the journal and the signing logs explain, in its pool too where accounts count their
 * transactions; freezes its wallet where they do not. Throws what the adapter throws where the chain does not answer.
 * @param epoch the journal's, at which nothing of what was signed was missing
 */
export async function compareAccount(
  { journal }: Pick<LedgerContext, 'journal'>,
  adapter: Pick<ChainAdapter, 'chain' | 'nextNonce' | 'pendingNonce'>,
  { id: walletId, address: account }: Pick<Wallet, 'id' | 'address'>,
  epoch: bigint,
): Promise<void> {
  const chainNonce = await (adapter.pendingNonce ?? adapter.nextNonce)?.(account);
  await journal.compareAccount({
    walletId,
    chain: adapter.chain.name,
    account,
    epoch,
    ...(chainNonce === undefined ? {} : { chainNonce }),
  });
}
