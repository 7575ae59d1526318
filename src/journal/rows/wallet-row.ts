import type { Family } from '../../core/swap/chains.ts';
import type { WalletId } from '../../core/swap/ids.ts';
import type { Wallet } from '../../ports/stores/wallet-store.ts';

export interface WalletRow {
  id: WalletId;
  name: string;
  family: Family;
  address: string;
  key_ref: string;
  frozen_reason: string | null;
}

export const walletColumns = 'id, name, family, address, key_ref, frozen_reason';

export function walletFromRow(row: WalletRow): Wallet {
  return {
    id: row.id,
    name: row.name,
    family: row.family,
    address: row.address,
    keyRef: row.key_ref,
    ...(row.frozen_reason === null ? {} : { frozenReason: row.frozen_reason }),
  };
}
