import type { FamilyDefinition } from '../family-definition.ts';
import { evmGuard } from './guard/guard.ts';
import { evmKeys } from './keys/keys.ts';
import { readEvmAddress, readEvmTransaction } from './router/read-transaction.ts';

/** Everything that Ferryman implements for the family, except its formats. */
export const evmFamily = {
  family: 'evm',
  reader: {
    transaction: readEvmTransaction,
    spender: (text) => readEvmAddress(text, 'approvalAddress'),
  },
  guard: evmGuard,
  keys: evmKeys,
  async loadAdapter(options) {
    const { createEvmAdapter } = await import('./adapter/create-evm-adapter.ts');
    return createEvmAdapter(options);
  },
} as const satisfies FamilyDefinition<'evm'>;
