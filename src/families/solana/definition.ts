import type { FamilyDefinition } from '../family-definition.ts';
import { solanaGuard } from './guard/guard.ts';
import { solanaKeys } from './keys/keys.ts';
import { readSolanaTransaction } from './router/read-transaction.ts';

/** The family's code, except its formats. */
export const solanaFamily = {
  family: 'solana',
  reader: { transaction: readSolanaTransaction },
  guard: solanaGuard,
  keys: solanaKeys,
  async loadAdapter(options) {
    const { createSolanaAdapter } = await import('./adapter/create-solana-adapter.ts');
    return createSolanaAdapter(options);
  },
} as const satisfies FamilyDefinition<'solana'>;
