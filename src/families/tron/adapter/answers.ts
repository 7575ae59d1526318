import { type Address, getAddress, type Hash, type Hex } from 'viem';
import { z } from 'zod';

/*
 * The members of a full node's answers that Ferryman reads (java-tron's HTTP interface,
 * developers.tron.network). Nodes omit zero and empty members. A missing required member is
 * `RPC_MALFORMED`. Addresses are the twenty bytes that the TVM uses.
 */

/** Sun, energy, heights and milliseconds are JSON numbers. Accepts only exact integers. */
const count = z.int().nonnegative();
const amount = count.optional().transform((value) => BigInt(value ?? 0));

const bytes = z
  .string()
  .regex(/^(?:[0-9a-fA-F]{2})*$/)
  .transform((text): Hex => `0x${text.toLowerCase()}`);

/** Id of a block or transaction: 64 hex digits without prefix. */
const id = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/)
  .transform((text) => text.toLowerCase());

/** Has TRON's prefix 41, except in logs. */
const address = z
  .string()
  .regex(/^(?:41)?[0-9a-fA-F]{40}$/)
  .transform((text): Address => getAddress(`0x${text.slice(-40).toLowerCase()}`));

const topic = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/)
  .transform((text): Hash => `0x${text.toLowerCase()}`);

const log = z.object({
  address,
  topics: z.array(topic).default([]),
  data: bytes.default('0x'),
});

/**
 * Units of a TRC-10 token, of which anyone may issue up to 2^63. `undefined` if a JSON number
 * cannot hold them exactly.
 */
const units = z
  .number()
  .default(0)
  .transform((value) => (Number.isSafeInteger(value) ? BigInt(value) : undefined));

/** The value of a call: units of a token if it has a `tokenId`, otherwise sun. */
const callValueInfo = z.union([
  z.object({ tokenId: z.string(), callValue: units }),
  z.object({ tokenId: z.undefined().optional(), callValue: amount }),
]);

/** A call by a contract. */
const internalTransaction = z.object({
  caller_address: address,
  transferTo_address: address.optional(),
  callValueInfo: z.array(callValueInfo).default([]),
  rejected: z.boolean().default(false),
});
export type InternalTransaction = z.output<typeof internalTransaction>;

export const block = z
  .object({
    blockID: id,
    block_header: z.object({ raw_data: z.object({ number: amount, timestamp: count.default(0) }) }),
  })
  .transform(({ blockID, block_header: { raw_data } }) => ({
    number: raw_data.number,
    hash: blockID,
    /** Milliseconds since the epoch. */
    time: raw_data.timestamp,
  }));
export type Block = z.output<typeof block>;

/** The outcome of an included transaction. */
const transactionInfo = z.object({
  id,
  fee: amount,
  blockNumber: amount,
  contract_address: address.optional(),
  result: z.string().optional(),
  receipt: z.object({ result: z.string().optional() }).default({}),
  log: z.array(log).default([]),
  internal_transactions: z.array(internalTransaction).default([]),
});
export type TransactionInfo = z.output<typeof transactionInfo>;

/** The id is computed from the bytes. */
const transaction = z.object({ raw_data_hex: bytes });

const ownTypes: readonly string[] = ['TransferContract', 'TriggerSmartContract'];

/**
 * The native coins that a transaction itself transfers. `undefined` for types other than these two.
 */
const ownTransfer = z.union([
  z
    .object({
      type: z.literal('TransferContract'),
      parameter: z.object({
        value: z.object({ owner_address: address, to_address: address, amount }),
      }),
    })
    .transform(({ parameter: { value } }) => ({
      from: value.owner_address,
      to: value.to_address,
      amount: value.amount,
    })),
  z
    .object({
      type: z.literal('TriggerSmartContract'),
      parameter: z.object({
        value: z.object({ owner_address: address, contract_address: address, call_value: amount }),
      }),
    })
    .transform(({ parameter: { value } }) => ({
      from: value.owner_address,
      to: value.contract_address,
      amount: value.call_value,
    })),
  z
    .object({ type: z.string().refine((type) => !ownTypes.includes(type)) })
    .transform(() => undefined),
]);

const transactionCall = z
  .object({
    txID: id,
    raw_data: z.object({ contract: z.array(ownTransfer).length(1), data: bytes.default('0x') }),
  })
  .transform(({ txID, raw_data: { contract, data } }) => ({
    id: txID,
    transfer: contract[0],
    data,
  }));

