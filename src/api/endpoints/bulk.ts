import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  type BulkAction,
  type BulkItem,
  bulkKinds,
  bulkOutcomes,
} from '../../core/operator/bulk-action.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { bulkConflict } from '../../errors/idempotency-conflict.ts';
import { mayListWallets } from '../../executor/authorize.ts';
import { personNote } from '../../executor/person-note.ts';
import type { ApiKeyRecord } from '../../ports/stores/api-key-store.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint, parseBody } from '../endpoint.ts';
import { iso } from '../iso.ts';
import { pageOf } from '../page-of.ts';
import { readFilter } from '../read-filter.ts';
import { bulkActionAnswer, bulkActionList, bulkItemList, bulkPreview } from '../schemas/bulk.ts';
import { limit, named } from '../schemas/common.ts';
import { type SwapFilterInput, swapFilterShape } from '../swap-filter.ts';
import { createWaitLimit } from '../wait-limit.ts';

/** Swaps of one action. */
const maxMatches = 100_000;
/** Of one key at the same time, in each process: each may judge for 15 seconds. */
const maxDryRuns = 2;
/** How many requests a dry run counts as. */
const dryRunCost = 10;

const bulkRequest = named(
  'BulkActionRequest',
  z.strictObject(
    {
      action: z.enum(bulkKinds, `is not one of ${bulkKinds.join(', ')}`),
      filter: z
        .strictObject(swapFilterShape, 'is not an object')
        .refine((filter) => Object.values(filter).some((value) => value !== undefined), {
          message: 'is empty: it would match every swap',
        })
        .describe('As the query of a list; its members are texts.'),
      reason: personNote('say why'),
      ratePerMinute: z
        .int('is not a whole number')
        .min(1, 'is below 1')
        .max(6_000, 'is above 6,000')
        .default(60)
        .describe('Acts in a minute. Skipped swaps do not count. Default: 60.'),
      expected: z
        .int('is not a whole number')
        .min(0, 'is below 0')
        .optional()
        .describe(
          '`matched` of the dry run that was agreed to. If more swaps match now, nothing is created.',
        ),
      dryRun: z.boolean('is not true or false').default(false).describe('Only judge.'),
    },
    'is not a JSON object',
  ),
);

const change = named(
  'BulkActionChange',
  z.strictObject({ reason: personNote('say why') }, 'is not a JSON object'),
);

const params = z.object({
  id: z.uuid('this is no id of a bulk action').describe('The id of a bulk action.'),
});

