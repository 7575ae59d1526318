import type { FamilyDefinition } from '../family-definition.ts';
import { bitcoinGuard } from './guard/guard.ts';
import { bitcoinKeys } from './keys/keys.ts';
import { readBitcoinTransaction } from './router/read-transaction.ts';

/** The family's code, except its formats. */
export const bitcoinFamily = {
  family: 'bitcoin',
  reader: { transaction: readBitcoinTransaction },
  guard: bitcoinGuard,
  keys: bitcoinKeys,
  async loadAdapter({ storedAccount, ...options }) {
    const { createBitcoinAdapter } = await import('./adapter/create-bitcoin-adapter.ts');
    return createBitcoinAdapter({
      ...options,
      async publicKeyOf(address) {
        const account = await storedAccount(address);
        return account?.family === 'bitcoin' ? account.publicKey : undefined;
      },
    });
  },
} as const satisfies FamilyDefinition<'bitcoin'>;
