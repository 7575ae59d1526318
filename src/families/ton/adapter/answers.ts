import { type Address, Cell } from '@ton/core';
import { z } from 'zod';
import { rawTonAddress } from '../formats/address.ts';
import { parseTonHash } from '../formats/hash.ts';
import { readTransaction } from './transaction.ts';

/*
 * What Ferryman reads of an endpoint's answers (toncenter's HTTP interface, version 2:
 * toncenter.com/api/v2), and nothing beside it. Other members are ignored; a missing or misshapen
 * one is `RPC_MALFORMED` and never a default. Cells are taken from the bytes that are told, and
 * have to have the hashes that are told with them.
 */

/**
 * More than an account's state or a transaction has (`size_limits_config`, docs.ton.org,
 * configuration parameter 43).
 */
const maxCellBytes = 4 * 1024 * 1024;

const seconds = z.int().nonnegative();

/** Some endpoints tell amounts as numbers; those too large to be exact are refused, not rounded. */
const nanotons = z.union([z.int().nonnegative().transform(BigInt), integerText()]);

function integerText() {
  return z
    .string()
    .regex(/^(?:0|[1-9]\d{0,38})$/)
    .transform((text) => BigInt(text));
}

const lt = integerText();

const hash = z.string().transform((text, context) => {
  const read = parseTonHash(text);
  if (read !== undefined) return read;
  context.addIssue('no hash');
  return z.NEVER;
});

const cell = z.string().transform((text, context) => {
  const read = readCell(text);
  if (read) return read;
  context.addIssue('no cells');
  return z.NEVER;
});

/** An account without code or data has an empty text. */
const cellOrNone = z.union([z.literal('').transform(() => undefined), cell]);

const transactionId = z.object({ lt, hash });

/** An answer or a refusal; the HTTP status repeats the code. */
export const envelope = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.string(), code: z.int() }),
]);

export const accountInformation = z
  .object({
    balance: nanotons,
    state: z.enum(['active', 'uninitialized', 'frozen']),
    code: cellOrNone,
    data: cellOrNone,
    last_transaction_id: transactionId,
    block_id: z.object({
      workchain: z.int(),
      shard: z.string().regex(/^-?\d{1,20}$/),
      seqno: z.int().nonnegative(),
    }),
    sync_utime: seconds,
  })
  .transform(({ balance, state, code, data, last_transaction_id, block_id, sync_utime }) => ({
    balance,
    state,
    code,
    data,
    /** A logical time of zero: it has done nothing yet. */
    lastTransaction: last_transaction_id,
    /** The block that all this is of, as it is asked for, and when that was made. */
    blockId: block_id,
    time: sync_utime,
  }));
export type AccountInformation = z.output<typeof accountInformation>;

export const masterchainInfo = z
  .object({ last: z.object({ seqno: z.int().nonnegative() }), init: z.object({ root_hash: hash }) })
  .transform(({ last, init }) => ({ block: BigInt(last.seqno), genesis: init.root_hash }));

/** `end_lt`: every transaction that the block takes in has an earlier logical time. */
export const blockHeader = z
  .object({
    id: z.object({ seqno: z.int().nonnegative(), root_hash: hash }),
    end_lt: lt,
    gen_utime: seconds,
  })
  .transform(({ id, end_lt, gen_utime }) => ({
    hash: id.root_hash,
    endLt: end_lt,
    time: gen_utime,
  }));
export type BlockHeader = z.output<typeof blockHeader>;

/**
 * A transaction, read from its own cells, which have to have the hash that is told. @param account
 * canonical form
 */
export function transactionOf(account: string) {
  return z
    .object({ data: cell, transaction_id: transactionId })
    .transform(({ data, transaction_id: told }, context) => {
      try {
        const read = readTransaction(data, account);
        if (read.hash === told.hash && read.lt === told.lt) return read;
        context.addIssue('the transaction is not the one that is told');
      } catch (error) {
        context.addIssue(error instanceof Error ? error.message : 'no transaction');
      }
      return z.NEVER;
    });
}

/**
 * An account's transactions, the newest first. Each is the one before the last.
 * @param account canonical form
 */
export function transactionsOf(account: string) {
  return z.array(transactionOf(account)).refine((list) =>
    list.every(({ previous }, index) => {
      const next = list[index + 1];
      return !next || (next.lt === previous.lt && next.hash === previous.hash);
    }),
  );
}

/**
 * What an external message would cost its wallet; endpoints add what is charged for the way of what
 * it sends.
 */
export const estimatedFees = z
  .object({
    source_fees: z.object({
      in_fwd_fee: nanotons,
      storage_fee: nanotons,
      gas_fee: nanotons,
      fwd_fee: nanotons,
    }),
  })
  .transform(
    ({ source_fees: { in_fwd_fee, storage_fee, gas_fee, fwd_fee } }) =>
      in_fwd_fee + storage_fee + gas_fee + fwd_fee,
  );

/** What a method of a contract answers; the stack's values by their kinds. */
export const methodAnswer = z.object({
  exit_code: z.int(),
  stack: z.array(
    z.union([
      z
        .tuple([z.literal('num'), z.string().regex(/^-?0x[0-9a-fA-F]{1,64}$/)])
        .transform(([, text]) => ({
          kind: 'number' as const,
          value: text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text),
        })),
      z
        .tuple([z.enum(['cell', 'slice']), z.object({ bytes: cell })])
        .transform(([, { bytes }]) => ({ kind: 'cell' as const, cell: bytes })),
      z.unknown().transform(() => ({ kind: 'other' as const })),
    ]),
  ),
});

export type MethodAnswer = z.output<typeof methodAnswer>;

/** The address that a cell of a stack is; nothing where it is none, or anything beside it. */
export function addressIn(value: Cell): string | undefined {
  try {
    const slice = value.beginParse();
    const address: Address = slice.loadAddress();
    slice.endParse();
    const { workChain: workchain, hash: bytes } = address;
    return workchain === 0 || workchain === -1
      ? rawTonAddress({ workchain, hash: bytes })
      : undefined;
  } catch {
    return undefined;
  }
}

function readCell(text: string): Cell | undefined {
  if (text.length > (maxCellBytes * 4) / 3 + 4 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    return undefined;
  try {
    const [root, ...others] = Cell.fromBoc(Buffer.from(text, 'base64'));
    return others.length === 0 ? root : undefined;
  } catch {
    return undefined;
  }
}
