import type { ComparedAccount } from '../../ports/stores/recovery-store.ts';
import { encodeJson } from '../json.ts';
import { explainExternalNonce, selectExternalNonce } from '../lease/account-for-nonces.ts';
import { onlyRow } from '../only-row.ts';
import { selectOwnTransactions } from '../operations/is-own-transaction.ts';
import type { SqlSession } from '../sql-client.ts';
import { freezeWallet } from '../writes/freeze-wallet.ts';

const findExternalNonce = selectExternalNonce({
  walletId: '$1::uuid',
  chain: '$2::text',
  account: '$4::text',
  chainNonce: '$3::bigint',
});

const findOwn = selectOwnTransactions('$1', '$2');

/** An account without a row was never leased, and is compared before its first lease. */
const markCompared = `
  update wallet_chain set compared_epoch = epoch from journal_instance
  where wallet_id = $1 and chain = $2 and epoch = $3 and compared_epoch < epoch`;

/**
 * Freezes the account's wallet if the chain shows a transaction that is not in the journal. Returns
 * why.
 */
export async function compareAccount(
  session: SqlSession,
  compared: ComparedAccount,
): Promise<string | undefined> {
  const { walletId, chain, epoch } = compared;
  const why = (await judgeNonce(session, compared)) ?? (await judgeSigned(session, compared));
  if (why !== undefined) await freezeWallet(session, walletId, why);
  else await session.query(markCompared, [walletId, chain, epoch]);
  return why;
}

async function judgeNonce(
  session: SqlSession,
  compared: ComparedAccount,
): Promise<string | undefined> {
  const { walletId, chain, account, chainNonce } = compared;
  if (chainNonce === undefined) return undefined;
  const { foreign } = onlyRow(
    await session.query<{ foreign: bigint | null }>(findExternalNonce, [
      walletId,
      chain,
      chainNonce,
      account,
    ]),
  );
  return foreign === null
    ? undefined
    : explainExternalNonce({ chain, account, chainNonce }, foreign);
}

/** Attempts, their CPFP children and lost attempts are known, for any swap. */
async function judgeSigned(
  session: SqlSession,
  compared: ComparedAccount,
): Promise<string | undefined> {
  const { chain, account, signed } = compared;
  if (!signed) return undefined;
  const { txIds, from, isCut } = signed;
  const own = await session.query<{ txId: string }>(findOwn, [chain, encodeJson(txIds)]);
  const known = new Set(own.map(({ txId }) => txId));
  const [foreign, ...others] = txIds.filter((txId) => !known.has(txId));
  if (foreign !== undefined) {
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    return `on ${chain} ${account} has signed ${foreign}${more}, which the journal does not have: the signing log that has it is lost, or another program uses the key`;
  }
  if (!isCut) return undefined;
  const since = new Date(from).toISOString();
  return `the journal was rolled back, and ${account} has more transactions on ${chain} since ${since} than Ferryman reads: compare them with its swaps`;
}
