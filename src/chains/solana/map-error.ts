import type { ErrorCode } from '../../errors/codes.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { BroadcastOutcome } from '../../ports/chain-adapter.ts';
import type { TransactionError } from './answers.ts';
import { RpcRefusal } from './json-rpc.ts';

/*
 * The one place that understands what endpoints say when they refuse. Codes first (agave, rpc-client-api/custom_error.rs), the errors of
 * transactions by their names (solana-transaction-error), and messages last.
 */

const methodNotFound = -32601;
const invalidParams = -32602;
const blockCleanedUp = -32001;
const preflightFailed = -32002;
const signatureVerificationFailed = -32003;
const blockNotAvailable = -32004;
const slotSkipped = -32007;
const noHistory = -32011;
const slotSkippedInStorage = -32009;
const versionUnsupported = -32015;

export function mapRefusal({ code, message }: RpcRefusal, method: string, host: string): FerrymanError {
  return new FerrymanError(codeOf(code), `${host} refuses ${method}: ${message}`, {
    details: { host, method, rpcCode: code },
  });
}

function codeOf(code: number): ErrorCode {
  switch (code) {
    case methodNotFound:
    case noHistory:
    case versionUnsupported:
      return 'RPC_UNSUPPORTED';
    default:
      return 'RPC_UNAVAILABLE';
  }
}

/** What a question for a slot's block was refused with: that there is none, or that the endpoint does not have it (any more, or yet). */
export function missingBlockOf(error: unknown): 'skipped' | 'not_available' | undefined {
  const code = error instanceof FerrymanError ? error.details.rpcCode : undefined;
  switch (code) {
    case slotSkipped:
    case slotSkippedInStorage:
      return 'skipped';
    case blockNotAvailable:
    case blockCleanedUp:
      return 'not_available';
    default:
      return undefined;
  }
}

/** The name of a transaction's error, and of an instruction's inside it. */
export function nameOf(error: TransactionError): string {
  if (error === null) return 'none';
  if (typeof error === 'string') return error;
  const [name = 'unknown', detail] = Object.entries(error)[0] ?? [];
  return `${name} ${JSON.stringify(detail) ?? ''}`.trim().slice(0, 200);
}

/** A transaction that fails when it is played. */
export function failed(error: TransactionError, logs: readonly string[] | null | undefined): FerrymanError {
  const name = nameOf(error);
  const fault = firstFault(logs ?? []);
  const message = `the transaction fails: ${name}${fault === undefined ? '' : ` (${fault})`}`;
  switch (true) {
    case isUnfunded(name):
      return new FerrymanError('INSUFFICIENT_GAS', message);
    // The node that plays it is behind the one that gave the blockhash, or the transaction has become old: nothing is wrong with what it does.
    case name === 'BlockhashNotFound':
      return new FerrymanError('RPC_UNAVAILABLE', message);
    default:
      return new FerrymanError('TRANSACTION_REVERTS', message);
  }
}

/** What an answer to `sendTransaction` means. Only a refusal that we understand is one: else the bytes may have been passed on. */
export function mapBroadcastError(error: unknown): BroadcastOutcome {
  if (!(error instanceof RpcRefusal)) {
    return { kind: 'unknown', message: error instanceof FerrymanError ? error.message : 'the endpoint failed' };
  }
  const { code, message, data } = error;
  switch (code) {
    case methodNotFound:
    case invalidParams:
    case signatureVerificationFailed:
      return { kind: 'rejected', message };
    case preflightFailed:
      return mapPreflight(preflightErrorOf(data), `${message} ${firstFault(logsOf(data)) ?? ''}`.trim());
    default:
      return { kind: 'unknown', message };
  }
}

function mapPreflight(name: string, message: string): BroadcastOutcome {
  if (name === 'AlreadyProcessed') return { kind: 'already_known' };
  if (name === 'BlockhashNotFound') return { kind: 'expired', message };
  const isShort = isUnfunded(name) || /insufficient (lamports|funds)/i.test(message);
  return { kind: isShort ? 'insufficient_funds' : 'rejected', message };
}

/** What programs have written about it: the first line says what, those after it only that the callers failed too. */
function firstFault(logs: readonly string[]): string | undefined {
  return logs.find((line) => /insufficient|error|failed/i.test(line))?.slice(0, 200);
}

function logsOf(data: unknown): string[] {
  const logs = typeof data === 'object' && data !== null && 'logs' in data ? data.logs : undefined;
  return Array.isArray(logs) ? logs.filter((line) => typeof line === 'string') : [];
}

function preflightErrorOf(data: unknown): string {
  const err = typeof data === 'object' && data !== null && 'err' in data ? data.err : undefined;
  return typeof err === 'string' || (typeof err === 'object' && err !== null) ? nameOf(err as TransactionError) : '';
}

/** The fee payer, which is the first account, has no account, too little for the fee, or would keep too little to stay alive. */
function isUnfunded(name: string): boolean {
  return (
    /^(AccountNotFound|InsufficientFundsForFee|InvalidAccountForFee)\b/.test(name) ||
    name === 'InsufficientFundsForRent {"account_index":0}'
  );
}
