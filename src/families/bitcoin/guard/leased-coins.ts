import type { Outpoint } from '../../../core/swap/swap.ts';
import type { GuardRequest } from '../../../ports/guard.ts';

/** The coins of the lease, and those that are added to it for a replacement: others may be reserved. */
export function leasedCoins({
  lease: { terms },
  enlargement,
}: Pick<GuardRequest, 'lease' | 'enlargement'>): readonly Outpoint[] {
  const reserved = terms.kind === 'outpoints' ? terms.outpoints : [];
  return [...reserved, ...(enlargement?.added ?? [])];
}
