import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { RecoveryStore, SignedSince } from '../ports/stores/recovery-store.ts';
import type { Wallet } from '../ports/stores/wallet-store.ts';
import type { SigningLogContext } from './context.ts';

type ComparingAdapter = Pick<ChainAdapter, 'chain' | 'nextNonce' | 'pendingNonce' | 'signedWithin'>;
type Account = Pick<Wallet, 'id' | 'address'>;

/**
 * Compares what the chain shows of an account with what the journal and the signing logs explain, and freezes its wallet where they do not: how many
 * transactions it counts, in its pool too, and where it does not count them, what was signed while the journal was losing what it signed. Throws
 * what the adapter throws where the chain does not answer, and `JOURNAL_WENT_BACK` while something that was lost may still land.
 * @param epoch the journal's, at which nothing of what was signed was missing
 */
export async function compareAccount(
  context: Pick<SigningLogContext<RecoveryStore>, 'journal'>,
  adapter: ComparingAdapter,
  wallet: Account,
  epoch: bigint,
): Promise<void> {
  const { id: walletId, address: account } = wallet;
  const chainNonce = await (adapter.pendingNonce ?? adapter.nextNonce)?.(account);
  const signed = await readSigned(context, adapter, wallet);
  await context.journal.compareAccount({
    walletId,
    chain: adapter.chain.name,
    account,
    epoch,
    ...(chainNonce === undefined ? {} : { chainNonce }),
    ...(signed === undefined ? {} : { signed }),
  });
}

async function readSigned(
  { journal }: Pick<SigningLogContext<RecoveryStore>, 'journal'>,
  { chain: { name: chain }, signedWithin }: ComparingAdapter,
  { id: walletId, address: account }: Account,
): Promise<SignedSince | undefined> {
  const lost = signedWithin && (await journal.lostWithin({ walletId, chain, account }));
  if (!lost) return undefined;
  const history = await signedWithin({ account, ...lost });
  if (history.kind === 'open') {
    const message = `the journal was rolled back; what ${account} may have signed on ${chain} before can still land, and is waited for`;
    throw new FerrymanError('JOURNAL_WENT_BACK', message, { next: 'retry', retryAfter: history.retryAfter });
  }
  return { from: lost.from, txIds: history.txIds, isCut: history.kind === 'cut' };
}
