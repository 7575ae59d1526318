import { keccak256, toHex, zeroAddress, zeroHash } from 'viem';
import type { TronBlock } from './chain-record.ts';
import { plainHex, renderAddress, renderTransaction } from './render-transaction.ts';

/**
 * A block in the form of java-tron's HTTP API. There are no elections: the witness is the zero
 * address.
 */
export function renderBlock(
  { number, id, parentId, timestamp, transactions }: TronBlock,
  visible: boolean,
  isFull = true,
) {
  const ids = transactions.map(({ transaction }) => plainHex(transaction.id));
  return {
    blockID: plainHex(id),
    block_header: {
      raw_data: {
        ...(number === 0 ? {} : { number }),
        txTrieRoot: plainHex(ids.length === 0 ? zeroHash : keccak256(toHex(ids.join('')))),
        witness_address: renderAddress(zeroAddress, visible),
        parentHash: plainHex(parentId),
        version: 31,
        timestamp,
      },
      witness_signature: '00'.repeat(65),
    },
    ...(isFull && transactions.length > 0
      ? {
          transactions: transactions.map(({ transaction, outcome }) =>
            renderTransaction(transaction, visible, outcome.result),
          ),
        }
      : {}),
  };
}
