import { decodeErrorResult, type Hex, size, slice } from 'viem';

/** Solidity's two built-in errors. Any other error is custom. */
const builtIn = [
  { type: 'error', name: 'Error', inputs: [{ name: 'message', type: 'string' }] },
  { type: 'error', name: 'Panic', inputs: [{ name: 'code', type: 'uint256' }] },
] as const;

const selectorBytes = 4;

/**
 * Why a call reverted: its `require` text, a panic code, or the selector of a custom error.
 * @param message used if there is no data
 */
export function revertReason(data: Hex | undefined, message: string): string {
  if (data === undefined || size(data) < selectorBytes) return message;
  const selector = slice(data, 0, selectorBytes);
  try {
    const error = decodeErrorResult({ abi: builtIn, data });
    return error.errorName === 'Error' ? error.args[0] : `panic 0x${error.args[0].toString(16)}`;
  } catch {
    // A custom error: its selector can be looked up.
    return `custom error ${selector}`;
  }
}
