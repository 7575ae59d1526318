import type { FamilyDefinition } from '../family-definition.ts';
import { tronGuard } from './guard/guard.ts';
import { tronKeys } from './keys/keys.ts';
import { readTronAddress, readTronTransaction } from './router/read-transaction.ts';

/** Everything that Ferryman implements for the family, except its formats. */
export const tronFamily = {
  family: 'tron',
  reader: {
    transaction: readTronTransaction,
    spender: (text) => readTronAddress(text, 'approvalAddress'),
  },
  guard: tronGuard,
  keys: tronKeys,
  async loadAdapter(options) {
    const { createTronAdapter } = await import('./adapter/create-tron-adapter.ts');
    return createTronAdapter(options);
  },
} as const satisfies FamilyDefinition<'tron'>;
