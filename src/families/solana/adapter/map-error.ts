import type { ErrorCode } from '../../../errors/codes.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { BroadcastOutcome } from '../../../ports/chain-adapter.ts';
import { unknownOutcome } from '../../shared/endpoints/broadcast-to-each.ts';
import { isOverload } from '../../shared/endpoints/overload.ts';
import type { TransactionError } from './answers.ts';
import { RpcRefusal } from './json-rpc.ts';
import type { WireMessage } from './wire-transaction.ts';

/*
 * Translates the refusals of endpoints: by code first (agave, rpc-client-api/custom_error.rs), then
 * by the name of a transaction's error (solana-transaction-error), and by message last.
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
  { code, message, retryAfter }: RpcRefusal,
  method: string,
  host: string,
): FerrymanError {
  return new FerrymanError(codeOf(code), `${host} refuses ${method}: ${message}`, {
    details: { host, method, rpcCode: code },
    ...(retryAfter === undefined ? {} : { retryAfter }),
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

/** Whether the endpoint withheld a transaction because Ferryman does not support its version. */
export function isOfUnknownVersion(error: unknown): boolean {
  return error instanceof FerrymanError && error.details.rpcCode === versionUnsupported;
}

/** Why `getBlock` failed: the slot has no block, or the endpoint lacks it (pruned or too new). */
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

/** The error of a failed simulation. @param message the simulated one */
export function simulationFailure(
  error: NonNullable<TransactionError>,
  logs: readonly string[] | null | undefined,
  message: Simulated,
): FerrymanError {
  const fault = readFault(error);
  const line = firstFault(logs ?? []);
  const text = `the transaction fails: ${fault.text}${line === undefined ? '' : ` (${line})`}`;
  if (isUnfunded(fault, logs ?? [], message)) return new FerrymanError('INSUFFICIENT_GAS', text);
  // The simulating node lags the one that returned the blockhash, or the transaction is too old.
  // The transaction itself may be fine.
  if (fault.name === 'BlockhashNotFound')
    return new FerrymanError('RPC_UNAVAILABLE', text, { details: { rule: 'S08' } });
  return new FerrymanError('TRANSACTION_REVERTS', text);
}

/**
 * The outcome of `sendTransaction`. After an unknown refusal the node may still have relayed the
 * bytes.
 */
export function mapBroadcastError(error: unknown, sent: Simulated): BroadcastOutcome {
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
      return isOverload({ code, text: message })
        ? { kind: 'unknown', message }
        : { kind: 'unknown', message, refused: true };
  }
}

function mapPreflight({ message: refusal, data }: RpcRefusal, sent: Simulated): BroadcastOutcome {
  const [fault, logs] = [preflightFaultOf(data), logsOf(data)];
  const message = `${refusal} ${firstFault(logs) ?? ''}`.trim();
  if (fault?.name === 'AlreadyProcessed') return { kind: 'already_known' };
  if (fault?.name === 'BlockhashNotFound') return { kind: 'expired', message };
  return {
    kind: fault && isUnfunded(fault, logs, sent) ? 'insufficient_funds' : 'rejected',
    message,
  };
}

/** The first log line about a failure. Later ones only report that the callers failed too. */
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
  /** Index of the account with the error. */
  accountIndex: number | undefined;
  /** The name with its details. */
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

type Simulated = Pick<WireMessage, 'instructions'>;

const feePayer = 0;
/** The system program's log line for an overdraft. Lines of other programs begin with `Program`. */
const shortOfLamports = /^\w+: insufficient lamports \d+, need \d+/;

/**
 * Whether the fee payer lacks an account, coins for the fee or for rent, or the lamports that it
 * sends. The payer is the first account of an instruction that moves lamports. If another account
 * or a token balance is short, another route may work.
 */
function isUnfunded(
  { name, instruction, accountIndex }: Fault,
  logs: readonly string[],
  { instructions }: Simulated,
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
