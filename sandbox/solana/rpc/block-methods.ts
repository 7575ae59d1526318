import { z } from 'zod';
import { lastValidBlockHeight, MOST_BLOCKHASH_AGE } from '../block.ts';
import { renderTransaction } from './render-transaction.ts';
import { blockNotAvailable, invalidParams, nodeBehind, slotSkipped } from './rpc-error.ts';
import {
  API_VERSION,
  commitmentParam,
  contextConfig,
  headFor,
  historyHead,
  inContext,
  parseParams,
  type RpcMethod,
} from './rpc-request.ts';

const SLOTS_IN_EPOCH = 432_000;
const MOST_SLOTS = 500_000;

const onlyContext = z.tuple([contextConfig.nullish()]);
const blockhashParams = z.tuple([z.string(), contextConfig.nullish()]);
const slot = z.number().int().min(0);
const blockParams = z.tuple([
  slot,
  z
    .object({
      commitment: commitmentParam.optional(),
      encoding: z.enum(['json', 'base64', 'base58']).default('json'),
      transactionDetails: z.enum(['full', 'signatures', 'none']).default('full'),
      rewards: z.boolean().optional(),
      maxSupportedTransactionVersion: z.number().int().min(0).optional(),
    })
    .prefault({}),
]);
const blocksParams = z.union([
  z.tuple([slot, slot.nullish(), z.object({ commitment: commitmentParam.optional() }).nullish()]),
  z
    .tuple([slot, z.object({ commitment: commitmentParam.optional() })])
    .transform(([first, config]) => [first, null, config] as const),
]);

const getLatestBlockhash: RpcMethod = (params, context) => {
  const [config] = parseParams(onlyContext, params);
  const head = headFor(context, config ?? undefined);
  return inContext(head, {
    blockhash: head.blockhash,
    lastValidBlockHeight: lastValidBlockHeight(head),
  });
};

const isBlockhashValid: RpcMethod = (params, context) => {
  const [blockhash, config] = parseParams(blockhashParams, params);
  const head = headFor(context, config ?? undefined);
  return inContext(head, context.blockchain.isRecent(blockhash, head));
};

const getBlockHeight: RpcMethod = (params, context) =>
  headFor(context, parseParams(onlyContext, params)[0] ?? undefined).height;

const getSlot: RpcMethod = (params, context) =>
  headFor(context, parseParams(onlyContext, params)[0] ?? undefined).slot;

const getBlock: RpcMethod = (params, context) => {
  const [wanted, config] = parseParams(blockParams, params);
  const { blockchain } = context;
  if (wanted > historyHead(context, config.commitment).slot) throw blockNotAvailable(wanted);
  const block = blockchain.atSlot(wanted);
  if (block === undefined) throw slotSkipped(wanted);
  const parent = blockchain.atHeight(block.height - 1);
  const { transactions } = block;
  return {
    blockHeight: block.height,
    blockTime: block.unixSeconds,
    blockhash: block.blockhash,
    parentSlot: parent?.slot ?? 0,
    previousBlockhash: parent?.blockhash ?? blockchain.genesisHash,
    ...(config.rewards === false ? {} : { rewards: [] }),
    ...(config.transactionDetails === 'full'
      ? { transactions: transactions.map((executed) => renderTransaction(executed, config)) }
      : {}),
    ...(config.transactionDetails === 'signatures'
      ? { signatures: transactions.map(({ transaction }) => transaction.signature) }
      : {}),
  };
};

const getBlocks: RpcMethod = (params, context) => {
  const [first, last, config] = parseParams(blocksParams, params);
  const head = historyHead(context, config?.commitment);
  const end = Math.min(last ?? head.slot, head.slot);
  if (end - first > MOST_SLOTS) throw invalidParams(`Slot range too large; max ${MOST_SLOTS}`);
  const slots: number[] = [];
  for (let number = first; number <= end; number++) {
    if (context.blockchain.atSlot(number) !== undefined) slots.push(number);
  }
  return slots;
};

const getBlockTime: RpcMethod = (params, { blockchain }) => {
  const [wanted] = parseParams(z.tuple([slot]), params);
  if (wanted > blockchain.head('processed').slot) throw blockNotAvailable(wanted);
  const block = blockchain.atSlot(wanted);
  if (block === undefined) throw slotSkipped(wanted);
  return block.unixSeconds;
};

const getEpochInfo: RpcMethod = (params, context) => {
  const head = headFor(context, parseParams(onlyContext, params)[0] ?? undefined);
  return {
    absoluteSlot: head.slot,
    blockHeight: head.height,
    epoch: Math.floor(head.slot / SLOTS_IN_EPOCH),
    slotIndex: head.slot % SLOTS_IN_EPOCH,
    slotsInEpoch: SLOTS_IN_EPOCH,
  };
};

/** The lowest included price of recent blocks, whatever accounts are requested. */
const getRecentPrioritizationFees: RpcMethod = (_params, { blockchain }) => {
  const newest = blockchain.head('processed').height;
  const heights = Array.from(
    { length: MOST_BLOCKHASH_AGE },
    (_, index) => newest - MOST_BLOCKHASH_AGE + 1 + index,
  );
  return heights.flatMap((height) => {
    const block = blockchain.atHeight(height);
    return block === undefined
      ? []
      : [{ slot: block.slot, prioritizationFee: Number(block.prioritizationFee) }];
  });
};

const getHealth: RpcMethod = (_params, context) => {
  const behind = context.slotsBehind();
  if (behind !== undefined) throw nodeBehind(behind);
  return 'ok';
};

export const BLOCK_METHODS = {
  getBlock,
  getBlockHeight,
  getBlocks,
  getBlockTime,
  getEpochInfo,
  /** The node stores all blocks. */
  getFirstAvailableBlock: () => 0,
  getGenesisHash: ((_params, { blockchain }) => blockchain.genesisHash) satisfies RpcMethod,
  getHealth,
  getLatestBlockhash,
  getRecentPrioritizationFees,
  getSlot,
  getVersion: () => ({ 'solana-core': API_VERSION, 'feature-set': 0 }),
  isBlockhashValid,
};
