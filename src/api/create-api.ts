import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import { hashApiKey } from '../executor/api-keys/create-api-key.ts';
import { identify, requireScope } from '../executor/authorize.ts';
import { addDashboardRoutes } from './add-dashboard-routes.ts';
import { addDocumentRoutes } from './add-document-routes.ts';
import { addStatusRoutes } from './add-status-routes.ts';
import type { ApiDependencies, ApiEnvironment } from './api-environment.ts';
import { bearerOf } from './caller.ts';
import type { Endpoint } from './endpoint.ts';
import { createEndpoints } from './endpoints/endpoints.ts';
import { inRequest } from './in-request.ts';
import { createKeyLimits } from './key-limits.ts';
import { localOnly } from './local-only.ts';
import { mountEndpoint } from './mount-endpoint.ts';
import { problemType, toProblem } from './problem.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';

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
    for (const endpoint of calls) mountEndpoint(app, endpoint, { ...dependencies, keyLimits });
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
  { journal, sealer, clock }: Pick<ApiDependencies, 'journal' | 'sealer' | 'clock'>,
): Promise<boolean> {
  const known = async () => {
    const hash = hashApiKey(bearerOf(authorization));
    const key = await identify({ journal, sealer }, hash, clock.now());
    requireScope(key, 'view');
    const { wallets, chains, masks } = key;
    return wallets === undefined && chains === undefined && masks === undefined;
  };
  return Promise.race([known().catch(() => false), pause(lookupTime, false, { ref: false })]);
}
