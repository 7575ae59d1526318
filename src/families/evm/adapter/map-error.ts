import { BaseError, type Hex, HttpRequestError, isHex, RpcRequestError, TimeoutError } from 'viem';
import { readRetryAfter } from '../../../core/text/retry-after.ts';
import type { ErrorCode } from '../../../errors/codes.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { BroadcastOutcome } from '../../../ports/chain-adapter.ts';
import { revertReason } from '../../shared/contracts/revert-reason.ts';
import { isOverload } from '../../shared/endpoints/overload.ts';

/*
 * The only place that interprets refusals of endpoints: codes first, then messages, which differ
 * between clients. Never repeats a URL (it may contain a key) or a request (it may contain a
 * transaction).
 */

/** A JSON-RPC error object. */
interface Refusal {
  code: number;
  message: string;
  data: Hex | undefined;
}

const methodNotFound = -32601;
const invalidParams = -32602;
const methodNotSupported = -32004;
/** EIP-1474: resource not found. */
const resourceNotFound = -32001;
/** go-ethereum: `eth_call` or `eth_estimateGas` reverted. */
const executionReverted = 3;
/** `eth_simulateV1`, execution-apis: the account cannot pay. */
const simulationInsufficientFunds = -38014;

const messages = {
  reverted: /execution reverted|vm execution error|transaction reverted/i,
  unsupported:
    /method .*(not found|not available|not supported|does not exist)|unsupported method/i,
  /**
   * Nodes discard the states that a trace needs; go-ethereum after 128 blocks, unless it is an
   * archive node.
   */
  stateGone:
    /historical state|missing trie node|no state available|state .*(not available|unavailable)|pruned/i,
  alreadyKnown: /already known|already imported|known transaction|already exists|alreadyknown/i,
  leaseUsed: /nonce (is )?too low|oldnonce|nonce has already been used|nonce already used/i,
  underpriced:
    /underpriced|fee too low|feetoolow|less than block base fee|below (the )?(current )?base fee|tip.*(below|too low)|could not replace existing|try increasing the fee/i,
  insufficientFunds: /insufficient (funds|balance)|insufficientfunds/i,
  /** The endpoint checked the bytes and refused them: it did not relay them. */
  rejected:
    /intrinsic gas|exceeds (the )?(block )?gas limit|gas limit (too high|exceeded)|invalid (sender|signature|chain ?id|transaction)|(could not|failed to|cannot) decode|rlp|oversized|exceeds the configured cap|pool is full|type not supported|max initcode|nonce too high/i,
};

/**
 * Translates a failed call to `TRANSACTION_REVERTS`, `INSUFFICIENT_GAS`, `RPC_UNSUPPORTED` or
 * `RPC_UNAVAILABLE`.
 */
export function mapRpcError(error: unknown, method: string, host: string): FerrymanError {
  const refusal = findRefusal(error);
  const details = { host, method };
  if (!refusal) {
    const retryAfter = retryAfterOf(error);
    return new FerrymanError(
      'RPC_UNAVAILABLE',
      `${host} does not answer ${method}: ${describe(error)}`,
      {
        details,
        ...(retryAfter === undefined ? {} : { retryAfter }),
      },
    );
  }
  const isGone = isTraceGone(method, refusal);
  const code = isGone ? 'RPC_UNSUPPORTED' : codeOf(refusal);
  const reason =
    code === 'TRANSACTION_REVERTS' ? revertReason(refusal.data, refusal.message) : refusal.message;
  const message =
    code === 'TRANSACTION_REVERTS'
      ? `the transaction reverts: ${reason}`
      : `${host} refuses ${method}: ${reason}`;
  return new FerrymanError(code, message, {
    details: { ...details, rpcCode: refusal.code, ...(isGone ? { isGone } : {}) },
  });
}

/** An endpoint that discarded the state for a trace will not have it at the next try. */
function isTraceGone(method: string, { code, message }: Refusal): boolean {
  return (
    method.startsWith('debug_trace') &&
    (code === resourceNotFound || messages.stateGone.test(message))
  );
}

function codeOf(refusal: Refusal): ErrorCode {
  switch (refusal.code) {
    case executionReverted:
      return 'TRANSACTION_REVERTS';
    case methodNotFound:
    case methodNotSupported:
      return 'RPC_UNSUPPORTED';
    case simulationInsufficientFunds:
      return 'INSUFFICIENT_GAS';
    default:
      if (messages.reverted.test(refusal.message)) return 'TRANSACTION_REVERTS';
      if (messages.insufficientFunds.test(refusal.message)) return 'INSUFFICIENT_GAS';
      return messages.unsupported.test(refusal.message) ? 'RPC_UNSUPPORTED' : 'RPC_UNAVAILABLE';
  }
}

/**
 * Translates a failed `eth_sendRawTransaction`. Only a recognised refusal counts as one. After any
 * other answer, or none, the endpoint may have relayed the bytes.
 */
export function mapBroadcastError(error: unknown): BroadcastOutcome {
  const refusal = findRefusal(error);
  const message = refusal?.message.slice(0, 300) ?? describe(error);
  if (!refusal) return { kind: 'unknown', message };
  if (isOverload({ code: refusal.code, text: message })) return { kind: 'unknown', message };
  if (refusal.code === methodNotFound || refusal.code === invalidParams)
    return { kind: 'rejected', message };
  if (messages.alreadyKnown.test(message)) return { kind: 'already_known' };
  if (messages.leaseUsed.test(message)) return { kind: 'lease_used', message };
  if (messages.underpriced.test(message)) return { kind: 'underpriced', message };
  if (messages.insufficientFunds.test(message)) return { kind: 'insufficient_funds', message };
  if (messages.rejected.test(message)) return { kind: 'rejected', message };
  return { kind: 'unknown', message, refused: true };
}

function findRefusal(error: unknown): Refusal | undefined {
  const found =
    error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null;
  if (!(found instanceof RpcRequestError)) return undefined;
  return {
    code: found.code,
    message: found.details,
    data: isHex(found.data) ? found.data : undefined,
  };
}

function describe(error: unknown): string {
  if (error instanceof TimeoutError) return 'timed out';
  if (error instanceof HttpRequestError && error.status !== undefined)
    return `HTTP ${error.status}`;
  if (error instanceof BaseError) return 'the connection failed or the answer is unreadable';
  return error instanceof Error ? error.name : 'unreadable answer';
}

function retryAfterOf(error: unknown): number | undefined {
  return error instanceof HttpRequestError && error.headers
    ? readRetryAfter(error.headers)
    : undefined;
}
