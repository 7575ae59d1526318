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

/** What a token account held, before or after a transaction. */
export interface TokenBalance extends TokenAccount {
  /** Of the account among the transaction's. */
  readonly accountIndex: number;
  readonly decimals: number;
}

/** A transaction that is in a block, successful or not. */
export interface ExecutedTransaction {
  readonly transaction: ParsedTransaction;
  readonly accounts: TransactionAccounts;
  readonly outcome: Outcome;
  /** In lamports; taken in any case. */
  readonly fee: bigint;
  readonly computeUnitPrice: bigint;
  /** In lamports, of all accounts in their order. */
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  readonly preTokenBalances: readonly TokenBalance[];
  readonly postTokenBalances: readonly TokenBalance[];
}

/** What accounts were, by address; undefined where there was none. */
export type PastAccounts = ReadonlyMap<string, AccountState | undefined>;

type Execution =
  /** `before` has all accounts that the transaction may have changed. */
  | {
      readonly kind: 'included';
      readonly executed: ExecutedTransaction;
      readonly before: PastAccounts;
    }
  /** Nothing has happened, not even to the fee payer. */
  | { readonly kind: 'refused'; readonly error: TransactionError };

/**
 * Executes a transaction on the newest state.
 * @param mustFail its last instruction refuses, whatever it would do: only the fee is taken
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

/** What the transaction has done is as if it had not been, but for its fee. */
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
