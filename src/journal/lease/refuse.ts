import type { LeaseRefusal } from '../../core/decide/lease-refusal.ts';
import type { LeaseRequest, LeaseResult } from '../../ports/stores/signing-records.ts';
import type { SqlSession } from '../sql-client.ts';
import { freezeWallet } from '../writes/freeze-wallet.ts';

export interface Refused {
  kind: 'refused';
  refusal: LeaseRefusal;
  /** Why to freeze the wallet; absent: it is not frozen. */
  freeze?: string;
}

export function refused(refusal: LeaseRefusal): Refused {
  return { kind: 'refused', refusal };
}

/** Freezes the wallet if someone else uses it, and returns the refusal. */
export async function refuse(
  session: SqlSession,
  { walletId }: LeaseRequest,
  { refusal, freeze }: Refused,
): Promise<LeaseResult> {
  if (freeze !== undefined) await freezeWallet(session, walletId, freeze);
  return { kind: 'refused', refusal };
}
