import { findingsOf, type Rule, reject } from '../../../../guard/rule.ts';
import { payloadLimits } from '../../formats/boc.ts';
import type { TonEffects } from '../effects.ts';

/**
 * N07. The bytes stay small. The decoder requires exactly one tree of ordinary cells.
 */
export const tonSize: Rule<TonEffects> = {
  id: 'N07',
  check: ({ size, cells, depth }) =>
    findingsOf(
      (size > payloadLimits.bytes || cells > payloadLimits.cells || depth > payloadLimits.depth) &&
        reject('the messages are too large', {
          bytes: `${size}`,
          cells: `${cells}`,
          depth: `${depth}`,
        }),
    ),
};
