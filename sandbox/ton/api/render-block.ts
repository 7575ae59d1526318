import type { Block } from '../block.ts';

export const MASTERCHAIN = -1;
export const BASECHAIN = 0;
/**
 * The shard that is a whole workchain, as tonlib writes it: the signed form of 8000000000000000.
 */
export const WHOLE_SHARD = '-9223372036854775808';

export type Workchain = typeof MASTERCHAIN | typeof BASECHAIN;

/** Every block is one of each workchain; they have the number, but not the hashes, in common. */
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
