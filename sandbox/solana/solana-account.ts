import { createHash } from 'node:crypto';
import { Keypair } from '@solana/web3.js';

/**
 * An account of the sandbox's own. Its key is made from its public role, so anybody can compute it:
 * it is worth something on the sandbox's chain only.
 */
export function solanaAccount(role: string): Keypair {
  return Keypair.fromSeed(
    createHash('sha256').update(`ferryman sandbox ${role} on SOLANA`).digest(),
  );
}
