import type { Block } from '../block.ts';

export const MASTERCHAIN = -1;
export const BASECHAIN = 0;
/**
 * The shard that covers a whole workchain, in tonlib's form: 8000000000000000 as a signed number.
 */
export const WHOLE_SHARD = '-9223372036854775808';

export type Workchain = typeof MASTERCHAIN | typeof BASECHAIN;

/** Every block represents one of each workchain. They share the number but not the hashes. */
export function renderBlockId({ seqno, rootHash, fileHash }: Block, workchain: Workchain) {
  const [root, file] = workchain === MASTERCHAIN ? [rootHash, fileHash] : [fileHash, rootHash];
  return {
    '@type': 'ton.blockIdExt',
    workchain,
    shard: WHOLE_SHARD,
    seqno,
    root_hash: root.toString('base64'),
    file_hash: file.toString('base64'),
  };
}
