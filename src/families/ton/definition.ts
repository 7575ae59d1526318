import type { FamilyDefinition } from '../family-definition.ts';
import { tonGuard } from './guard/guard.ts';
import { tonKeys } from './keys/keys.ts';
import { readTonTransaction } from './router/read-transaction.ts';

/** The family's code, except its formats. */
export const tonFamily = {
  family: 'ton',
  reader: { transaction: readTonTransaction },
  guard: tonGuard,
  keys: tonKeys,
  async loadAdapter({ storedAccount, ...options }) {
    const [{ createTonAdapter }, { tonWalletOf }] = await Promise.all([
      import('./adapter/create-ton-adapter.ts'),
      import('./keys/wallet-of.ts'),
    ]);
    const walletOf = async (address: string) => tonWalletOf(await storedAccount(address));
    return createTonAdapter({ ...options, walletOf });
  },
} as const satisfies FamilyDefinition<'ton'>;
