import { z } from 'zod';
import { families } from '../../core/swap/chains.ts';
import { baseUnits, named, time } from './common.ts';

const asset = z.object({ token: z.string(), amount: baseUnits });

const lostAttempt = named(
  'LostAttempt',
  z.object({
    instanceId: z.string().describe('The journal that committed it.'),
    chain: z.string(),
    txId: z.string(),
    account: z.string(),
    nonce: z.string().optional(),
    swapId: z.string(),
    idempotencyKey: z.string(),
    retries: z.array(z.object({ swapId: z.string(), idempotencyKey: z.string() })),
    step: z.string(),
    kind: z.string(),
    signedAt: time,
    sequence: z.string(),
    payment: z
      .object({
        from: asset.extend({ refundAddress: z.string() }),
        to: z.object({
          chain: z.string(),
          token: z.string(),
          receiver: z.string(),
          minOut: baseUnits,
          expectedOut: baseUnits,
          destinationAnchor: z.string(),
        }),
      })
      .optional(),
    adopted: z.boolean(),
    refused: z.string().optional().describe('Why it could not be imported.'),
  }),
  'A signed transaction that the journal has lost.',
);

export const journalReport = named(
  'JournalReport',
  z.object({
    instanceId: z.string(),
    ownInstanceId: z
      .string()
      .nullable()
      .describe(
        'The journal that the keys of this process sign for. `null`: its data folder has no signing log, so only what the hosts with keys have reported is listed.',
      ),
    lost: z.array(lostAttempt),
    missingLogs: z
      .array(z.string())
      .describe('Hosts whose signing logs were not read since the rollback.'),
    frozen: z.array(z.object({ name: z.string(), address: z.string(), reason: z.string() })),
  }),
);

export const frozenWallet = named(
  'FrozenWallet',
  z.object({
    name: z.string(),
    family: z.enum(families),
    address: z.string(),
    frozenReason: z.string().nullable().describe('`null`: it is not frozen.'),
    released: z.boolean().describe('Whether this request released it.'),
    chainNonces: z
      .record(z.string(), z.string())
      .describe('How many transactions each chain counts.'),
    lost: z.array(lostAttempt),
  }),
);

export type JournalReportJson = z.infer<typeof journalReport>;
export type FrozenWalletJson = z.infer<typeof frozenWallet>;
export type LostAttemptJson = z.infer<typeof lostAttempt>;
