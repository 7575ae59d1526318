import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import { hashApiKey } from '../executor/api-keys/create-api-key.ts';
import { identify, requireScope } from '../executor/authorize.ts';
import type { AuditStore } from '../ports/stores/audit-store.ts';
import { addDashboardRoutes } from './add-dashboard-routes.ts';
import { addDocumentRoutes } from './add-document-routes.ts';
import { addStatusRoutes } from './add-status-routes.ts';
import type { ApiDependencies, ApiEnvironment } from './api-environment.ts';
import { bearerOf, identifyCaller, requireCaller } from './caller.ts';
import { type AuditedAct, type Endpoint, parseBody, parseParams, parseQuery } from './endpoint.ts';
import { createEndpoints } from './endpoints/endpoints.ts';
import { streamBody } from './event-stream.ts';
import { inRequest } from './in-request.ts';
import { createKeyLimits, type KeyLimits } from './key-limits.ts';
import { localOnly } from './local-only.ts';
import { answerMask } from './mask-answer.ts';
import { problemType, toProblem } from './problem.ts';
import { createBodyLimit, hasNoBody, readBody } from './read-body.ts';
import { refuseOtherMethods, routeOf } from './refuse-other-methods.ts';
import { requireUnmasked } from './require-unmasked.ts';
import { beginSession, endSession } from './session.ts';

const defaultBodyBytes = 65_536;

const methods = new Set(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']);

/** A client may send any method: as a label it has to be bounded. */
const methodLabel = (method: string): string => (methods.has(method) ? method : 'other');

/** The HTTP API. Every answer carries its request's id; every error is a problem (RFC 9457). */
export function createApi(dependencies: ApiDependencies): Hono<ApiEnvironment> {
  const { logger, metrics, tracing } = dependencies;
  const endpoints = createEndpoints(dependencies);
  const app = new Hono<ApiEnvironment>();

  app.use(async (context, next) => {
    const requestId = randomUUID();
    context.set('requestId', requestId);
    context.header('x-request-id', requestId);
    context.header('x-content-type-options', 'nosniff');
    context.header('cache-control', 'no-store');
    const start = performance.now();
    await inRequest(context, tracing, next);
    const { method, path } = context.req;
    const { status } = context.res;
    const route = context.get('route') ?? 'other';
    const seconds = (performance.now() - start) / 1_000;
    metrics.requestAnswered({ method: methodLabel(method), route, status }, seconds);
    logger.debug({ requestId, method, path, status }, 'request answered');
  });
  app.use(localOnly(dependencies.publicUrl));
  app.onError((cause, context) => answerProblem(context, toFerrymanError(cause)));
  app.notFound((context) =>
    answerProblem(context, new FerrymanError('NOT_FOUND', 'there is nothing at this path')),
  );

  addStatusRoutes(app, dependencies, (authorization) => mayView(authorization, dependencies));
  addDocumentRoutes(app, endpoints);
  const keyLimits = createKeyLimits(dependencies.requestsPerMinute ?? 60_000, () =>
    metrics.requestLimited(),
  );
  if (dependencies.dashboard !== undefined) addDashboardRoutes(app, dependencies.dashboard);
  for (const [path, calls] of callsByPath(endpoints)) {
    for (const endpoint of calls) mount(app, endpoint, { ...dependencies, keyLimits });
    refuseOtherMethods(
      app,
      path,
      calls.map(({ method }) => method.toUpperCase()),
    );
  }

  /** Logged here once, where it is handled: by level after whose fault it is. */
  function answerProblem(context: Context<ApiEnvironment>, error: FerrymanError): Response {
    const { method, path } = context.req;
    const mask = context.get('mask');
    const creating = method === 'POST' && path === '/v1/swaps';
    const problem = toProblem(error, { requestId: context.get('requestId'), creating });
    const facts = { requestId: problem.requestId, method, path, code: error.code };
    if (problem.status < 500) logger.info({ ...facts, reason: error.message }, 'request refused');
    else logger.error({ ...facts, err: error }, 'request failed');
    if (error.retryAfter !== undefined)
      context.header('retry-after', String(Math.ceil(error.retryAfter / 1_000)));
    return context.body(JSON.stringify(mask ? mask(problem) : problem), problem.status as 400, {
      'content-type': problemType,
    });
  }

  return app;
}

/** Literal paths come before those with an id, which would take the last part for one. */
function callsByPath(endpoints: readonly Endpoint[]): [path: string, calls: Endpoint[]][] {
  const calls = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints)
    calls.set(endpoint.path, [...(calls.get(endpoint.path) ?? []), endpoint]);
  const isLiteral = (path: string): boolean => !path.includes('{');
  return [...calls].sort(([one], [other]) => Number(isLiteral(other)) - Number(isLiteral(one)));
}

