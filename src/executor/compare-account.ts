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
 * Compares what the chain shows of an account with what the journal and the signing logs explain,
 * and freezes its wallet where they do not: how many transactions it counts, in its pool too, and
 * where it does not count them, what was signed while the journal was losing what it signed. Throws
 * what the adapter throws where the chain does not answer, and `JOURNAL_WENT_BACK` while something
 * that was lost may still land.
 * @param epoch the journal's, at which nothing of what was signed was missing
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
    ...(await readShown(context, adapter, wallet)),
  });
}

/**
 * How many transactions the chain counts; or which ones it lists, where the journal may have lost
 * some.
 */
async function readShown(
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
    const message = `the journal was rolled back; what ${account} may have signed on ${chain} before can still land, and is waited for`;
    throw new FerrymanError('JOURNAL_WENT_BACK', message, {
      next: 'retry',
      retryAfter: history.retryAfter,
    });
  }
  return { from: lost.from, txIds: history.txIds, isCut: history.kind === 'cut' };
}
