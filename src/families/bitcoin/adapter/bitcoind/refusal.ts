import type { ErrorCode } from '../../../../errors/codes.ts';
import { FerrymanError } from '../../../../errors/ferryman-error.ts';

/*
 * The one place that understands what bitcoind says when it refuses (src/rpc/protocol.h). Codes
 * first; where one code says several things, the message (src/rpc/rawtransaction.cpp,
 * src/rpc/blockchain.cpp, src/rpc/mempool.cpp).
 */

export interface Refusal {
  code: number;
  message: string;
}

const invalidAddressOrKey = -5;
const invalidParameter = -8;
const inWarmup = -28;
const methodNotFound = -32601;

/** What a node must have switched on. */
export const neededOptions =
  'start bitcoind 25 or newer with -txindex=1 and -blockfilterindex=1, which go with no -prune';

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

/** Whether it has nothing to say yet, to whatever is asked. */
export function isWarmingUp({ code }: Refusal): boolean {
  return code === inWarmup;
}

/**
 * Whether a node that has all transactions in an index does not have this one. One without, or that
 * is not done with it, says something else.
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

/** Whether it is busy with the scan of somebody else: it does one at a time. */
export function isScanning(error: unknown): boolean {
  return (
    error instanceof FerrymanError &&
    error.details.rpcCode === invalidParameter &&
    /Scan already in progress/.test(error.message)
  );
}
