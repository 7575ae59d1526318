import { z } from 'zod';

/*
 * The members that the guard reads of an ERC-7730 file (eips.ethereum.org/EIPS/eip-7730, versions 1
 * and 2), and the roles file beside it. A descriptor may have other members: they are for display.
 */

const address = z.string().min(1, 'is empty').max(100, 'is too long for an address');

export const descriptorSchema = z.looseObject({
  includes: z.undefined('names another file: merge it into this one').optional(),
  context: z.looseObject({
    contract: z.looseObject(
      {
        deployments: z
          .array(z.looseObject({ chainId: z.int().positive(), address }))
          .min(1, 'is empty: the file binds to no contract'),
        factory: z.undefined('is not supported: list the deployments').optional(),
        addressMatcher: z.undefined('is not supported: list the deployments').optional(),
        // Version 1 allows a URL, which nothing here fetches.
        abi: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]).optional(),
      },
      'is missing: the file describes no contract',
    ),
  }),
  metadata: z
    .looseObject({ constants: z.record(z.string(), z.unknown()).default({}) })
    .prefault({}),
  display: z.looseObject({ formats: z.record(z.string(), z.unknown()) }),
});

const path = z.string().min(1, 'is empty').max(200, 'is too long for a path');

const roles = z.strictObject({
  receiver: path.optional(),
  paysRecorded: z.literal(true).optional(),
  minimum: path.optional(),
  inputToken: path.optional(),
  outputToken: path.optional(),
  amountIn: path.optional(),
  deadline: path.optional(),
  destinationChain: path.optional(),
  chainByToken: z.literal(true).optional(),
  calls: path.optional(),
  opaque: z.array(path).default([]),
  note: z.string().max(500).optional(),
});

export const rolesSchema = z.strictObject({
  version: z.literal(1, 'is not 1, the version that this Ferryman reads'),
  aliases: z
    .record(
      z.string().regex(/^0x[0-9a-fA-F]{40}$/),
      z.enum(['contract', 'sender', 'native']),
      'is not an address: 0x and 40 hex digits',
    )
    .default({}),
  chainNumbers: z
    .record(z.string(), z.string().regex(/^\d{1,78}$/, 'is not a whole number as a text'))
    .optional(),
  suffixes: z
    .array(z.string().regex(/^0x(?:[0-9a-f]{2}){1,256}$/, 'is not 1 to 256 bytes as 0x and hex'))
    .max(20, 'has more than 20 entries')
    .default([]),
  functions: z.record(z.string(), roles),
});

export type DescriptorFile = z.infer<typeof descriptorSchema>;
export type RolesFile = z.infer<typeof rolesSchema>;
export type RolesEntry = RolesFile['functions'][string];