/** Nodes answer `{}` for "not found". */
const nothing = z.strictObject({}).transform(() => undefined);
/** A block with its transactions. `undefined` if the node does not have it. */
export const maybeFullBlock = z.union([
  z
    .object({
      blockID: id,
      block_header: z.object({
        raw_data: z.object({ number: amount, parentHash: id, timestamp: count.default(0) }),
      }),
      transactions: z.array(transactionCall).default([]),
    })
    .transform(({ blockID, block_header: { raw_data }, transactions }) => ({
      number: raw_data.number,
      hash: blockID,
      parentHash: raw_data.parentHash,
      /** Milliseconds since the epoch. */
      time: raw_data.timestamp,
      transactions,
    })),
  nothing,
]);
/** A contract of any type. One without a readable owner belongs to another account. */
const ownedContract = z
  .object({ parameter: z.object({ value: z.object({ owner_address: address.optional() }) }) })
  .catch({ parameter: { value: {} } });

/** A block with the signers of its transactions. */
export const maybeSignedBlock = z.union([
  z
    .object({
      blockID: id,
      block_header: z.object({
        raw_data: z.object({ number: amount, timestamp: count.default(0) }),
      }),
      transactions: z
        .array(
          z.object({
            txID: id,
            raw_data: z.object({
              contract: z.array(ownedContract),
            }),
          }),
        )
        .default([]),
    })
    .transform(({ block_header: { raw_data }, transactions }) => ({
      number: raw_data.number,
      /** Milliseconds since the epoch. */
      time: raw_data.timestamp,
      transactions: transactions.map(({ txID, raw_data: { contract } }) => ({
        id: txID,
        owners: contract.flatMap(({ parameter: { value } }) => value.owner_address ?? []),
      })),
    })),
  nothing,
]);
/** The number of transactions in a block. */
export const maybeTransactionCount = z.union([
  z
    .object({ blockID: id, transactions: z.array(z.unknown()).default([]) })
    .transform(({ transactions }) => transactions.length),
  nothing,
]);
export const maybeBlock = z.union([block, nothing]);
/**
 * One outcome of a block. Lacks `info` if it cannot be read: another account's transaction must not
 * make the block unreadable.
 */
const infoOfBlock = z.union([
  transactionInfo.transform((info) => ({ id: info.id, info })),
  z.object({ id }).transform((known): { id: string; info?: TransactionInfo } => known),
]);
export type InfoOfBlock = z.output<typeof infoOfBlock>;
/** All outcomes of a block. An empty block may be `{}`. */
export const infosOfBlock = z.union([
  z.array(infoOfBlock),
  nothing.transform((): InfoOfBlock[] => []),
]);
export const maybeTransactionInfo = z.union([transactionInfo, nothing]);
export const maybeTransaction = z.union([transaction, nothing]);
export const maybeTransactionCall = z.union([transactionCall, nothing]);

/** The contract at an address, if any, with its code in use (`getcontractinfo`). */
export const maybeContractInfo = z.union([
  z.object({
    smart_contract: z.object({ contract_address: address }),
    runtimecode: bytes.default('0x'),
  }),
  nothing,
]);

/** An account that never received anything is `{}`. */
export const account = z.object({ address: address.optional(), balance: amount });

export const accountResource = z.object({
  freeNetLimit: amount,
  freeNetUsed: amount,
  NetLimit: amount,
  NetUsed: amount,
  EnergyLimit: amount,
  EnergyUsed: amount,
});

export const chainParameters = z
  .object({ chainParameter: z.array(z.object({ key: z.string(), value: z.number().optional() })) })
  .transform(
    ({ chainParameter }) => new Map(chainParameter.map(({ key, value = 0 }) => [key, value])),
  );

const returned = z.object({
  result: z.boolean().default(false),
  code: z.string().optional(),
  /** Hex of a text. */
  message: z.string().default(''),
});

/**
 * The answer of `triggerconstantcontract`. A reverted call has `result: true`, a message, and
 * FAILED in its transaction.
 */
export const simulatedCall = z.object({
  result: returned,
  energy_used: amount,
  constant_result: z.array(bytes).default([]),
  logs: z.array(log).default([]),
  internal_transactions: z.array(internalTransaction).default([]),
  transaction: z
    .object({ ret: z.array(z.object({ ret: z.string().optional() })).default([]) })
    .optional(),
});
export type SimulatedCall = z.output<typeof simulatedCall>;

/**
 * The answer of `broadcasthex`: a code and a message, in plain text or hex depending on the node's
 * version.
 */
export const broadcastAnswer = returned;
export type BroadcastAnswer = z.output<typeof broadcastAnswer>;

/** An error that a node returns with HTTP 200. */
export const refusal = z.object({ Error: z.string() });
