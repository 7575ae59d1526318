import { z } from 'zod';
import type { Family } from '../core/swap/chains.ts';
import type { LeaseTerms } from '../core/swap/swap.ts';
import type { Fee } from '../core/swap/transaction-object.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { SimulatedChanges, TokenFacts } from '../ports/chain-adapter.ts';
import type { OfflinePrice } from './offline-prices.ts';

/*
 * What only chains and keys know, as a JSON file: docs/guard/check.md. Big numbers are decimal
 * strings in base units, as everywhere at the edges.
 */

const integer = z
  .string()
  .regex(/^-?(?:0|[1-9]\d{0,77})$/, 'is not a whole number in a string')
  .transform(BigInt);
const hex = z.string().regex(/^0x(?:[0-9a-f]{2})*$/i, 'is not hexadecimal');
const bytes = hex.transform((text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')));
const text = z.string();

/** A JSON object as a map. */
function mapOf<Value extends z.ZodType>(value: Value) {
  return z
    .record(z.string(), value)
    .transform((record) => new Map(Object.entries(record)) as Map<string, z.output<Value>>);
}

const inspected = z.strictObject({
  hasCode: z.boolean(),
  isToken: z.boolean(),
  codeHash: text.exactOptional(),
  implementationHash: text.exactOptional(),
});

const simulationSchema = z.strictObject({
  block: integer,
  balanceChanges: z
    .array(z.strictObject({ account: text, token: text, amountBaseUnits: integer }))
    .transform((list) =>
      list.map(({ amountBaseUnits: delta, ...change }) => ({ ...change, delta })),
    ),
  allowanceChanges: z
    .array(
      z.strictObject({
        token: text,
        spender: text,
        beforeBaseUnits: integer,
        afterBaseUnits: integer,
      }),
    )
    .transform((list) =>
      list.map(({ token, spender, beforeBaseUnits: before, afterBaseUnits: after }) => ({
        token,
        spender,
        before,
        after,
      })),
    )
    .default([]),
  authorityChanges: z
    .array(z.strictObject({ account: text, what: text, before: text, after: text }))
    .default([]),
  inspected: mapOf(inspected),
  witnesses: z
    .strictObject({
      hosts: z.array(text),
      contradiction: z.array(z.strictObject({ host: text, shows: text })).exactOptional(),
    })
    .exactOptional(),
  solana: z
    .strictObject({
      lookupTables: mapOf(
        z.strictObject({
          addresses: z.array(text),
          isActive: z.boolean(),
          canGrow: z.boolean(),
          lastExtended: integer,
        }),
      ),
      innerCalls: z.array(
        z.strictObject({
          program: text,
          accounts: z.array(text),
          call: z.union([z.strictObject({ name: text }), z.strictObject({ data: bytes })]),
        }),
      ),
      mints: mapOf(
        z.strictObject({ extensions: z.array(z.int()), transferFeeBps: z.int().nonnegative() }),
      ),
    })
    .exactOptional(),
  ton: z
    .strictObject({
      jettonWallets: mapOf(text),
      destinations: mapOf(z.enum(['active', 'frozen', 'uninitialized'])),
    })
    .exactOptional(),
  bitcoin: z
    .strictObject({
      previousOutputs: mapOf(z.strictObject({ value: integer, script: bytes })),
      publicKey: bytes.exactOptional(),
      waiting: z.array(text).default([]),
      tip: integer,
      estimatedRate: integer,
    })
    .exactOptional(),
});

const terms = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('nonce'), nonce: integer }),
  z.strictObject({ kind: z.literal('expiry'), expires: integer.exactOptional() }),
  z.strictObject({ kind: z.literal('seqno'), seqno: integer, expires: integer.exactOptional() }),
  z.strictObject({ kind: z.literal('outpoints'), outpoints: z.array(text).min(1) }),
]);

const fee = z.discriminatedUnion('family', [
  z.strictObject({
    family: z.literal('evm'),
    gasLimit: integer,
    maxFeePerGas: integer,
    maxPriorityFeePerGas: integer,
    surcharge: integer.default(0n),
  }),
  z.strictObject({ family: z.literal('tron'), feeLimit: integer, bandwidthFee: integer }),
  z.strictObject({
    family: z.literal('solana'),
    signatureFee: integer,
    computeUnitLimit: integer,
    computeUnitPrice: integer,
  }),
  z.strictObject({ family: z.literal('ton'), walletFee: integer }),
  z.strictObject({ family: z.literal('bitcoin'), total: integer, virtualSize: integer }),
]);

const factsSchema = z.strictObject({
  wallet: text.exactOptional(),
  tokens: z
    .array(
      z.strictObject({
        chain: text,
        address: text,
        symbol: text,
        decimals: z.int().min(0).max(77),
      }),
    )
    .default([]),
  prices: z
    .array(
      z.strictObject({
        chain: text,
        token: text,
        usd: z
          .string()
          .regex(/^(?:0|[1-9]\d{0,14})(?:\.\d{1,18})?$/, 'is not a decimal in a string'),
      }),
    )
    .default([]),
  simulation: simulationSchema.exactOptional(),
  unsignedTransaction: hex.exactOptional(),
  lease: terms.exactOptional(),
  fee: fee.exactOptional(),
});

export interface OfflineFacts {
  /** The address of the job's wallet on the source chain. */
  wallet?: string;
  tokens: readonly (TokenFacts & { chain: string })[];
  /** By independent sources, for the tokens of which the policy has sources. */
  prices: readonly OfflinePrice[];
  /** What the chain adapter's simulation of the bytes showed. */
  simulation?: SimulatedChanges;
  /** The bytes, 0x-prefixed hex. */
  unsignedTransaction?: string;
  lease?: LeaseTerms;
  fee?: Fee & { family: Family };
}

/** Throws `INVALID_REQUEST` with every fault. */
export function readFacts(value: unknown): OfflineFacts {
  const read = factsSchema.safeParse(value);
  if (read.success) return read.data;
  const faults = read.error.issues.map(({ path, message }) => ({
    pointer: `/${path.join('/')}`,
    message,
  }));
  const [first] = faults;
  throw new FerrymanError(
    'INVALID_REQUEST',
    `the facts have faults: ${first?.pointer} ${first?.message}`,
    { faults },
  );
}
