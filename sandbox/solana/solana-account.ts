import { createHash } from 'node:crypto';
import { Keypair } from '@solana/web3.js';

/**
 * An account of the sandbox. Its key derives from its public role, so it has value only on the
 * sandbox's chain.
 */
export function solanaAccount(role: string): Keypair {
  return Keypair.fromSeed(
    createHash('sha256').update(`ferryman sandbox ${role} on SOLANA`).digest(),
  );
}
