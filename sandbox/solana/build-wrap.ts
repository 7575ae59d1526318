import { randomBytes } from 'node:crypto';
import { PublicKey, SystemProgram } from '@solana/web3.js';
import { compileTransaction } from './compile-transaction.ts';
import { TOKEN_PROGRAM } from './programs.ts';
import { WSOL } from './solana-catalogue.ts';
import type { SolanaChain } from './solana-chain.ts';
import { associatedTokenAddress, TOKEN_ACCOUNT_BYTES } from './token-account.ts';
import {
  closeTokenAccount,
  createTokenAccount,
  initializeTokenAccount,
  transferChecked,
  wrapInto,
} from './token-instructions.ts';

export interface Wrapping {
  /** Base58 address of the wallet that pays and receives. */
  readonly owner: string;
  /** In lamports, one for one. */
  readonly amount: bigint;
}

/**
 * Builds a wrap into the owner's associated account.
 * @returns base64
 */
export function buildWrap({ blockchain }: SolanaChain, { owner, amount }: Wrapping): string {
  const wallet = new PublicKey(owner);
  const bytes = compileTransaction({
    payer: wallet,
    instructions: [
      createTokenAccount(wallet, wallet, WSOL),
      ...wrapInto(wallet, wallet, WSOL, amount),
    ],
    blockhash: blockchain.head('finalized').blockhash,
    signers: [],
  });
  return Buffer.from(bytes).toString('base64');
}

/**
 * Builds an unwrap. A token account returns native coins only when it closes, as a whole. So the
 * amount passes through a temporary account of this transaction.
 * @returns base64
 */
export async function buildUnwrap(
  { blockchain }: SolanaChain,
  { owner, amount }: Wrapping,
): Promise<string> {
  const wallet = new PublicKey(owner);
  const seed = randomBytes(16).toString('hex');
  const temporary = await PublicKey.createWithSeed(wallet, seed, TOKEN_PROGRAM);
  const bytes = compileTransaction({
    payer: wallet,
    instructions: [
      SystemProgram.createAccountWithSeed({
        fromPubkey: wallet,
        basePubkey: wallet,
        newAccountPubkey: temporary,
        seed,
        lamports: Number(blockchain.engine.rentExemptMinimum(TOKEN_ACCOUNT_BYTES)),
        space: TOKEN_ACCOUNT_BYTES,
        programId: TOKEN_PROGRAM,
      }),
      initializeTokenAccount(temporary, WSOL.mint, wallet),
      transferChecked(WSOL, associatedTokenAddress(wallet, WSOL.mint), temporary, wallet, amount),
      closeTokenAccount(temporary, wallet),
    ],
    blockhash: blockchain.head('finalized').blockhash,
    signers: [],
  });
  return Buffer.from(bytes).toString('base64');
}
