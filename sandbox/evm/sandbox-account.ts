import { keccak256, type PrivateKeyAccount, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { SandboxChainName } from '../endpoints.ts';

/**
 * An account of the sandbox. Its key derives from its public role, so it has value only on sandbox
 * chains. Each chain has its own accounts: contract addresses differ between chains, and a mixed-up
 * chain is noticed.
 */
export function sandboxAccount(role: string, chain: SandboxChainName): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(toHex(`ferryman sandbox ${role} on ${chain}`)));
}
