import type { Family } from '../../core/swap/chains.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { UnfreezeRequest } from '../../ports/stores/recovery-store.ts';
import { encodeJson, storableText } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';

/**
 * Accounts for everything up to now: later checks compare only nonces from the given ones on and
 * allowances given from now on. Throws `UNKNOWN_WALLET`, `INVALID_REQUEST` for a wallet that is not
 * frozen, and `FREEZE_CHANGED` for one that is frozen for another reason than expected.
 */
export async function unfreezeWallet(session: SqlSession, request: UnfreezeRequest): Promise<void> {
  const { walletId, by, reason, chainNonces } = request;
  // The order of locks: accounts before allowances before wallets.
  for (const [chain, nonce] of [...chainNonces].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await session.query(
      `update wallet_chain set accounted_nonce = greatest(accounted_nonce, $3::bigint),
         next_nonce = case when next_nonce is null then null else greatest(next_nonce, $3::bigint) end
       where wallet_id = $1 and chain = $2`,
      [walletId, chain, nonce],
    );
  }
  // On chains without a nonce the person has checked everything signed so far as a whole.
  await session.query(
    `update wallet_chain set compared_epoch = epoch from journal_instance
     where wallet_id = $1 and chain <> all($2::text[]) and compared_epoch < epoch`,
    [walletId, [...chainNonces.keys()]],
  );
  await session.query(
    'update allowances set accounted_position = (select coalesce(max(position), 0) from leases) where wallet_id = $1',
    [walletId],
  );
  const [wallet] = await session.query<{
    name: string;
    family: Family;
    frozen_reason: string | null;
  }>('select name, family, frozen_reason from wallets where id = $1 for update', [walletId]);
  if (!wallet) throw new FerrymanError('UNKNOWN_WALLET', `there is no wallet ${walletId}`);
  const { name, family, frozen_reason: frozen } = wallet;
  if (frozen === null)
    throw new FerrymanError('INVALID_REQUEST', `the wallet ${name} is not frozen`);
  if (request.frozenReason !== undefined && request.frozenReason !== frozen)
    throw new FerrymanError(
      'FREEZE_CHANGED',
      `the wallet ${name} is frozen for another reason now: ${frozen}`,
    );
  await session.query('update wallets set frozen_reason = null where id = $1', [walletId]);
  await session.query(
    `insert into interventions (kind, subject, by, reason, data) values ('wallet_unfrozen', $1, $2, $3, $4::jsonb)`,
    [
      name,
      storableText(by),
      storableText(reason),
      encodeJson({ family, frozen, chainNonces: Object.fromEntries(chainNonces) }),
    ],
  );
}
