import { z } from 'zod';
import { mapBounded } from '../../core/map-bounded.ts';
import { isSwapId, type SwapId } from '../../core/swap/ids.ts';
import { printable } from '../../core/text/printable.ts';
import { FerrymanError, toFerrymanError } from '../../errors/ferryman-error.ts';
import { requireReach, submitterOf } from '../../executor/authorize.ts';
import { jobRequestSchema } from '../../executor/job-request.ts';
import { personNote } from '../../executor/person-note.ts';
import { viewOf } from '../../executor/view-of.ts';
import { timeLimit } from '../../http/time-limit.ts';
import type { ApiKeyRecord } from '../../ports/stores/api-key-store.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { verdictsJson } from '../approval-json.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { toProblem } from '../problem.ts';
import { readFilter } from '../read-filter.ts';
import { orderJson, recordJson } from '../record-json.ts';
import { reportingState } from '../reporting-state.ts';
import { resolutionSchema, resolveRequestOf } from '../resolve-request.ts';
import { cursor, limit, named, plainText } from '../schemas/common.ts';
import { orderList, recordAnswer } from '../schemas/record.ts';
import { batchAnswer, swapAnswer, swapList, swapWithEvents } from '../schemas/swap.ts';
import { swapFilterShape } from '../swap-filter.ts';
import { eventJson, swapJson } from '../swap-json.ts';
import { createWaitLimit } from '../wait-limit.ts';

export const swapParams = z.object({
  id: z
    .string()
    .refine(isSwapId, {
      error: ({ input }) =>
        `"${printable(String(input), 64)}" is not the id of a swap, which looks like 00000000-0000-4000-8000-000000000000`,
    })
    .transform((id) => id as SwapId)
    .describe('The id of a swap.'),
});

const acknowledgement = named(
  'Acknowledgement',
  z.strictObject({ note: personNote('say what was done') }, 'is not a JSON object'),
);

const batchRequest = named(
  'SwapBatch',
  z.strictObject(
    {
      swaps: z
        .array(
          z.strictObject(
            {
              idempotencyKey: plainText(128),
              job: z.unknown().describe('As the body of a single submission.'),
            },
            'is not an object of idempotencyKey and job',
          ),
          'is not a list',
        )
        .min(1, 'is empty')
        .max(1_000, 'has more than 1,000 members'),
    },
    'is not a JSON object',
  ),
);

const listQuery = z.strictObject({ ...swapFilterShape, limit, cursor });

const maxJobBytes = 65_536;

function requireSize(job: unknown): void {
  if (Buffer.byteLength(JSON.stringify(job) ?? '') > maxJobBytes)
    throw new FerrymanError('BODY_TOO_LARGE', `the job is over ${maxJobBytes} bytes`);
}

/** Of one key at the same time, in each process. */
const maxWaits = 100;
/** Milliseconds between two readings of a swap that is waited for. */
const waitPoll = 1_000;

/** Jobs of a batch that are submitted at the same time. */
const batchConcurrency = 8;

/** What a person does to a swap, and why. */
const act = {
  body: named(
    'SwapAct',
    z.strictObject({ reason: personNote('say why').optional() }, 'is not a JSON object'),
  ),
  bodyName: 'act',
  isBodyOptional: true,
};

const found = { 200: { description: 'The swap.', schema: swapAnswer } };
const created = {
  200: { description: 'The swap that is there already.', schema: swapAnswer },
  201: { description: 'The new swap; `Location` has its address.', schema: swapAnswer },
};

