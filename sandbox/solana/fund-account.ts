import { randomUUID } from 'node:crypto';
import { PublicKey } from '@solana/web3.js';
import type { SolanaToken } from './solana-catalogue.ts';
import type { SolanaChain } from './solana-chain.ts';
import { createTokenAccount, mintTo, transfer, wrapInto } from './token-instructions.ts';

/**
 * Gives an account exactly so much of a token or of the native coin, on top of what it has, and a
 * token account where it has none. Resolves when the newest block shows it.
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
