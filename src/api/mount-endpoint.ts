import type { Context, Hono } from 'hono';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { requireScope } from '../executor/authorize.ts';
import { createActRecorder } from './act-recorder.ts';
import type { ApiDependencies, ApiEnvironment } from './api-environment.ts';
import { identifyCaller, requireCaller } from './caller.ts';
import { type Endpoint, parseBody, parseParams, parseQuery } from './endpoint.ts';
import { streamBody } from './event-stream.ts';
import type { KeyLimits } from './key-limits.ts';
import { answerMask } from './mask-answer.ts';
import { createBodyLimit, hasNoBody, readBody } from './read-body.ts';
import { routeOf } from './refuse-other-methods.ts';
import { requireUnmasked } from './require-unmasked.ts';
import { beginSession, endSession } from './session.ts';

const defaultBodyBytes = 65_536;

/**
 * Lets the API answer one call. The key comes first: what else is wrong with a request is shown to
 * key holders only.
 */
export function mountEndpoint(
  app: Hono<ApiEnvironment>,
  endpoint: Endpoint,
  {
    journal,
    sealer,
    clock,
    logger,
    keyLimits,
  }: Pick<ApiDependencies, 'journal' | 'sealer' | 'clock' | 'logger'> & { keyLimits: KeyLimits },
): void {
  const { method, path, scope, params, query, body, bodyName = 'body', isBodyRaw } = endpoint;
  const { isBodyOptional = false } = endpoint;
  const limit = createBodyLimit(endpoint.maxBodyBytes ?? defaultBodyBytes);
  app.on(method.toUpperCase(), routeOf(path), async (context) => {
    context.set('route', path);
    const caller = await identifyCaller(context, { journal, sealer }, clock.now());
    const { key, session } = caller;
    const mask = answerMask(key.masks);
    if (mask) context.set('mask', mask);
    // Before the scope: a key must not ask without end for what it may not do.
    await keyLimits.take(key);
    requireScope(key, scope);
    requireUnmasked(key, query, context.req.query());
    await limit(context);
    const given = body && (isBodyOptional && hasNoBody(context) ? {} : await readBody(context));
    const { record, recordRefusal } = createActRecorder({ journal, logger }, endpoint.id, {
      keyId: key.id,
      requestId: context.get('requestId'),
    });
    const request = {
      params: params && parseParams(params, context),
      query: query && parseQuery(query, context.req.query()),
      body: body && (isBodyRaw ? given : parseBody(body, given, bodyName)),
      idempotencyKey: endpoint.isIdempotent ? idempotencyKeyOf(context) : '',
      key,
      headers: { get: (name: string) => context.req.header(name) },
      requestId: context.get('requestId'),
      signal: context.req.raw.signal,
      session: {
        current: session,
        begin: () =>
          beginSession(context, { journal, sealer }, { keyId: key.id, now: clock.now() }),
        end: (before: (keyId: string) => Promise<void>) => endSession(context, journal, before),
      },
      requireCaller: () => requireCaller({ journal, sealer }, caller, clock.now()),
      record,
    };
    if (endpoint.cost) await keyLimits.takeRest(key, endpoint.cost(request));
    const answered = await endpoint.handle(request).catch(recordRefusal);
    return responseOf(context, answered);
  });
}

function responseOf(
  context: Context<ApiEnvironment>,
  answered: Awaited<ReturnType<Endpoint['handle']>>,
): Response {
  const { status, headers } = answered;
  const mask = context.get('mask');
  if (!('stream' in answered))
    return context.json((mask ? mask(answered.body) : answered.body) as object, status as 200, {
      ...headers,
    });
  const { raw, method } = context.req;
  const body = streamBody(answered.stream, raw.signal, mask);
  // An answer to HEAD has no body.
  if (method === 'HEAD') void body.cancel();
  return context.body(body, status as 200, {
    ...headers,
    'content-type': answered.streamAs ?? 'text/event-stream',
    // Proxies that hold answers back until they are whole would hold events back for ever.
    'x-accel-buffering': 'no',
  });
}

function idempotencyKeyOf(context: Context<ApiEnvironment>): string {
  const key = context.req.header('idempotency-key');
  if (key) return key;
  throw new FerrymanError('IDEMPOTENCY_KEY_REQUIRED', 'there is no Idempotency-Key header');
}
