import { createHash } from 'node:crypto';
import { type KeyPair, keyPairFromSeed } from '@ton/crypto';
import { WalletContractV5R1 } from '@ton/ton';
import { GLOBAL_ID } from './global-id.ts';

/** An account of the sandbox. */
export interface TonAccount {
  readonly keys: KeyPair;
  readonly wallet: WalletContractV5R1;
}

/**
 * Derives an account from its public role, so it has value only on the sandbox's chain. Its wallet
 * of version 5 sends up to 255 messages at once.
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
