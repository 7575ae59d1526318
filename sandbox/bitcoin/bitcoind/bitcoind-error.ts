/** An error with a code of bitcoind (src/rpc/protocol.h). */
export class BitcoindError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'BitcoindError';
    this.code = code;
  }
}

export const MISC_ERROR = -1;
export const TYPE_ERROR = -3;
export const INVALID_ADDRESS_OR_KEY = -5;
export const INVALID_PARAMETER = -8;
export const IN_WARMUP = -28;
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
