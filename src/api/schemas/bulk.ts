import { z } from 'zod';
import { bulkKinds, bulkOutcomes, bulkStates } from '../../core/operator/bulk-action.ts';
import { named, nextCursor, time } from './common.ts';

const bulkAction = named(
  'BulkAction',
  z.object({
    id: z.uuid(),
    action: z.enum(bulkKinds),
    filter: z.record(z.string(), z.string()),
    reason: z.string(),
    ratePerMinute: z.int(),
    createdBy: z.string(),
    state: z.enum(bulkStates),
    stateReason: z.string().optional().describe('Why it was paused, resumed or aborted.'),
    total: z.int().describe('Swaps that matched when it was created.'),
    done: z.int(),
    skipped: z.int(),
    failed: z.int(),
    remaining: z.int(),
    createdAt: time,
    updatedAt: time,
  }),
  'What is done to all swaps that a filter matched when it was created.',
);
export const bulkActionAnswer = named('BulkActionAnswer', z.object({ bulkAction }));
export const bulkActionList = named(
  'BulkActionList',
  z.object({ bulkActions: z.array(bulkAction), nextCursor }),
);

const bulkItem = named(
  'BulkItem',
  z.object({
    seq: z.int(),
    swapId: z.uuid(),
    outcome: z.enum([...bulkOutcomes, 'open']).describe('`open`: its turn has not come.'),
    code: z.string().optional().describe('Why it was skipped or failed.'),
    message: z.string().optional(),
    as: z
      .uuid()
      .optional()
      .describe('The swap that goes on: the same, or one that tries its job again.'),
    decided: z.boolean().optional().describe('Of a cancel; false: the chain decides.'),
    at: time.optional(),
  }),
);
export const bulkItemList = named(
  'BulkItemList',
  z.object({ items: z.array(bulkItem), nextCursor }),
);

const samples = z.array(z.uuid()).describe('Some of them.');

export const bulkPreview = named(
  'BulkPreview',
  z.object({
    action: z.enum(bulkKinds),
    matched: z.int(),
    judged: z
      .int()
      .describe('The numbers below are of so many, the oldest first; usually all that matched.'),
    eligible: z.object({ count: z.int(), samples }),
    skipped: z.array(z.object({ code: z.string(), message: z.string(), count: z.int(), samples })),
    may_have_sent: z
      .object({ count: z.int(), swaps: z.array(z.uuid()).describe('At most 1,000.') })
      .describe(
        'Swaps of which something may have been sent. A retry skips them; of a cancel, the chain decides.',
      ),
  }),
  'What would be done now. Each swap is judged again when its turn comes.',
);
