import { type Address, getAddress, type Hash, type Hex } from 'viem';
import { z } from 'zod';

/*
 * What Ferryman reads of a full node's answers (java-tron's HTTP interface,
 * developers.tron.network), and nothing beside it. Nodes leave out what is zero or empty; what has
 * to be there and is not is `RPC_MALFORMED`. Addresses are the twenty bytes that the TVM sees.
 */

/**
 * Sun, energy, heights and milliseconds come as JSON numbers: whole ones, as large as these carry
 * exactly.
 */
const count = z.int().nonnegative();
const amount = count.optional().transform((value) => BigInt(value ?? 0));

const bytes = z
  .string()
  .regex(/^(?:[0-9a-fA-F]{2})*$/)
  .transform((text): Hex => `0x${text.toLowerCase()}`);

/** Of a block or a transaction: 64 hex digits, nothing in front. */
const id = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/)
  .transform((text) => text.toLowerCase());

/** With TRON's prefix, except in logs. */
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
 * Units of a TRC-10 token, which anybody may issue up to 2^63 of; `undefined` where they are more
 * than a JSON number carries exactly.
 */
const units = z
  .number()
  .default(0)
  .transform((value) => (Number.isSafeInteger(value) ? BigInt(value) : undefined));

/** What a call carries: units of a token where its `tokenId` is told, sun where none is. */
const callValueInfo = z.union([
  z.object({ tokenId: z.string(), callValue: units }),
  z.object({ tokenId: z.undefined().optional(), callValue: amount }),
]);

/** A call that a contract makes. */
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

/** What became of an included transaction. */
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

/** Its id is computed from the bytes and not read. */
const transaction = z.object({ raw_data_hex: bytes });

const ownTypes: readonly string[] = ['TransferContract', 'TriggerSmartContract'];

/**
 * What a transaction itself does with native coins. Of other types than the two nothing is read.
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

/** Nodes answer `{}` where there is nothing. */
const nothing = z.strictObject({}).transform(() => undefined);
/** A block with all that is in it; none where it is empty. */
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
/** Of any type. One that hides its owner, or cannot be read, is a stranger's. */
const ownedContract = z
  .object({ parameter: z.object({ value: z.object({ owner_address: address.optional() }) }) })
  .catch({ parameter: { value: {} } });

/** A block with who has signed what is in it. */
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
/** How many transactions are in a block. */
export const maybeTransactionCount = z.union([
  z
    .object({ blockID: id, transactions: z.array(z.unknown()).default([]) })
    .transform(({ transactions }) => transactions.length),
  nothing,
]);
export const maybeBlock = z.union([block, nothing]);
/**
 * One of a block's; without `info` where it cannot be read: what strangers do is no reason to
 * refuse the others.
 */
const infoOfBlock = z.union([
  transactionInfo.transform((info) => ({ id: info.id, info })),
  z.object({ id }).transform((known): { id: string; info?: TransactionInfo } => known),
]);
export type InfoOfBlock = z.output<typeof infoOfBlock>;
/** Of a block; an empty one may be `{}` too. */
export const infosOfBlock = z.union([
  z.array(infoOfBlock),
  nothing.transform((): InfoOfBlock[] => []),
]);
export const maybeTransactionInfo = z.union([transactionInfo, nothing]);
export const maybeTransaction = z.union([transaction, nothing]);
export const maybeTransactionCall = z.union([transactionCall, nothing]);

/** A contract, where there is one at an address. */
export const maybeContract = z.union([z.object({ contract_address: address }), nothing]);

/** An account that nobody has ever paid anything to is `{}`. */
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
  /** Text in hex. */
  message: z.string().default(''),
});

/**
 * `triggerconstantcontract`. A call that reverts has `result: true`, a message, and FAILED in its
 * transaction.
 */
export const playedCall = z.object({
  result: returned,
  energy_used: amount,
  constant_result: z.array(bytes).default([]),
  logs: z.array(log).default([]),
  internal_transactions: z.array(internalTransaction).default([]),
  transaction: z
    .object({ ret: z.array(z.object({ ret: z.string().optional() })).default([]) })
    .optional(),
});
export type PlayedCall = z.output<typeof playedCall>;

/**
 * `broadcasthex`: a code, and a message in plain text or in hex, depending on the node's version.
 */
export const broadcastAnswer = returned;
export type BroadcastAnswer = z.output<typeof broadcastAnswer>;

/** What a node says instead of an answer, with HTTP 200. */
export const refusal = z.object({ Error: z.string() });
