import { createHash } from 'node:crypto';
import { type KeyPair, keyPairFromSeed } from '@ton/crypto';
import { WalletContractV5R1 } from '@ton/ton';
import { GLOBAL_ID } from './global-id.ts';

/** An account of the sandbox's own. */
export interface TonAccount {
  readonly keys: KeyPair;
  readonly wallet: WalletContractV5R1;
}

/**
 * Its key is made from its public role, so anybody can compute it: it is worth something on the
 * sandbox's chain only. Its wallet is of version 5, which sends up to 255 messages at once.
 */
export function tonAccount(role: string): TonAccount {
  const keys = keyPairFromSeed(
    createHash('sha256').update(`ferryman sandbox ${role} on TON`).digest(),
  );
  const walletId = { networkGlobalId: GLOBAL_ID };
  return {
    keys,
    wallet: WalletContractV5R1.create({ publicKey: keys.publicKey, workchain: 0, walletId }),
  };
}
