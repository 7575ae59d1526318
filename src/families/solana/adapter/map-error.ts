import type { ErrorCode } from '../../../errors/codes.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { BroadcastOutcome } from '../../../ports/chain-adapter.ts';
import { unknownOutcome } from '../../shared/endpoints/broadcast-to-each.ts';
import type { TransactionError } from './answers.ts';
import { RpcRefusal } from './json-rpc.ts';
import type { WireMessage } from './wire-transaction.ts';

/*
 * The one place that understands what endpoints say when they refuse. Codes first (agave,
 * rpc-client-api/custom_error.rs), the errors of transactions by their names
 * (solana-transaction-error), and messages last.
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

export function mapRefusal(
  { code, message }: RpcRefusal,
  method: string,
  host: string,
): FerrymanError {
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

/**
 * Whether a transaction was not told because it is of a version that was not asked for: one that
 * nobody here reads yet.
 */
export function isOfUnknownVersion(error: unknown): boolean {
  return error instanceof FerrymanError && error.details.rpcCode === versionUnsupported;
}

/**
 * What a question for a slot's block was refused with: that there is none, or that the endpoint
 * does not have it (any more, or yet).
 */
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

/** A transaction that fails when it is played. @param message as it was played */
export function playFailure(
  error: NonNullable<TransactionError>,
  logs: readonly string[] | null | undefined,
  message: Played,
): FerrymanError {
  const fault = readFault(error);
  const written = firstFault(logs ?? []);
  const said = `the transaction fails: ${fault.text}${written === undefined ? '' : ` (${written})`}`;
  if (isUnfunded(fault, logs ?? [], message)) return new FerrymanError('INSUFFICIENT_GAS', said);
  // The node that plays it is behind the one that gave the blockhash, or the transaction has become
  // old: nothing is wrong with what it does.
  if (fault.name === 'BlockhashNotFound') return new FerrymanError('RPC_UNAVAILABLE', said);
  return new FerrymanError('TRANSACTION_REVERTS', said);
}

/**
 * What an answer to `sendTransaction` means. Only a refusal that we understand is one: else the
 * bytes may have been passed on.
 * @param sent the message that was sent
 */
export function mapBroadcastError(error: unknown, sent: Played): BroadcastOutcome {
  if (!(error instanceof RpcRefusal)) return unknownOutcome(error);
  const { code, message } = error;
  switch (code) {
    case methodNotFound:
    case invalidParams:
    case signatureVerificationFailed:
      return { kind: 'rejected', message };
    case preflightFailed:
      return mapPreflight(error, sent);
    default:
      return { kind: 'unknown', message };
  }
}

function mapPreflight({ message: said, data }: RpcRefusal, sent: Played): BroadcastOutcome {
  const [fault, logs] = [preflightFaultOf(data), logsOf(data)];
  const message = `${said} ${firstFault(logs) ?? ''}`.trim();
  if (fault?.name === 'AlreadyProcessed') return { kind: 'already_known' };
  if (fault?.name === 'BlockhashNotFound') return { kind: 'expired', message };
  return {
    kind: fault && isUnfunded(fault, logs, sent) ? 'insufficient_funds' : 'rejected',
    message,
  };
}

/**
 * What programs have written about it: the first line says what, those after it only that the
 * callers failed too.
 */
function firstFault(logs: readonly string[]): string | undefined {
  return logs.find((line) => /insufficient|error|failed/i.test(line))?.slice(0, 200);
}

function logsOf(data: unknown): string[] {
  const logs = isRecord(data) ? data.logs : undefined;
  return Array.isArray(logs) ? logs.filter((line) => typeof line === 'string') : [];
}

function preflightFaultOf(data: unknown): Fault | undefined {
  const error = isRecord(data) ? data.err : undefined;
  return typeof error === 'string' || isRecord(error) ? readFault(error) : undefined;
}

/** What is wrong with a transaction (solana-transaction-error). */
interface Fault {
  name: string;
  /** Index of the instruction that failed. */
  instruction: number | undefined;
  /** Index of the account that it is about. */
  accountIndex: number | undefined;
  /** The name, and what is said beside it. */
  text: string;
}

function readFault(error: NonNullable<TransactionError>): Fault {
  const [name = 'unknown', detail] =
    typeof error === 'string' ? [error] : (Object.entries(error)[0] ?? []);
  const instruction: unknown =
    name === 'InstructionError' && Array.isArray(detail) ? detail[0] : undefined;
  const accountIndex = isRecord(detail) ? detail.account_index : undefined;
  return {
    name,
    instruction: typeof instruction === 'number' ? instruction : undefined,
    accountIndex: typeof accountIndex === 'number' ? accountIndex : undefined,
    text: `${name} ${JSON.stringify(detail) ?? ''}`.trim().slice(0, 200),
  };
}

type Played = Pick<WireMessage, 'instructions'>;

const feePayer = 0;
/**
 * What the system program writes of whoever sends more than it has; lines that programs write
 * themselves begin with `Program`.
 */
const shortOfLamports = /^\w+: insufficient lamports \d+, need \d+/;

/**
 * Whether the fee payer has no account, too little for the fee, would keep too little to stay
 * alive, or sends more than it has. In calls that move lamports who pays comes first; where that is
 * somebody else, or a token is short, another route may do.
 */
function isUnfunded(
  { name, instruction, accountIndex }: Fault,
  logs: readonly string[],
  { instructions }: Played,
) {
  switch (name) {
    case 'AccountNotFound':
    case 'InsufficientFundsForFee':
    case 'InvalidAccountForFee':
      return true;
    case 'InsufficientFundsForRent':
      return accountIndex === feePayer;
    case 'InstructionError': {
      const [payer] =
        (instruction === undefined ? undefined : instructions[instruction]?.accounts) ?? [];
      return payer === feePayer && logs.some((line) => shortOfLamports.test(line));
    }
    default:
      return false;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
