import type { FamilyDefinition } from '../family-definition.ts';
import { bitcoinGuard } from './guard/guard.ts';
import { bitcoinKeys } from './keys/keys.ts';
import { readBitcoinTransaction } from './router/read-transaction.ts';

/** All that Ferryman has of the family, beside its formats. */
export const bitcoinFamily = {
  family: 'bitcoin',
  reader: { transaction: readBitcoinTransaction },
  guard: bitcoinGuard,
  keys: bitcoinKeys,
  async loadAdapter(options) {
    const { createBitcoinAdapter } = await import('./adapter/create-bitcoin-adapter.ts');
    return createBitcoinAdapter(options);
  },
} as const satisfies FamilyDefinition<'bitcoin'>;
