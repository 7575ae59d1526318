import { type Address, getAddress, type Hash, type Hex } from 'viem';
import { z } from 'zod';

/*
 * The members of an endpoint's answers that Ferryman reads (Ethereum execution-apis). Other members
 * are ignored. A missing or malformed member is `RPC_MALFORMED` and never a default.
 */

export const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((text) => BigInt(text));

export const bytes = z
  .string()
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/)
  .transform((text) => text as Hex);

const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text) => text.toLowerCase() as Hash);

/** Checksummed (EIP-55). */
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text): Address => getAddress(text.toLowerCase()));

export const block = z.object({
  number: quantity,
  hash,
  parentHash: hash,
  timestamp: quantity,
  miner: address,
  baseFeePerGas: quantity.nullish(),
  /** Hashes only; `fullBlock` has whole transactions. Some endpoints omit them. */
  transactions: z.array(hash).optional().catch(undefined),
});
export type Block = z.output<typeof block>;

const log = z.object({ address, topics: z.array(hash), data: bytes });

const minedLog = log.extend({
  logIndex: quantity,
  transactionHash: hash,
  removed: z.boolean().optional(),
});
export const minedLogs = z.array(minedLog);

/** What no proof depends on. */
const surcharge = quantity.nullish().catch(undefined);

export const receipt = z.object({
  transactionHash: hash,
  blockNumber: quantity,
  blockHash: hash,
  status: quantity,
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  logs: minedLogs,
  /** Wei that rollups took beside gas. Others do not have it. */
  l1Fee: surcharge,
  operatorFeeScalar: surcharge,
  operatorFeeConstant: surcharge,
});
export type Receipt = z.output<typeof receipt>;

export const transaction = z.object({
  hash,
  from: address,
  to: address.nullish(),
  value: quantity,
});
export type Transaction = z.output<typeof transaction>;

/** With its transactions (`eth_getBlockByNumber`, `true`). */
export const fullBlock = block.extend({ transactions: z.array(transaction) });
export type FullBlock = z.output<typeof fullBlock>;

export const feeHistory = z.object({
  baseFeePerGas: z.array(quantity).min(1),
  gasUsedRatio: z.array(z.number()),
  reward: z.array(z.array(quantity)).nullish(),
});
export type FeeHistory = z.output<typeof feeHistory>;

const simulatedCall = z.object({
  status: quantity,
  returnData: bytes,
  gasUsed: quantity,
  logs: z.array(log).default([]),
  error: z
    .object({ message: z.string().optional(), data: bytes.optional().catch(undefined) })
    .nullish(),
});
export type SimulatedCall = z.output<typeof simulatedCall>;
export const simulatedBlocks = z.array(z.object({ calls: z.array(simulatedCall) })).length(1);

/** A frame of go-ethereum's `callTracer`. */
export interface CallFrame {
  type: string;
  from: Address;
  to?: Address | null | undefined;
  value?: bigint | null | undefined;
  error?: string | undefined;
  calls?: CallFrame[] | undefined;
}
export const callFrame: z.ZodType<CallFrame> = z.object({
  type: z.string(),
  from: address,
  to: address.nullish(),
  value: quantity.nullish(),
  error: z.string().optional(),
  get calls() {
    return z.array(callFrame).optional();
  },
});

/**
 * `debug_traceBlockByHash`. Older nodes omit `txHash` and list traces in the order of the
 * transactions.
 */
export const blockTrace = z.array(z.object({ txHash: hash.optional(), result: callFrame }));
