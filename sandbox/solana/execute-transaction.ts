import { PublicKey } from '@solana/web3.js';
import type { AccountState, Engine, Outcome } from './engine.ts';
import {
  type ParsedTransaction,
  resolveAccounts,
  type TransactionAccounts,
} from './parse-transaction.ts';
import { readMintDecimals, readTokenAccount, type TokenAccount } from './token-account.ts';
import type { TransactionError } from './transaction-error.ts';
import { transactionFee } from './transaction-fee.ts';

/** The balance of a token account before or after a transaction. */
export interface TokenBalance extends TokenAccount {
  /** Index among the accounts of the transaction. */
  readonly accountIndex: number;
  readonly decimals: number;
}

/** An included transaction, successful or not. */
export interface ExecutedTransaction {
  readonly transaction: ParsedTransaction;
  readonly accounts: TransactionAccounts;
  readonly outcome: Outcome;
  /** In lamports. Charged in any case. */
  readonly fee: bigint;
  readonly computeUnitPrice: bigint;
  /** In lamports, of all accounts in order. */
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  readonly preTokenBalances: readonly TokenBalance[];
  readonly postTokenBalances: readonly TokenBalance[];
}

/** Earlier account states by address; undefined if the account did not exist. */
export type PastAccounts = ReadonlyMap<string, AccountState | undefined>;

type Execution =
  /** `before` covers all accounts that the transaction may have changed. */
  | {
      readonly kind: 'included';
      readonly executed: ExecutedTransaction;
      readonly before: PastAccounts;
    }
  /** The transaction had no effect, and no fee was charged. */
  | { readonly kind: 'refused'; readonly error: TransactionError };

/**
 * Executes a transaction on the newest state.
 * @param mustFail makes the last instruction fail, so that only the fee is charged
 */
export function executeTransaction(
  engine: Engine,
  transaction: ParsedTransaction,
  { mustFail }: { readonly mustFail: boolean },
): Execution {
  const accounts = resolveAccounts(transaction, engine.readAccount);
  const { keys, writable } = accounts;
  const before = new Map(
    writable.map((address) => [address.toBase58(), engine.readAccount(address)]),
  );
  const preBalances = lamportsOf(engine, keys);
  const preTokenBalances = tokenBalancesOf(engine, keys);
  const executed = engine.execute(transaction.bytes);
  if (!executed.wasExecuted) return { kind: 'refused', error: executed.error ?? 'SanitizeFailure' };
  const { total: fee, computeUnitPrice } = transactionFee(transaction.message);
  const outcome =
    mustFail && executed.error === null
      ? undo(engine, executed, { transaction, before, fee })
      : executed;
  const postBalances = lamportsOf(engine, keys);
  const postTokenBalances = tokenBalancesOf(engine, keys);
  const balances = { preBalances, postBalances, preTokenBalances, postTokenBalances };
  return {
    kind: 'included',
    executed: { transaction, accounts, outcome, fee, computeUnitPrice, ...balances },
    before,
  };
}

/** Reverts everything but the fee. */
function undo(
  engine: Engine,
  { logs, computeUnits, wasExecuted }: Outcome,
  {
    transaction,
    before,
    fee,
  }: { transaction: ParsedTransaction; before: PastAccounts; fee: bigint },
): Outcome {
  for (const [address, state] of before) engine.writeAccount(new PublicKey(address), state);
  const { staticAccountKeys, compiledInstructions } = transaction.message;
  const [payer] = staticAccountKeys;
  const state = payer && engine.readAccount(payer);
  if (payer && state) engine.writeAccount(payer, { ...state, lamports: state.lamports - fee });
  const error = { InstructionError: [compiledInstructions.length - 1, { Custom: 1 }] } as const;
  return { error, wasExecuted, logs, computeUnits, innerInstructions: [], returnData: undefined };
}

function lamportsOf(engine: Engine, keys: readonly PublicKey[]): bigint[] {
  return keys.map((key) => engine.readAccount(key)?.lamports ?? 0n);
}

function tokenBalancesOf(engine: Engine, keys: readonly PublicKey[]): TokenBalance[] {
  return keys.flatMap((key, accountIndex) => {
    const account = readTokenAccount(engine.readAccount(key));
    if (account === undefined) return [];
    const decimals = readMintDecimals(engine.readAccount(account.mint)) ?? 0;
    return [{ ...account, accountIndex, decimals }];
  });
}
