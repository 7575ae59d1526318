import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { z } from 'zod';
import { isSwapId, type SwapId } from '../core/swap/ids.ts';
import { FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import { authorize } from '../executor/authorize.ts';
import { viewOf } from '../executor/view-of.ts';
import type { ApiKeyStore, ApiScope } from '../ports/stores/api-key-store.ts';
import { addStatusRoutes } from './add-status-routes.ts';
import type { ApiDependencies, ApiEnvironment } from './api-environment.ts';
import { hashApiKey } from './api-key.ts';
import { localOnly } from './local-only.ts';
import { parseDecision, personNote } from './person-note.ts';
import { problemType, toProblem } from './problem.ts';
import { readBody } from './read-body.ts';
import { parseResolution } from './resolve-request.ts';
import { eventJson, swapJson } from './swap-json.ts';
import { parseSwapQuery } from './swap-query.ts';

const body = z.strictObject({ note: personNote('say what was done') }, 'is not a JSON object');

/**
 * What a person says of a swap to which money came after its end. @throws `INVALID_REQUEST` with
 * every fault
 */
function parseAcknowledgement(given: unknown): string {
  return parseDecision(body, given, 'acknowledgement').note;
}

const maxBodyBytes = 65_536;

const limitBody = bodyLimit({
  maxSize: maxBodyBytes,
  onError: () => {
    throw new FerrymanError('BODY_TOO_LARGE', `the body is over ${maxBodyBytes} bytes`);
  },
});

/** The HTTP API. Every answer carries its request's id; every error is a problem (RFC 9457). */
export function createApi(dependencies: ApiDependencies): Hono<ApiEnvironment> {
  const { journal, submit, cancel, retry, acknowledge, resolve, logger } = dependencies;
  const app = new Hono<ApiEnvironment>();

  app.use(async (context, next) => {
    const requestId = randomUUID();
    context.set('requestId', requestId);
    context.header('x-request-id', requestId);
    context.header('x-content-type-options', 'nosniff');
    context.header('cache-control', 'no-store');
    await next();
    const { method, path } = context.req;
    logger.debug({ requestId, method, path, status: context.res.status }, 'request answered');
  });
  app.use(localOnly);
  app.onError((cause, context) => answerProblem(context, toFerrymanError(cause)));
  app.notFound((context) =>
    answerProblem(context, new FerrymanError('NOT_FOUND', 'there is nothing at this path')),
  );

  addStatusRoutes(app, dependencies);

  app.post('/v1/swaps', authenticate(journal, 'submit'), limitBody, async (context) => {
    const idempotencyKey = context.req.header('idempotency-key');
    if (!idempotencyKey)
      throw new FerrymanError('IDEMPOTENCY_KEY_REQUIRED', 'there is no Idempotency-Key header');
    const { created, swap } = await submit({ idempotencyKey, body: await readBody(context) });
    context.header('location', `/v1/swaps/${swap.id}`);
    return context.json({ swap: swapJson(await viewOf(journal, swap.id)) }, created ? 201 : 200);
  });

  app.post('/v1/swaps/:id/cancel', authenticate(journal, 'submit'), async (context) => {
    const { isDecided, view } = await cancel(swapIdOf(context));
    return context.json({ swap: swapJson(view) }, isDecided ? 200 : 202);
  });

  app.post('/v1/swaps/:id/retry', authenticate(journal, 'submit'), async (context) => {
    const { created, view } = await retry(swapIdOf(context));
    context.header('location', `/v1/swaps/${view.swap.id}`);
    return context.json({ swap: swapJson(view) }, created ? 201 : 200);
  });

  app.post(
    '/v1/swaps/:id/acknowledge',
    authenticate(journal, 'approve'),
    limitBody,
    async (context) => {
      const id = swapIdOf(context);
      const note = parseAcknowledgement(await readBody(context));
      return context.json({ swap: swapJson(await acknowledge(id, note)) });
    },
  );

  app.post(
    '/v1/swaps/:id/resolve',
    authenticate(journal, 'approve'),
    limitBody,
    async (context) => {
      const id = swapIdOf(context);
      const request = parseResolution(await readBody(context));
      return context.json({
        swap: swapJson(await resolve(id, { ...request, by: `API key ${context.get('keyId')}` })),
      });
    },
  );

  app.get('/v1/swaps', authenticate(journal, 'view'), async (context) => {
    const { swaps, nextCursor } = await journal.listSwaps(parseSwapQuery(context.req.query()));
    return context.json({
      swaps: swaps.map(swapJson),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    });
  });

  app.get('/v1/swaps/:id', authenticate(journal, 'view'), async (context) => {
    const view = await viewOf(journal, swapIdOf(context));
    const events = await journal.events(view.swap.id);
    return context.json({ swap: swapJson(view), events: events.map(eventJson) });
  });

  /** Logged here once, where it is handled: by level after whose fault it is. */
  function answerProblem(context: Context<ApiEnvironment>, error: FerrymanError): Response {
    const { method, path } = context.req;
    const creating = method === 'POST' && path === '/v1/swaps';
    const problem = toProblem(error, { requestId: context.get('requestId'), creating });
    const facts = { requestId: problem.requestId, method, path, code: error.code };
    if (problem.status < 500) logger.info({ ...facts, reason: error.message }, 'request refused');
    else logger.error({ ...facts, err: error }, 'request failed');
    if (error.retryAfter !== undefined)
      context.header('retry-after', String(Math.ceil(error.retryAfter / 1_000)));
    return context.body(JSON.stringify(problem), problem.status as 400, {
      'content-type': problemType,
    });
  }

  return app;
}

/** The path's id. Throws `NOT_FOUND` for what can be none. */
function swapIdOf(context: Context<ApiEnvironment>): SwapId {
  const id = context.req.param('id') ?? '';
  if (!isSwapId(id)) throw new FerrymanError('NOT_FOUND', 'this is no id of a swap');
  return id;
}

/** Lets requests pass whose API key has `scope`. Throws `UNAUTHORIZED`, `FORBIDDEN`. */
function authenticate(journal: Pick<ApiKeyStore, 'findApiKey'>, scope: ApiScope) {
  return createMiddleware<ApiEnvironment>(async (context, next) => {
    const key = /^Bearer (fm_[\w-]{1,100})$/.exec(context.req.header('authorization') ?? '')?.[1];
    context.set('keyId', await authorize(journal, hashApiKey(key ?? ''), scope));
    await next();
  });
}
