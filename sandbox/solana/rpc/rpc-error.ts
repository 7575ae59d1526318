import type { TransactionError } from '../transaction-error.ts';

/** An error answer of a node, with agave's codes and texts (rpc-client-api/src/custom_error.rs). */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

export const parseError = (): RpcError => new RpcError(-32700, 'Parse error');

export const invalidRequest = (): RpcError => new RpcError(-32600, 'Invalid request');

export const methodNotFound = (): RpcError => new RpcError(-32601, 'Method not found');

export const invalidParams = (message: string): RpcError => new RpcError(-32602, message);

/** The node does not forward a transaction whose simulation fails. */
export const preflightFailure = (
  text: string,
  simulation: {
    readonly err: TransactionError;
    readonly logs: readonly string[];
    readonly unitsConsumed: number;
  },
): RpcError =>
  new RpcError(-32002, `Transaction simulation failed: ${text}`, {
    accounts: null,
    innerInstructions: null,
    loadedAccountsDataSize: 0,
    replacementBlockhash: null,
    returnData: null,
    ...simulation,
  });

export const badSignature = (): RpcError =>
  new RpcError(-32003, 'Transaction signature verification failure');

export const blockNotAvailable = (slot: number): RpcError =>
  new RpcError(-32004, `Block not available for slot ${slot}`);

export const nodeBehind = (numSlotsBehind: number): RpcError =>
  new RpcError(-32005, `Node is behind by ${numSlotsBehind} slots`, { numSlotsBehind });

export const slotSkipped = (slot: number): RpcError =>
  new RpcError(
    -32007,
    `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`,
  );

export const unsupportedVersion = (version: number): RpcError =>
  new RpcError(
    -32015,
    `Transaction version (${version}) is not supported by the requesting client. ` +
      `Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  );

export const contextSlotNotReached = (contextSlot: number): RpcError =>
  new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot });
