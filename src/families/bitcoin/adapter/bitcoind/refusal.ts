import type { ErrorCode } from '../../../../errors/codes.ts';
import { FerrymanError } from '../../../../errors/ferryman-error.ts';

/*
 * Translates bitcoind's refusals: by code first (src/rpc/protocol.h), and by message if a code has
 * several meanings (src/rpc/rawtransaction.cpp, src/rpc/blockchain.cpp, src/rpc/mempool.cpp).
 */

export interface Refusal {
  code: number;
  message: string;
}

const invalidAddressOrKey = -5;
const invalidParameter = -8;
const inWarmup = -28;
const methodNotFound = -32601;
const internalError = -32603;

/** The options that a node needs. */
export const neededOptions =
  'start bitcoind 25 or newer with -txindex=1 and -blockfilterindex=1, and without -prune';

export function mapRefusal(refusal: Refusal, method: string, host: string): FerrymanError {
  const message = refusal.message.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ').slice(0, 200);
  const code = codeOf(refusal);
  const fix = code === 'RPC_UNSUPPORTED' ? `; ${neededOptions}` : '';
  return new FerrymanError(code, `${host} refuses ${method}: ${message}${fix}`, {
    details: { host, method, rpcCode: refusal.code },
  });
}

function codeOf({ code, message }: Refusal): ErrorCode {
  if (code === methodNotFound || /use -txindex|index is not enabled|pruned/i.test(message))
    return 'RPC_UNSUPPORTED';
  return /being indexed|filter not found/i.test(message) ? 'RPC_BEHIND' : 'RPC_UNAVAILABLE';
}

/** Whether the node makes no fee estimates, as with -blocksonly (src/rpc/server_util.cpp). */
export function isWithoutEstimates({ code }: Refusal): boolean {
  return code === internalError;
}

/** Whether the node is starting and refuses every call. */
export function isWarmingUp({ code }: Refusal): boolean {
  return code === inWarmup;
}

/**
 * Whether a node with a complete transaction index does not have this transaction. A node without
 * the index, or one that is still building it, sends another message.
 */
export function isNoTransaction({ code, message }: Refusal): boolean {
  return (
    code === invalidAddressOrKey && /^No such mempool or blockchain transaction\b/.test(message)
  );
}

export function isNotInMempool({ code, message }: Refusal): boolean {
  return code === invalidAddressOrKey && /^Transaction not in mempool\b/.test(message);
}

export function isNoBlock({ code, message }: Refusal): boolean {
  return code === invalidParameter && /^Block height out of range\b/.test(message);
}

/** Whether another client's scan is running. A node runs one scan at a time. */
export function isScanning(error: unknown): boolean {
  return (
    error instanceof FerrymanError &&
    error.details.rpcCode === invalidParameter &&
    /Scan already in progress/.test(error.message)
  );
}
