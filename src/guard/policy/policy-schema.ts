import { z } from 'zod';
import { approvalRowSchema, approverSchema } from './approval-schema.ts';
import { blackoutSchema } from './blackout-schema.ts';
import { capSchema } from './cap-schema.ts';
import { type BodyField, defaultProtectedCoin } from './guard-policy.ts';
import { address, bps, note } from './parts-of-schema.ts';
import { pricesSchema, usdAmount } from './price-schema.ts';

/*
 * The schema of a policy file. Unknown members are refused: a mistyped bound would be no bound.
 */

const hash = z.string().regex(/^0x[0-9a-f]{64}$/, 'is not a hash: 0x and 64 lower-case hex digits');
const digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, 'is not a hash: sha256: and 64 lower-case hex digits');
const provider = z.string().regex(/^[\w-]{1,64}$/, 'is not a name of a provider');

const baseUnits = z
  .string()
  .regex(/^(0|[1-9]\d{0,77})$/, 'is not a whole number of base units in quotes');

const selectors = z
  .array(z.string().regex(/^0x[0-9a-f]{8}$/, 'is not a selector: 0x and 8 lower-case hex digits'))
  .min(1, 'is empty');

const contract = z.strictObject({
  address,
  codeHash: hash.exactOptional(),
  implementationHash: hash.exactOptional(),
  providers: z.array(provider).min(1, 'is empty').exactOptional(),
  selectors: selectors.exactOptional(),
  note,
});
const target = contract.extend({ undescribed: selectors.exactOptional() });

/** An entry is an address alone, or an object that says more about it. */
const entriesOf = <Entry extends z.ZodObject>(entry: Entry) =>
  z.array(z.union([address.transform((text) => ({ address: text })), entry]));

const listed = entriesOf(z.strictObject({ address, note }));
const listedOrAny = z.union([z.literal('any'), listed]);

const operation = z
  .string()
  .regex(/^0x[0-9a-f]{8}$/, 'is not an operation: 0x and 8 lower-case hex digits');

const bodyField: z.ZodType<BodyField> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('uint'),
      bits: z.int('is not a whole number').min(1).max(256),
      role: z.literal('receiver').exactOptional(),
    }),
    z.strictObject({ type: z.literal('coins'), role: z.literal('minimum').exactOptional() }),
    z.strictObject({
      type: z.literal('address'),
      role: z.enum(['receiver', 'owner']).exactOptional(),
    }),
    z.strictObject({ type: z.literal('absent') }),
    z.strictObject({ type: z.literal('ref'), fields: z.array(bodyField) }),
  ]),
);

const destination = z.strictObject({
  address,
  operations: z
    .array(
      z.union([
        operation,
        z.strictObject({
          operation,
          with: z.enum(['coins', 'jettons']),
          fields: z.array(bodyField),
          note,
        }),
      ]),
    )
    .exactOptional(),
  plain: z.boolean().exactOptional(),
  note,
});

const discriminator = z
  .string()
  .regex(/^0x(?:[0-9a-f]{2}){1,32}$/, 'is not a discriminator: 0x and lower-case hex digits');
/** No transaction has more bytes. */
const offset = z.int('is not a whole number').min(-1232, 'is too low').max(1232, 'is too high');

const program = z.strictObject({
  address,
  minimumOut: z
    .array(
      z.strictObject({
        discriminator,
        of: z.enum(['bought', 'intermediate'], 'is neither "bought" nor "intermediate"'),
        offset,
        slippageBpsOffset: offset.exactOptional(),
      }),
    )
    .min(1, 'is empty')
    .exactOptional(),
  receiver: z
    .array(
      z.strictObject({
        discriminator,
        offset,
        bytes: z.int('is not a whole number').min(20, 'is too few').max(64, 'is too many'),
      }),
    )
    .min(1, 'is empty')
    .exactOptional(),
  undescribed: z.array(discriminator).min(1, 'is empty').exactOptional(),
  note,
});

