import { zeroAddress } from 'viem';
import type { Notation } from '../notation.ts';
import { parseTronAddress, renderTronAddress } from './tron-address.ts';

/**
 * TRON's notation: `T…` addresses, ids without `0x`. The native coin's zero address is also
 * accepted in the EVM's form.
 */
export const tronNotation: Notation = {
  parseAddress: (text) => (text === zeroAddress ? zeroAddress : parseTronAddress(text)),
  renderAddress: renderTronAddress,
  parseTransactionId: (text) =>
    /^[0-9a-fA-F]{64}$/.test(text) ? `0x${text.toLowerCase()}` : undefined,
  renderTransactionId: (id) => id.slice(2),
};
