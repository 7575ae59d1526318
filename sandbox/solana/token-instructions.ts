import { type PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { ASSOCIATED_TOKEN_PROGRAM, MEMO_PROGRAM, TOKEN_PROGRAM } from './programs.ts';
import type { SolanaToken } from './solana-catalogue.ts';
import { associatedTokenAddress } from './token-account.ts';

/** Instruction numbers of SPL Token and of the associated token program. */
const MINT_TO = 7;
const CLOSE_ACCOUNT = 9;
const TRANSFER_CHECKED = 12;
const SYNC_NATIVE = 17;
const INITIALIZE_ACCOUNT_3 = 18;
const CREATE_IDEMPOTENT = 1;

export interface Transfer {
  readonly token: SolanaToken;
  /** Wallets, not token accounts. */
  readonly from: PublicKey;
  readonly to: PublicKey;
  /** In base units. */
  readonly amount: bigint;
}

/**
 * Transfers the native coin, or a token between the owners' associated accounts, which must exist.
 */
export function transfer({ token, from, to, amount }: Transfer): TransactionInstruction {
  if (token.behaviour === 'native') {
    return SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: amount });
  }
  const source = associatedTokenAddress(from, token.mint);
  return transferChecked(token, source, associatedTokenAddress(to, token.mint), from, amount);
}

/** Transfers a token between two token accounts. */
export function transferChecked(
  { mint, decimals }: SolanaToken,
  source: PublicKey,
  destination: PublicKey,
  owner: PublicKey,
  amount: bigint,
): TransactionInstruction {
  const accounts = [writable(source), readonly(mint), writable(destination), signer(owner)];
  return tokenInstruction(accounts, [TRANSFER_CHECKED, ...u64(amount), decimals]);
}

/** Creates the owner's associated account if it does not exist. */
export function createTokenAccount(
  payer: PublicKey,
  owner: PublicKey,
  { mint }: SolanaToken,
): TransactionInstruction {
  return new TransactionInstruction({
    programId: ASSOCIATED_TOKEN_PROGRAM,
    keys: [
      { pubkey: payer, isSigner: true, isWritable: true },
      writable(associatedTokenAddress(owner, mint)),
      readonly(owner),
      readonly(mint),
      readonly(SystemProgram.programId),
      readonly(TOKEN_PROGRAM),
    ],
    data: Buffer.from([CREATE_IDEMPOTENT]),
  });
}

export function mintTo(
  { mint }: SolanaToken,
  owner: PublicKey,
  authority: PublicKey,
  amount: bigint,
): TransactionInstruction {
  const accounts = [
    writable(mint),
    writable(associatedTokenAddress(owner, mint)),
    signer(authority),
  ];
  return tokenInstruction(accounts, [MINT_TO, ...u64(amount)]);
}

/**
 * Wraps native coins into the owner's associated account, which must exist.
 * @param amount in lamports
 */
export function wrapInto(
  payer: PublicKey,
  owner: PublicKey,
  { mint }: SolanaToken,
  amount: bigint,
) {
  const account = associatedTokenAddress(owner, mint);
  return [
    SystemProgram.transfer({ fromPubkey: payer, toPubkey: account, lamports: amount }),
    tokenInstruction([writable(account)], [SYNC_NATIVE]),
  ];
}

/** Initializes a token account in an account that the token program already owns. */
export function initializeTokenAccount(
  account: PublicKey,
  mint: PublicKey,
  owner: PublicKey,
): TransactionInstruction {
  return tokenInstruction(
    [writable(account), readonly(mint)],
    [INITIALIZE_ACCOUNT_3, ...owner.toBytes()],
  );
}

/** Closes a token account. Its lamports go to the owner, with the coins of a wrapped account. */
export function closeTokenAccount(account: PublicKey, owner: PublicKey): TransactionInstruction {
  return tokenInstruction([writable(account), writable(owner), signer(owner)], [CLOSE_ACCOUNT]);
}

export function memo(text: string): TransactionInstruction {
  return new TransactionInstruction({
    programId: MEMO_PROGRAM,
    keys: [],
    data: Buffer.from(text, 'utf8'),
  });
}

type AccountMeta = TransactionInstruction['keys'][number];

const writable = (pubkey: PublicKey): AccountMeta => ({
  pubkey,
  isSigner: false,
  isWritable: true,
});
const readonly = (pubkey: PublicKey): AccountMeta => ({
  pubkey,
  isSigner: false,
  isWritable: false,
});
const signer = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: true, isWritable: false });

function tokenInstruction(keys: AccountMeta[], data: readonly number[]): TransactionInstruction {
  return new TransactionInstruction({ programId: TOKEN_PROGRAM, keys, data: Buffer.from(data) });
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}
