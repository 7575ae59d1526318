import { createHash } from 'node:crypto';
import type { SwapId } from '../../core/swap/ids.ts';

/** A swap's id is a UUID: the 16 bytes that a trace's id has. */
export function traceIdOf(swap: SwapId): string {
  return swap.replaceAll('-', '').toLowerCase();
}

/** Of the span of the whole swap. Every process knows it without asking. */
export function swapSpanIdOf(swap: SwapId): string {
  return createHash('sha256').update(`ferryman swap ${swap}`).digest('hex').slice(0, 16);
}