/** The calls about swaps. */
export function swapEndpoints(dependencies: ApiDependencies): Endpoint[] {
  const { journal, submit, cancel, retry, acknowledge, resolve, awaitEnd, inspectSwap, tracing } =
    dependencies;
  const swapBody = async (id: SwapId) => ({ swap: swapJson(await viewOf(journal, id)) });
  /** Checks that the swap exists and that the key may change it, before anything is recorded. */
  const requireSwap = async (key: ApiKeyRecord, id: SwapId): Promise<void> =>
    requireReach(key, (await viewOf(journal, id)).swap.job);
  /** The request of a batch concerns many swaps, and a trace is of one. */
  const inOwnTrace = <Result>(task: () => Promise<Result>): Promise<Result> =>
    tracing ? tracing.root('job of a batch', {}, task) : task();
  const waits = createWaitLimit({ max: maxWaits, retryAfter: waitPoll });
  return [
    defineEndpoint({
      id: 'createSwap',
      method: 'post',
      path: '/v1/swaps',
      group: 'swaps',
      scope: 'submit',
      summary: 'Submit a swap',
      description:
        'The same key and job are the same swap for its whole life. Another job under the same key is refused. With `replaces`, the swap takes the place of one that has ended unpaid, which nothing tries again from then on.',
      isIdempotent: true,
      body: named('Job', jobRequestSchema),
      bodyName: 'job',
      isBodyRaw: true,
      answers: created,
      problems: [
        ...['INVALID_JOB', 'IDEMPOTENCY_CONFLICT', 'UNKNOWN_WALLET', 'UNKNOWN_CHAIN'],
        ...['SWAP_NOT_ENDED', 'SWAP_RETRIED', 'SWAP_REPLACED'],
      ],
      async handle({ idempotencyKey, body, key, requestId, record }) {
        const { created: isNew, swap } = await submit({
          idempotencyKey,
          body,
          by: submitterOf(key),
          requestId,
          onReplace: ({ replaces, id, reason }) =>
            record({ subject: `swap ${replaces}`, reason, data: { replacedBy: id } }),
        });
        return {
          status: isNew ? 201 : 200,
          body: await swapBody(swap.id),
          headers: { location: `/v1/swaps/${swap.id}` },
        };
      },
    }),
    defineEndpoint({
      id: 'createSwaps',
      method: 'post',
      path: '/v1/swaps/batch',
      group: 'swaps',
      scope: 'submit',
      summary: 'Submit up to 1,000 swaps',
      description:
        'Each has its own idempotency key and is accepted or refused by itself; the answer has one result for each, in their order. None may replace a swap. Send the same batch again after a lost answer.',
      isSafeToRepeat: true,
      body: batchRequest,
      bodyName: 'batch',
      maxBodyBytes: 4_194_304,
      answers: { 200: { description: 'A result for each job.', schema: batchAnswer } },
      cost: ({ body: { swaps } }) => swaps.length,
      async handle({ body: { swaps }, key, requestId, signal, requireCaller }) {
        const results = await mapBounded(
          swaps,
          async ({ idempotencyKey, job }) => {
            try {
              signal.throwIfAborted();
              requireSize(job);
              // A batch takes its time, and a key may be revoked meanwhile.
              await requireCaller();
              const by = submitterOf(key);
              const { created: isNew, swap } = await inOwnTrace(() =>
                submit({ idempotencyKey, body: job, by, requestId }),
              );
              return {
                idempotencyKey,
                outcome: isNew ? ('created' as const) : ('existing' as const),
                swapId: swap.id,
                state: swap.state,
              };
            } catch (cause) {
              const problem = toProblem(toFerrymanError(cause), { requestId, creating: true });
              return { idempotencyKey, outcome: 'refused' as const, problem };
            }
          },
          batchConcurrency,
        );
        return { status: 200, body: { results } };
      },
    }),
    defineEndpoint({
      id: 'waitForSwap',
      method: 'get',
      path: '/v1/swaps/{id}/wait',
      group: 'swaps',
      scope: 'view',
      summary: 'Wait until a swap has ended or needs a person',
      description: 'Answers at the latest after `timeoutSeconds`, with the swap as it is then.',
      params: swapParams,
      query: z.strictObject({
        timeoutSeconds: z
          .string()
          .regex(/^\d{1,2}$/, 'is not a whole number')
          .transform(Number)
          .pipe(z.int().min(1).max(60))
          .default(30)
          .describe('1 to 60. Default: 30.'),
      }),
      answers: found,
      async handle({ params: { id }, query: { timeoutSeconds }, key, signal, requireCaller }) {
        const limit = AbortSignal.any([signal, timeLimit(timeoutSeconds * 1_000)]);
        await waits.run(key.id, () =>
          awaitEnd(id, { poll: waitPoll, signal: limit }).catch((cause: unknown) => {
            if (!limit.aborted) throw cause;
          }),
        );
        // It may have taken a minute.
        await requireCaller();
        return { status: 200, body: await swapBody(id) };
      },
    }),
    defineEndpoint({
      id: 'listSwaps',
      method: 'get',
      path: '/v1/swaps',
      group: 'swaps',
      scope: 'view',
      summary: 'List swaps, newest first',
      description:
        'All conditions that are given must hold. A page may have fewer swaps than `limit`, even none, and a `nextCursor`: go on until there is none.',
      query: listQuery,
      answers: { 200: { description: 'A page of swaps.', schema: swapList } },
      async handle({ query: { limit: size, cursor: from, ...filter } }) {
        const { swaps, nextCursor } = await journal.listSwaps({
          ...(await readFilter(dependencies, filter)),
          limit: size,
          ...(from === undefined ? {} : { cursor: from }),
        });
        const body = {
          swaps: swaps.map(swapJson),
          ...(nextCursor === undefined ? {} : { nextCursor }),
        };
        return { status: 200, body };
      },
    }),
    defineEndpoint({
      id: 'getSwap',
      method: 'get',
      path: '/v1/swaps/{id}',
      group: 'swaps',
      scope: 'view',
      summary: 'Read a swap, its events, and what the guard found in its transactions',
      params: swapParams,
      answers: { 200: { description: 'The swap and its events.', schema: swapWithEvents } },
      async handle({ params: { id } }) {
        const view = await viewOf(journal, id);
        const events = await journal.events(id);
        const body = {
          swap: swapJson(view),
          events: events.map(eventJson),
          verdicts: verdictsJson(events),
        };
        return { status: 200, body };
      },
    }),
    defineEndpoint({
      id: 'inspectSwap',
      method: 'get',
      path: '/v1/swaps/{id}/record',
      group: 'swaps',
      scope: 'view',
      summary: 'Read where the money of a swap is, what was signed for it, and what may be done',
      params: swapParams,
      answers: { 200: { description: 'The record.', schema: recordAnswer } },
      async handle({ params: { id } }) {
        const { snapshot, money } = await inspectSwap(id);
        const verdicts = verdictsJson(await journal.events(id));
        return { status: 200, body: { record: { ...recordJson(snapshot, money), verdicts } } };
      },
    }),
    defineEndpoint({
      id: 'listOrders',
      method: 'get',
      path: '/v1/swaps/{id}/orders',
      group: 'swaps',
      scope: 'view',
      summary: 'List the orders of a swap with what the routing service answered, word for word',
      params: swapParams,
      answers: { 200: { description: 'The orders, the oldest first.', schema: orderList } },
      async handle({ params: { id } }) {
        const { swap } = await viewOf(journal, id);
        const orders = await journal.orders(id);
        return { status: 200, body: { orders: orders.map((order) => orderJson(order, swap.job)) } };
      },
    }),
    defineEndpoint({
      id: 'cancelSwap',
      method: 'post',
      path: '/v1/swaps/{id}/cancel',
      group: 'swaps',
      scope: 'submit',
      summary: 'Ask for the end of a swap',
      description: 'A request until the chain has decided.',
      isSafeToRepeat: true,
      params: swapParams,
      ...act,
      answers: { ...found, 202: { description: 'The chain decides.', schema: swapAnswer } },
      async handle({ params: { id }, body, key, record }) {
        await requireSwap(key, id);
        await record({ subject: `swap ${id}`, ...body });
        const { isDecided, view } = await reportingState(journal, id, () => cancel(id));
        return { status: isDecided ? 200 : 202, body: { swap: swapJson(view) } };
      },
    }),
    defineEndpoint({
      id: 'retrySwap',
      method: 'post',
      path: '/v1/swaps/{id}/retry',
      group: 'swaps',
      scope: 'submit',
      summary: 'Try a swap again',
      description:
        'A swap that has not ended goes on with a new order. One that ended unpaid is tried by a new swap that names it. Refused while an earlier payment may land.',
      params: swapParams,
      ...act,
      answers: created,
      async handle({ params: { id }, body, key, requestId, record }) {
        await requireSwap(key, id);
        await record({ subject: `swap ${id}`, ...body });
        const { created: isNew, view } = await reportingState(journal, id, () =>
          retry(id, { by: submitterOf(key), requestId }),
        );
        return {
          status: isNew ? 201 : 200,
          body: { swap: swapJson(view) },
          headers: { location: `/v1/swaps/${view.swap.id}` },
        };
      },
    }),
    defineEndpoint({
      id: 'acknowledgeSwap',
      method: 'post',
      path: '/v1/swaps/{id}/acknowledge',
      group: 'swaps',
      scope: 'approve',
      summary: 'Close a swap again that received money after its end',
      params: swapParams,
      body: acknowledgement,
      bodyName: 'acknowledgement',
      answers: found,
      async handle({ params: { id }, body: { note }, key, record }) {
        await requireSwap(key, id);
        await record({ subject: `swap ${id}`, reason: note });
        const view = await reportingState(journal, id, () => acknowledge(id, note));
        return { status: 200, body: { swap: swapJson(view) } };
      },
    }),
    defineEndpoint({
      id: 'resolveSwap',
      method: 'post',
      path: '/v1/swaps/{id}/resolve',
      group: 'swaps',
      scope: 'approve',
      summary: 'End the review of a swap',
      description: 'The chain has the last word: named evidence is looked up. Signs nothing.',
      params: swapParams,
      body: named('Resolution', resolutionSchema),
      bodyName: 'resolution',
      answers: found,
      async handle({ params: { id }, body, key, record }) {
        await requireSwap(key, id);
        const { as, evidence, reason } = body;
        await record({ subject: `swap ${id}`, reason, data: { as, evidence } });
        const request = { ...resolveRequestOf(body), by: `API key ${key.id}` };
        const view = await reportingState(journal, id, () => resolve(id, request));
        return { status: 200, body: { swap: swapJson(view) } };
      },
    }),
  ];
}
