import { encodeBase58 } from '../../base58.ts';
import type { ExecutedTransaction, TokenBalance } from '../execute-transaction.ts';
import type { ParsedTransaction } from '../parse-transaction.ts';
import { renderTokenAmount } from './render-account.ts';
import { unsupportedVersion } from './rpc-error.ts';

export interface TransactionRendering {
  readonly encoding: 'json' | 'base64' | 'base58';
  /** The highest version that the client accepts; undefined: only legacy. */
  readonly maxSupportedTransactionVersion?: number | undefined;
}

/** A transaction with its effects. @throws {RpcError} -32015 */
export function renderTransaction(executed: ExecutedTransaction, rendering: TransactionRendering) {
  const { transaction } = executed;
  const { encoding, maxSupportedTransactionVersion: newest } = rendering;
  if (transaction.version !== 'legacy' && newest === undefined)
    throw unsupportedVersion(transaction.version);
  return {
    meta: renderMeta(executed),
    transaction:
      encoding === 'json' ? renderMessage(transaction) : renderBytes(transaction, encoding),
    ...(newest === undefined ? {} : { version: transaction.version }),
  };
}

function renderBytes(
  { bytes }: ParsedTransaction,
  encoding: 'base64' | 'base58',
): [string, string] {
  return [
    encoding === 'base58' ? encodeBase58(bytes) : Buffer.from(bytes).toString('base64'),
    encoding,
  ];
}

function renderMessage({ message, signatures, version }: ParsedTransaction) {
  const lookups = message.addressTableLookups.map(
    ({ accountKey, readonlyIndexes, writableIndexes }) => ({
      accountKey: accountKey.toBase58(),
      readonlyIndexes,
      writableIndexes,
    }),
  );
  return {
    signatures,
    message: {
      accountKeys: message.staticAccountKeys.map((key) => key.toBase58()),
      header: message.header,
      instructions: message.compiledInstructions.map(
        ({ programIdIndex, accountKeyIndexes, data }) => ({
          accounts: accountKeyIndexes,
          data: encodeBase58(data),
          programIdIndex,
          stackHeight: 1,
        }),
      ),
      recentBlockhash: message.recentBlockhash,
      ...(version === 'legacy' ? {} : { addressTableLookups: lookups }),
    },
  };
}

function renderMeta({ accounts, outcome, fee, ...balances }: ExecutedTransaction) {
  const { loaded } = accounts;
  return {
    computeUnitsConsumed: outcome.computeUnits,
    err: outcome.error,
    fee: Number(fee),
    innerInstructions: outcome.innerInstructions.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map(({ data, ...instruction }) => ({
        ...instruction,
        data: encodeBase58(data),
      })),
    })),
    loadedAddresses: {
      readonly: loaded.readonly.map((key) => key.toBase58()),
      writable: loaded.writable.map((key) => key.toBase58()),
    },
    logMessages: outcome.logs,
    postBalances: balances.postBalances.map(Number),
    postTokenBalances: balances.postTokenBalances.map(renderTokenBalance),
    preBalances: balances.preBalances.map(Number),
    preTokenBalances: balances.preTokenBalances.map(renderTokenBalance),
    rewards: [],
    status: outcome.error === null ? { Ok: null } : { Err: outcome.error },
  };
}

function renderTokenBalance({
  accountIndex,
  mint,
  owner,
  program,
  amount,
  decimals,
}: TokenBalance) {
  return {
    accountIndex,
    mint: mint.toBase58(),
    owner: owner.toBase58(),
    programId: program.toBase58(),
    uiTokenAmount: renderTokenAmount(amount, decimals),
  };
}
