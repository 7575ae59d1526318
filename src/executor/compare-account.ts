import { assertNever } from '../core/assert-never.ts';
import type { ChainName } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ListedAccounts } from '../ports/capabilities/accounts.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { RecoveryStore, SignedSince } from '../ports/stores/recovery-store.ts';
import type { Wallet } from '../ports/stores/wallet-store.ts';
import type { SigningLogContext } from './context.ts';

type ComparingAdapter = Pick<ChainAdapter, 'chain' | 'accounts'>;
type Account = Pick<Wallet, 'id' | 'address'>;

/**
 * Compares an account's transactions on its chain with those that the journal and the signing logs
 * explain, and freezes the wallet if there are others. On chains with nonces it compares the count,
 * including the node's pool. On the others it compares what was signed while the journal may have
 * lost attempts. Throws what the adapter throws if the chain does not answer, and
 * `JOURNAL_WENT_BACK` while a lost attempt may still land.
 * @param epoch the journal's epoch at which no signed attempt was missing
 */
export async function compareAccount(
  context: Pick<SigningLogContext<RecoveryStore>, 'journal'>,
  adapter: ComparingAdapter,
  wallet: Account,
  epoch: bigint,
): Promise<void> {
  const { id: walletId, address: account } = wallet;
  await context.journal.compareAccount({
    walletId,
    chain: adapter.chain.name,
    account,
    epoch,
    ...(await readTransactions(context, adapter, wallet)),
  });
}

/** The chain's transaction count, or, if the journal may have lost some, the transactions. */
async function readTransactions(
  context: Pick<SigningLogContext<RecoveryStore>, 'journal'>,
  { chain, accounts }: ComparingAdapter,
  wallet: Account,
): Promise<{ chainNonce?: bigint; signed?: SignedSince }> {
  switch (accounts.kind) {
    case 'counted':
      return { chainNonce: await (accounts.pendingNonce ?? accounts.nextNonce)(wallet.address) };
    case 'listed': {
      const signed = await readSigned(context, chain.name, accounts, wallet);
      return signed ? { signed } : {};
    }
    default:
      return assertNever(accounts, 'accounts');
  }
}

async function readSigned(
  { journal }: Pick<SigningLogContext<RecoveryStore>, 'journal'>,
  chain: ChainName,
  { signedWithin }: ListedAccounts,
  { id: walletId, address: account }: Account,
): Promise<SignedSince | undefined> {
  const lost = await journal.lostWithin({ walletId, chain, account });
  if (!lost) return undefined;
  const history = await signedWithin({ account, ...lost });
  if (history.kind === 'open') {
    const message = `the journal was rolled back; transactions that ${account} signed on ${chain} before may still land, so signing waits until they cannot`;
    throw new FerrymanError('JOURNAL_WENT_BACK', message, {
      next: 'retry',
      retryAfter: history.retryAfter,
    });
  }
  return { from: lost.from, txIds: history.txIds, isCut: history.kind === 'cut' };
}
