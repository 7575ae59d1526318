import {
  type AccountMeta,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { isNativeToken } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { PaymentRequest } from '../../../ports/payments.ts';
import type { SolanaChain } from '../formats/chain.ts';
import type { SolanaTransaction } from '../formats/transaction.ts';
import type { Account } from './answers.ts';
import { associatedAccountOf } from './associated-account.ts';
import type { Endpoint } from './endpoint.ts';
import { associatedTokenProgram, memoProgram, systemProgram } from './programs.ts';
import { readAccounts } from './read-accounts.ts';
import { requireAccount } from './require-account.ts';
import { requireMint, requireMintAddress } from './token.ts';
import { type Mint, transferFeeBps } from './token-layouts.ts';

const createIdempotent = 1;
const transferChecked = 12;

/**
 * A system program transfer, or `transferChecked` between associated token accounts. The wallet
 * pays for opening the receiver's account if it does not exist. The memo comes first, because
 * tokens with required memos expect it there.
 */
export async function paymentOf(
  endpoint: Endpoint,
  chain: SolanaChain,
  { account, token, to, amount, memo }: PaymentRequest,
): Promise<SolanaTransaction> {
  const [payer, receiver] = [requireAccount(account), requireAccount(to)];
  const transfer = isNativeToken(chain, token)
    ? await coinsTo(endpoint, { payer, receiver, amount })
    : await tokensTo(endpoint, chain, {
        payer,
        receiver,
        amount,
        mint: requireMintAddress(chain, token),
      });
  const instructions = [...(memo === undefined ? [] : [memoOf(memo)]), ...transfer];
  // `prepare` sets the blockhash.
  const message = new TransactionMessage({
    payerKey: new PublicKey(payer),
    recentBlockhash: systemProgram,
    instructions,
  });
  const wire = new VersionedTransaction(message.compileToLegacyMessage()).serialize();
  return { family: 'solana', data: Buffer.from(wire).toString('base64') };
}

interface Transfer {
  payer: string;
  receiver: string;
  amount: bigint;
}

async function coinsTo(
  endpoint: Endpoint,
  { payer, receiver, amount }: Transfer,
): Promise<TransactionInstruction[]> {
  const { accounts } = await readAccounts(endpoint, [receiver]);
  requireOwner(receiver, accounts.get(receiver));
  return [
    SystemProgram.transfer({
      fromPubkey: new PublicKey(payer),
      toPubkey: new PublicKey(receiver),
      lamports: amount,
    }),
  ];
}

async function tokensTo(
  endpoint: Endpoint,
  chain: SolanaChain,
  { payer, receiver, amount, mint }: Transfer & { mint: string },
): Promise<TransactionInstruction[]> {
  const { accounts } = await readAccounts(endpoint, [mint, receiver]);
  requireOwner(receiver, accounts.get(receiver));
  const facts = requireMint(chain, mint, accounts.get(mint));
  if (transferFeeBps(facts) > 0) throw unpayable(`the token ${mint} has a transfer fee`);
  const [source, destination] = [payer, receiver].map((owner) =>
    associatedAccountOf(owner, mint, facts.program),
  ) as [string, string];
  const opened = await readAccounts(endpoint, [destination]);
  return [
    ...(opened.accounts.get(destination)
      ? []
      : [openingOf({ payer, receiver, mint, destination }, facts)]),
    new TransactionInstruction({
      programId: new PublicKey(facts.program),
      keys: [changed(source), read(mint), changed(destination), { ...read(payer), isSigner: true }],
      data: Buffer.from([transferChecked, ...littleEndian(amount), facts.decimals]),
    }),
  ];
}

function openingOf(
  {
    payer,
    receiver,
    mint,
    destination,
  }: Omit<Transfer, 'amount'> & { mint: string; destination: string },
  { program }: Mint,
): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(associatedTokenProgram),
    keys: [
      { ...changed(payer), isSigner: true },
      changed(destination),
      read(receiver),
      read(mint),
      read(systemProgram),
      read(program),
    ],
    data: Buffer.from([createIdempotent]),
  });
}

function memoOf(memo: string): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(memoProgram),
    keys: [],
    data: Buffer.from(memo),
  });
}

/**
 * An account of another program is a program, a mint or a token account. No owner could return the
 * payment from there.
 */
function requireOwner(address: string, account: Account | undefined): void {
  if (account && account.owner !== systemProgram)
    throw unpayable(`${address} belongs to the program ${account.owner}`);
}

function changed(address: string): AccountMeta {
  return { pubkey: new PublicKey(address), isSigner: false, isWritable: true };
}

function read(address: string): AccountMeta {
  return { pubkey: new PublicKey(address), isSigner: false, isWritable: false };
}

/** Eight bytes. */
function littleEndian(value: bigint): Uint8Array {
  if (value >= 1n << 64n) throw unpayable(`${value} is more than a token account can hold`);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

function unpayable(reason: string): FerrymanError {
  return new FerrymanError('DEPOSIT_UNPAYABLE', `the deposit cannot be paid: ${reason}`);
}
