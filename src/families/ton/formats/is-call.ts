import type { Cell } from '@ton/core';

/**
 * Whether a body calls its receiver: it has an operation, and not that of a comment (0). A call has
 * to bounce, so that a refusal brings the coins back.
 */
export function isCallBody(body: Cell): boolean {
  return body.bits.length >= 32 && body.beginParse().loadUint(32) !== 0;
}
