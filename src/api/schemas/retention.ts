import { z } from 'zod';
import { named } from './common.ts';

const days = z
  .int('is not a whole number of days')
  .min(1, 'is below 1')
  .max(36_500, 'is above 36500')
  .optional();

export const retentionRequest = named(
  'RetentionRequest',
  z.strictObject(
    {
      payloadsAfterDays: days.describe(
        'Archive the routing service’s answers of swaps that have not changed for so many days. Default: as configured.',
      ),
      deliveriesAfterDays: days.describe(
        'Remove deliveries of webhooks that ended so many days ago, for ever. Default: as configured.',
      ),
    },
    'is not a JSON object',
  ),
);

export const retentionReport = named(
  'RetentionReport',
  z.object({
    orders: z.int().optional().describe('Whose answers were archived.'),
    removedBytes: z.int().optional().describe('Of the answers in the journal.'),
    archivedBytes: z.int().optional().describe('Of the archives that were written.'),
    folder: z.string().optional().describe('Of the archives, on the machine of the service.'),
    removedDeliveries: z.int().optional(),
  }),
  'What has left the journal. What was not asked for is absent.',
);
