import { randomUUID } from 'node:crypto';
import { PublicKey } from '@solana/web3.js';
import type { SolanaToken } from './solana-catalogue.ts';
import type { SolanaChain } from './solana-chain.ts';
import { createTokenAccount, mintTo, transfer, wrapInto } from './token-instructions.ts';

/**
 * Adds an amount of a token or the native coin to an account, and creates a token account if it has
 * none. Resolves when the newest block shows it.
 * @param to a base58 address
 * @param amount in base units
 * @throws {SandboxError} `transaction-failed`
 */
export async function fundAccount(
  { treasury }: Pick<SolanaChain, 'treasury'>,
  to: string,
  token: SolanaToken,
  amount: bigint,
): Promise<void> {
  const instructions = fundingInstructions(treasury.address, new PublicKey(to), token, amount);
  await treasury.submit(`fund ${randomUUID()}`, instructions).landed;
}

function fundingInstructions(
  treasury: PublicKey,
  to: PublicKey,
  token: SolanaToken,
  amount: bigint,
) {
  switch (token.behaviour) {
    case 'native':
      return [transfer({ token, from: treasury, to, amount })];
    case 'wrapped-native':
      return [createTokenAccount(treasury, to, token), ...wrapInto(treasury, to, token, amount)];
    case 'standard':
      return [createTokenAccount(treasury, to, token), mintTo(token, to, treasury, amount)];
  }
}
