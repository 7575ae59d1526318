import { PublicKey } from '@solana/web3.js';
import type { AccountState } from './engine.ts';
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts';

/** The content of a token account. */
export interface TokenAccount {
  readonly mint: PublicKey;
  readonly owner: PublicKey;
  /** In base units. */
  readonly amount: bigint;
  readonly program: PublicKey;
}

/** Sizes and offsets of SPL Token's packed state. */
export const TOKEN_ACCOUNT_BYTES = 165;
export const MINT_BYTES = 82;
const [OWNER_AT, AMOUNT_AT, DECIMALS_AT] = [32, 64, 44];

/** @returns undefined if it is not a token account */
export function readTokenAccount(
  account: Pick<AccountState, 'data' | 'owner'> | undefined,
): TokenAccount | undefined {
  if (account === undefined || account.data.length < TOKEN_ACCOUNT_BYTES) return undefined;
  const owner = Buffer.from(account.owner);
  const program = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].find((candidate) =>
    owner.equals(candidate.toBytes()),
  );
  if (program === undefined) return undefined;
  const data = Buffer.from(account.data);
  return {
    mint: new PublicKey(data.subarray(0, OWNER_AT)),
    owner: new PublicKey(data.subarray(OWNER_AT, AMOUNT_AT)),
    amount: data.readBigUInt64LE(AMOUNT_AT),
    program,
  };
}

/** @returns undefined if it is not a mint */
export function readMintDecimals(account: AccountState | undefined): number | undefined {
  if (account === undefined || account.data.length < MINT_BYTES) return undefined;
  return account.data[DECIMALS_AT];
}

/** The owner's associated token account for a mint of the classic token program. */
export function associatedTokenAddress(owner: PublicKey, mint: PublicKey): PublicKey {
  const seeds = [owner.toBytes(), TOKEN_PROGRAM.toBytes(), mint.toBytes()];
  return PublicKey.findProgramAddressSync(seeds, ASSOCIATED_TOKEN_PROGRAM)[0];
}
