import { getAddress, isAddress, isHash } from 'viem';
import type { Notation } from '../notation.ts';

/** The EVM's notation is the internal form. */
export const evmNotation: Notation = {
  parseAddress: (text) => (isAddress(text) ? getAddress(text) : undefined),
  renderAddress: (address) => address,
  parseTransactionId(text) {
    const hash = text.toLowerCase();
    return isHash(hash) ? hash : undefined;
  },
  renderTransactionId: (id) => id,
};