const chain = z.strictObject({
  targets: z.array(target).default([]),
  spenders: z.array(contract).default([]),
  destinations: entriesOf(destination).default([]),
  programs: entriesOf(program).default([]),
  deployableCode: z.array(hash).default([]),
  tips: listed.default([]),
  cosigners: listed.default([]),
  receivers: listedOrAny.default([]),
  refundAddresses: listedOrAny.default([]),
  protectedCoinSats: z
    .int('is not a whole number')
    .min(0, 'is negative')
    .max(100_000, 'is more than 100,000 satoshis')
    .default(Number(defaultProtectedCoin)),
  rotatingAddresses: z
    .array(
      z.strictObject({
        provider,
        token: address,
        maximumAmount: baseUnits.exactOptional(),
        maximumUsd: usdAmount.exactOptional(),
        firstAmount: baseUnits.exactOptional(),
        firstUsd: usdAmount.exactOptional(),
        memo: z.enum(['required', 'optional']).exactOptional(),
        note,
      }),
    )
    .default([]),
  tokens: z
    .union([
      z.literal('any'),
      z.array(z.strictObject({ address, decimals: z.int().min(0).max(255), note })),
    ])
    .default([]),
  fixedFee: baseUnits.exactOptional(),
});

/** The files, or what they say. A name stands for a descriptor in faults and hashes. */
const descriptors = z.union(
  [
    z.strictObject({
      folder: z.string().min(1, 'is empty'),
      /** What the files have to be. Absent: what they are at the start. */
      pins: z
        .record(z.string(), z.strictObject({ descriptor: digest, roles: digest }))
        .exactOptional(),
    }),
    z.strictObject({
      inline: z.array(
        z.strictObject({
          name: z.string().regex(/^[\w.-]{1,100}$/, 'is not a name'),
          descriptor: z.unknown(),
          roles: z.unknown(),
        }),
      ),
    }),
  ],
  'is neither {"folder": …} nor {"inline": […]}',
);

export const policyFileSchema = z.strictObject({
  version: z.literal(1, 'is not 1, the version that this Ferryman reads'),
  profile: z.enum(['standard', 'strict'], 'is neither "standard" nor "strict"').default('standard'),
  limits: z
    .strictObject({
      priceImpactBps: bps.default(300),
      slippageBps: bps.default(300),
      percentFeeBps: bps.default(100),
      callDeadlineMarginSeconds: z
        .int('is not a whole number')
        .min(0, 'is negative')
        .max(604_800, 'is more than a week')
        .default(3_600),
      fixedFeeUsd: usdAmount.default('25'),
      acceptedWarnings: z.array(z.string().min(1).max(64)).default([]),
    })
    .prefault({}),
  providers: z.union([z.literal('any'), z.array(provider)]).default([]),
  prices: pricesSchema.prefault({}),
  chains: z.record(z.string(), chain).default({}),
  providerStop: z
    .union([
      z.literal('never'),
      z.strictObject({
        below: z.int('is not a whole number').min(1, 'is less than 1').max(1_000),
        of: z.int('is not a whole number').min(1, 'is less than 1').max(1_000),
      }),
    ])
    .refine((stop) => stop === 'never' || stop.below <= stop.of, {
      path: ['below'],
      message: 'is more than "of", so no provider would ever be stopped: write "never" for that',
    })
    .default({ below: 3, of: 20 }),
  caps: z.array(capSchema).max(100, 'has more than 100 caps').default([]),
  blackouts: z.array(blackoutSchema).max(100, 'has more than 100 blackouts').exactOptional(),
  approvals: z.array(approvalRowSchema).max(100, 'has more than 100 rows').exactOptional(),
  approvers: z.array(approverSchema).max(100, 'has more than 100 approvers').exactOptional(),
  descriptors: descriptors.exactOptional(),
});

export type PolicyFile = z.infer<typeof policyFileSchema>;
