import { keccak256, type PrivateKeyAccount, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { SandboxChainName } from '../endpoints.ts';

/**
 * An account of the sandbox's own. Its key is made from its public role, so anybody can compute it:
 * it is worth something on the sandbox's chains only. Each chain has its own, so that contracts do
 * not end up at the same addresses on all chains and a mixed-up chain is noticed.
 */
export function sandboxAccount(role: string, chain: SandboxChainName): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(toHex(`ferryman sandbox ${role} on ${chain}`)));
}