/** Doing the same to many swaps. */
export function bulkEndpoints(dependencies: ApiDependencies): Endpoint[] {
  const { journal, createBulkAction, previewBulkAction } = dependencies;
  const dryRuns = createWaitLimit({
    max: maxDryRuns,
    retryAfter: 5_000,
    what: `has ${maxDryRuns} dry runs of bulk actions`,
  });
  const find = async (id: string): Promise<BulkAction> => {
    const action = await journal.findBulkAction(id);
    if (action) return action;
    throw new FerrymanError('NOT_FOUND', `there is no bulk action ${id}`);
  };
  /** The oldest first. */
  const matching = async (filter: SwapFilterInput, key: ApiKeyRecord): Promise<SwapId[]> => {
    const criteria = await readFilter(
      { ...dependencies, namesWallets: mayListWallets(key) },
      filter,
      '/filter',
    );
    const swaps = await journal.matchingSwaps(criteria, maxMatches + 1);
    if (swaps.length > maxMatches)
      throw new FerrymanError(
        'BULK_ACTION_TOO_LARGE',
        `the filter matches more than ${maxMatches} swaps; narrow it`,
      );
    return swaps.reverse();
  };
  const answers = { 200: { description: 'The bulk action.', schema: bulkActionAnswer } };
  const changing = (
    verb: 'pause' | 'resume' | 'abort',
    to: 'paused' | 'running' | 'aborted',
    summary: string,
    { isSafeToRepeat }: { isSafeToRepeat: boolean },
  ): Endpoint =>
    defineEndpoint({
      id: `${verb}BulkAction`,
      method: 'post',
      path: `/v1/bulk-actions/{id}/${verb}`,
      group: 'operations',
      scope: 'submit',
      summary,
      params,
      body: change,
      bodyName: 'change',
      isSafeToRepeat,
      answers,
      async handle({ params: { id }, body: { reason }, key, record }) {
        const action = await find(id);
        requireOwn(key, action);
        if (action.state === 'finished' || action.state === 'aborted') {
          if (action.state === to) return { status: 200, body: { bulkAction: actionJson(action) } };
          throw new FerrymanError('BULK_ACTION_ENDED', `the bulk action ${id} is ${action.state}`);
        }
        await record({ subject: `bulk action ${id}`, reason });
        const changed = await journal.changeBulkAction(id, { to, reason });
        return { status: 200, body: { bulkAction: actionJson(changed ?? action) } };
      },
    });
  return [
    defineEndpoint({
      id: 'createBulkAction',
      method: 'post',
      path: '/v1/bulk-actions',
      group: 'operations',
      scope: 'submit',
      summary: 'Retry or cancel all swaps that match a filter',
      description: [
        'The list of swaps is fixed when it is created. A worker does them one after the other, the oldest first, and judges each again when its turn comes.',
        `With \`dryRun\` it only says what would be done, and counts as ${dryRunCost} requests.`,
      ].join(' '),
      isIdempotent: true,
      // The body is raw.
      cost: ({ body }) => ((body as Partial<typeof body> | null)?.dryRun === true ? dryRunCost : 1),
      body: bulkRequest,
      bodyName: 'bulk action',
      isBodyRaw: true,
      answers: {
        200: { description: 'Of a dry run: what would be done.', schema: bulkPreview },
        201: { description: 'The bulk action, also if it was there.', schema: bulkActionAnswer },
      },
      problems: ['IDEMPOTENCY_CONFLICT', 'BULK_ACTION_TOO_LARGE', 'BULK_ACTION_GREW'],
      async handle({ body: given, idempotencyKey, key, record }) {
        const { action, filter, reason, ratePerMinute, expected, dryRun } = parseBody(
          bulkRequest,
          given,
          'bulk action',
        );
        const { filter: raw } = given as unknown as { filter: Record<string, string> };
        if (dryRun) {
          const { mayHaveSent, ...preview } = await dryRuns.run(key.id, async () =>
            previewBulkAction({ action, filter: raw, swaps: await matching(filter, key), key }),
          );
          return { status: 200, body: { action, ...preview, may_have_sent: mayHaveSent } };
        }
        const bodyHash = hashOf(given);
        const known = await journal.findBulkByKey(key.id, idempotencyKey);
        if (known && known.bodyHash !== bodyHash) throw bulkConflict(known.action.id);
        if (known) return { status: 201, body: { bulkAction: actionJson(known.action) } };
        const swaps = await matching(filter, key);
        if (expected !== undefined && swaps.length > expected)
          throw new FerrymanError(
            'BULK_ACTION_GREW',
            `the filter matches ${swaps.length} swaps now, and ${expected} were expected`,
          );
        const id = randomUUID();
        await record({
          subject: `bulk action ${id}`,
          reason,
          data: { action, filter: raw, ratePerMinute, swaps: swaps.length },
        });
        const created = await createBulkAction({
          id,
          idempotencyKey,
          bodyHash,
          action,
          filter: raw,
          reason,
          perMinute: ratePerMinute,
          keyId: key.id,
          swaps,
        });
        return {
          status: 201,
          body: { bulkAction: actionJson(created) },
          headers: { location: `/v1/bulk-actions/${created.id}` },
        };
      },
    }),
    defineEndpoint({
      id: 'listBulkActions',
      method: 'get',
      path: '/v1/bulk-actions',
      group: 'operations',
      scope: 'view',
      summary: 'List bulk actions, newest first',
      query: z.strictObject({
        limit,
        cursor: z
          .uuid('is none that a list gave')
          .optional()
          .describe('`nextCursor` of the page before.'),
      }),
      answers: { 200: { description: 'A page of bulk actions.', schema: bulkActionList } },
      async handle({ query: { limit: size, cursor } }) {
        const found = await journal.listBulkActions({
          limit: size + 1,
          ...(cursor === undefined ? {} : { before: cursor }),
        });
        const { page, next } = pageOf(found, size, ({ id }) => id);
        return { status: 200, body: { bulkActions: page.map(actionJson), ...next } };
      },
    }),
    defineEndpoint({
      id: 'getBulkAction',
      method: 'get',
      path: '/v1/bulk-actions/{id}',
      group: 'operations',
      scope: 'view',
      summary: 'Read a bulk action and how far it is',
      params,
      answers,
      async handle({ params: { id } }) {
        return { status: 200, body: { bulkAction: actionJson(await find(id)) } };
      },
    }),
    defineEndpoint({
      id: 'listBulkItems',
      method: 'get',
      path: '/v1/bulk-actions/{id}/items',
      group: 'operations',
      scope: 'view',
      summary: 'List the swaps of a bulk action with their results, in their order',
      params,
      query: z.strictObject({
        outcome: z
          .enum([...bulkOutcomes, 'open'], `is not one of ${bulkOutcomes.join(', ')}, open`)
          .optional()
          .describe('Only those with this result. `open`: their turn has not come.'),
        limit,
        cursor: z
          .string()
          .regex(/^\d{1,9}$/, 'is none that a list gave')
          .transform(Number)
          .optional()
          .describe('`nextCursor` of the page before.'),
      }),
      answers: { 200: { description: 'A page of its swaps.', schema: bulkItemList } },
      async handle({ params: { id }, query: { outcome, limit: size, cursor } }) {
        await find(id);
        const found = await journal.bulkItems(id, {
          limit: size + 1,
          ...(outcome === undefined ? {} : { outcome }),
          ...(cursor === undefined ? {} : { after: cursor }),
        });
        const { page, next } = pageOf(found, size, ({ seq }) => `${seq}`);
        return { status: 200, body: { items: page.map(itemJson), ...next } };
      },
    }),
    // Repeated, each of the two would undo the other one, which another person may have asked for
    // meanwhile. A needless pause does no harm.
    changing('pause', 'paused', 'Pause a bulk action', { isSafeToRepeat: true }),
    changing('resume', 'running', 'Go on with a paused bulk action', { isSafeToRepeat: false }),
    changing('abort', 'aborted', 'End a bulk action; what it has done stays done', {
      isSafeToRepeat: true,
    }),
  ];
}

/** What was expected is no part of what is asked: a repetition may expect another number. */
function hashOf(given: Record<string, unknown>): string {
  const { expected: _, ...asked } = given;
  return createHash('sha256').update(canonicalJson(asked)).digest('hex');
}

/** A key with limits has a say in its own bulk actions only. Throws `FORBIDDEN`. */
function requireOwn({ id, wallets, chains }: ApiKeyRecord, { keyId }: BulkAction): void {
  if (keyId === id || (!wallets && !chains)) return;
  throw new FerrymanError(
    'FORBIDDEN',
    `the API key ${id} may use some wallets or chains only, and another key made this bulk action`,
  );
}

function actionJson({ keyId, perMinute, createdAt, updatedAt, ...action }: BulkAction) {
  const { total, done, skipped, failed } = action;
  return {
    ...action,
    ratePerMinute: perMinute,
    createdBy: `API key ${keyId}`,
    remaining: total - done - skipped - failed,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  };
}

function itemJson({
  at,
  outcome = 'open' as const,
  ...item
}: Omit<BulkItem, 'outcome'> & { outcome?: BulkItem['outcome'] | 'open' }) {
  return { ...item, outcome, ...(at === undefined ? {} : { at: iso(at) }) };
}
