import { type Address, Cell } from '@ton/core';
import { z } from 'zod';
import { rawTonAddress } from '../formats/address.ts';
import { parseTonHash } from '../formats/hash.ts';
import { readTransaction } from './transaction.ts';

/*
 * The members that Ferryman reads of toncenter's HTTP API, version 2 (toncenter.com/api/v2). Other
 * members are ignored. A missing or malformed one is `RPC_MALFORMED` and never gets a default.
 * Cells are parsed from the reported bytes and must have the reported hashes.
 */

/**
 * Larger than any account state or transaction (`size_limits_config`, docs.ton.org, configuration
 * parameter 43).
 */
const maxCellBytes = 4 * 1024 * 1024;

const seconds = z.int().nonnegative();

/** Some endpoints report amounts as numbers. Unsafe integers are refused, not rounded. */
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

/** The text is empty for an account without code or data. */
const cellOrNone = z.union([z.literal('').transform(() => undefined), cell]);

const transactionId = z.object({ lt, hash });

/** A result or an error. The HTTP status repeats `code`. */
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
    /** Its logical time is zero if the account has no transaction yet. */
    lastTransaction: last_transaction_id,
    /** The block of this state, in the form of a request's parameters. `time` is its time. */
    blockId: block_id,
    time: sync_utime,
  }));
export type AccountInformation = z.output<typeof accountInformation>;

export const masterchainInfo = z
  .object({ last: z.object({ seqno: z.int().nonnegative() }), init: z.object({ root_hash: hash }) })
  .transform(({ last, init }) => ({ block: BigInt(last.seqno), genesis: init.root_hash }));

/** `global_id` of a block's header. */
export const globalId = z.object({ global_id: z.int() }).transform(({ global_id }) => global_id);

/** Every transaction of the block has a logical time below `end_lt`. */
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
 * A transaction, parsed from its own cells, which must have the reported hash.
 * @param account canonical form
 */
export function transactionOf(account: string) {
  return z
    .object({ data: cell, transaction_id: transactionId })
    .transform(({ data, transaction_id: reported }, context) => {
      try {
        const read = readTransaction(data, account);
        if (read.hash === reported.hash && read.lt === reported.lt) return read;
        context.addIssue('the transaction differs from the reported hash or logical time');
      } catch (error) {
        context.addIssue(error instanceof Error ? error.message : 'no transaction');
      }
      return z.NEVER;
    });
}

/**
 * An account's transactions, newest first, without a gap: each names the next one as its
 * predecessor.
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

/** The fees of a wallet's external message, with the forward fees of what it sends. */
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

/** The result of a contract's get method. The stack's values are tagged with their kinds. */
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

/** The address in a stack's cell. `undefined` if the cell holds anything else or more. */
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