/** Longer than a lookup takes. `/readyz` answers without a journal too. */
const lookupTime = 1_000;

/**
 * Whether it is a key with the scope view, no limits and no masks. Without the journal no key is
 * known.
 */
async function mayView(
  authorization: string,
  { journal, clock }: Pick<ApiDependencies, 'journal' | 'clock'>,
): Promise<boolean> {
  const known = async () => {
    const hash = hashApiKey(bearerOf(authorization));
    const key = await identify(journal, hash, clock.now());
    requireScope(key, 'view');
    const { wallets, chains, masks } = key;
    return wallets === undefined && chains === undefined && masks === undefined;
  };
  return Promise.race([known().catch(() => false), pause(lookupTime, false, { ref: false })]);
}

/** The key comes first: what else is wrong with a request is shown to key holders only. */
function mount(
  app: Hono<ApiEnvironment>,
  endpoint: Endpoint,
  {
    journal,
    clock,
    logger,
    keyLimits,
  }: Pick<ApiDependencies, 'journal' | 'clock' | 'logger'> & { keyLimits: KeyLimits },
): void {
  const { method, path, scope, params, query, body, bodyName = 'body', isBodyRaw } = endpoint;
  const { isBodyOptional = false } = endpoint;
  const limit = createBodyLimit(endpoint.maxBodyBytes ?? defaultBodyBytes);
  app.on(method.toUpperCase(), routeOf(path), async (context) => {
    context.set('route', path);
    const caller = await identifyCaller(context, journal, clock.now());
    const { key, session } = caller;
    const mask = answerMask(key.masks);
    if (mask) context.set('mask', mask);
    // Before the scope: a key must not ask without end for what it may not do.
    await keyLimits.take(key);
    requireScope(key, scope);
    requireUnmasked(key, query, context.req.query());
    await limit(context);
    const given = body && (isBodyOptional && hasNoBody(context) ? {} : await readBody(context));
    const { record, recordRefusal } = createRecorder({ journal, logger }, endpoint.id, {
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
        begin: () => beginSession(context, journal, { keyId: key.id, now: clock.now() }),
        end: (before: (keyId: string) => Promise<void>) => endSession(context, journal, before),
      },
      requireCaller: () => requireCaller(journal, caller, clock.now()),
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

/** The audit log's entries of one request. */
function createRecorder(
  {
    journal,
    logger,
  }: { journal: Pick<AuditStore, 'recordAct'>; logger: ApiDependencies['logger'] },
  action: string,
  { keyId, requestId }: { keyId: string; requestId: string },
) {
  let recorded: AuditedAct | undefined;
  const write = (suffix: string, { subject, reason, data = {} }: AuditedAct) =>
    journal.recordAct({
      actor: `API key ${keyId}`,
      action: `${action}${suffix}`,
      subject,
      ...(reason === undefined ? {} : { reason }),
      requestId,
      data,
    });
  return {
    async record(act: AuditedAct): Promise<void> {
      await write('', act);
      recorded = act;
    },
    /** Throws `cause`, once the log has it. */
    async recordRefusal(cause: unknown): Promise<never> {
      if (recorded) {
        const { code, detail } = toProblem(toFerrymanError(cause), { requestId, creating: false });
        // The act's own error counts, whether it can be recorded or not.
        await write('.refused', { ...recorded, data: { code, detail } }).catch((err: unknown) =>
          logger.error({ requestId, err }, 'refusal not in the audit log'),
        );
      }
      throw cause;
    },
  };
}

function idempotencyKeyOf(context: Context<ApiEnvironment>): string {
  const key = context.req.header('idempotency-key');
  if (key) return key;
  throw new FerrymanError('IDEMPOTENCY_KEY_REQUIRED', 'there is no Idempotency-Key header');
}
