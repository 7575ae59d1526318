import { z } from 'zod';
import type { Block } from '../block.ts';
import { GLOBAL_ID } from '../global-id.ts';
import { unknownBlock } from './api-error.ts';
import { type ApiContext, type ApiMethod, integerParam, parseParams } from './api-request.ts';
import { BASECHAIN, MASTERCHAIN, renderBlockId, WHOLE_SHARD } from './render-block.ts';

/** `block.tlb`: the mode that reports account, logical time and hash of a transaction. */
const SHORT_ID_MODE = 135;
const MOST_TRANSACTIONS = 10_000;

const ofMasterchain = z.object({ seqno: integerParam });
const ofWorkchain = z.object({ workchain: integerParam, shard: integerParam, seqno: integerParam });
const ofTransactions = ofWorkchain.extend({ count: integerParam.default(40n) });

/**
 * Account queries can show newer blocks: a node may have shard blocks before the masterchain
 * includes them.
 */
const getMasterchainInfo: ApiMethod = (_given, context) => {
  const head = context.finalHead();
  return {
    '@type': 'blocks.masterchainInfo',
    last: renderBlockId(head, MASTERCHAIN),
    state_root_hash: head.fileHash.toString('base64'),
    init: renderBlockId(context.blockchain.first(), MASTERCHAIN),
    '@extra': '',
  };
};

const shards: ApiMethod = (given, context) => {
  const block = findBlock(parseParams(ofMasterchain, given).seqno, context);
  return { '@type': 'blocks.shards', shards: [renderBlockId(block, BASECHAIN)], '@extra': '' };
};

const lookupBlock: ApiMethod = (given, context) => {
  const { block, workchain } = findShardBlock(parseParams(ofWorkchain, given), context);
  return { ...renderBlockId(block, workchain), '@extra': '' };
};

const getBlockHeader: ApiMethod = (given, context) => {
  const { block, workchain } = findShardBlock(parseParams(ofWorkchain, given), context);
  const previous = context.blockchain.at(block.seqno - 1);
  return {
    '@type': 'blocks.header',
    id: renderBlockId(block, workchain),
    global_id: GLOBAL_ID,
    version: 0,
    after_merge: false,
    after_split: false,
    before_split: false,
    want_merge: true,
    want_split: false,
    is_key_block: false,
    start_lt: block.startLt.toString(),
    end_lt: block.endLt.toString(),
    gen_utime: block.unixSeconds,
    prev_blocks: previous === undefined ? [] : [renderBlockId(previous, workchain)],
    '@extra': '',
  };
};

const getBlockTransactions: ApiMethod = (given, context) => {
  const { count, ...place } = parseParams(ofTransactions, given);
  const { block, workchain } = findShardBlock(place, context);
  const wanted = Math.min(Number(count), MOST_TRANSACTIONS);
  const ofChain = block.transactions.filter(({ account }) => account.startsWith(`${workchain}:`));
  return {
    '@type': 'blocks.transactions',
    id: renderBlockId(block, workchain),
    req_count: wanted,
    incomplete: false,
    transactions: ofChain.map(({ account, transaction: { lt, hash } }) => ({
      '@type': 'blocks.shortTxId',
      mode: SHORT_ID_MODE,
      account,
      lt: lt.toString(),
      hash,
    })),
    '@extra': '',
  };
};

function findShardBlock(place: z.output<typeof ofWorkchain>, context: ApiContext) {
  const workchain = ([MASTERCHAIN, BASECHAIN] as const).find(
    (one) => BigInt(one) === place.workchain,
  );
  if (workchain === undefined || place.shard !== BigInt(WHOLE_SHARD)) throw unknownBlock();
  return { workchain, block: findBlock(place.seqno, context) } as const;
}

function findBlock(seqno: bigint, context: ApiContext): Block {
  const block =
    seqno > BigInt(context.head().seqno) ? undefined : context.blockchain.at(Number(seqno));
  if (block === undefined) throw unknownBlock();
  return block;
}

export const BLOCK_METHODS = {
  getBlockHeader,
  getBlockTransactions,
  getMasterchainInfo,
  lookupBlock,
  shards,
};
