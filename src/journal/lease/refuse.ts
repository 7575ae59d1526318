import type { LeaseRequest, LeaseResult } from '../../ports/stores/signing-records.ts';
import type { SqlSession } from '../sql-client.ts';
import { freezeWallet } from '../writes/freeze-wallet.ts';
import type { Refused } from './refused.ts';

/** Freezes the wallet if someone else uses it, and returns the refusal. */
export async function refuse(
  session: SqlSession,
  { walletId }: LeaseRequest,
  { refusal, freeze }: Refused,
): Promise<LeaseResult> {
  if (freeze !== undefined) await freezeWallet(session, walletId, freeze);
  return { kind: 'refused', refusal };
}
