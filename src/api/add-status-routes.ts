import type { Hono, MiddlewareHandler } from 'hono';
import type { Readiness } from '../executor/readiness.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { ApiDependencies, ApiEnvironment } from './api-environment.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';

/**
 * Adds what supervisors and Prometheus ask of every process: `/livez`, `/readyz` and `/metrics`.
 */
export function addStatusRoutes(
  app: Hono<ApiEnvironment>,
  { ready, metrics }: Pick<ApiDependencies, 'ready'> & { metrics: Pick<Metrics, 'expose'> },
  mayView: (authorization: string) => Promise<boolean> = async () => false,
): void {
  app.use('/livez', named('/livez')).use('/readyz', named('/readyz'));
  app.use('/metrics', named('/metrics'));
  app.get('/livez', (context) => context.json({ ok: true }));
  app.get('/readyz', async (context) => {
    const readiness = await ready();
    const authorization = context.req.header('authorization');
    const isWhole = authorization !== undefined && (await mayView(authorization));
    return context.json(isWhole ? readiness : withoutTexts(readiness), readiness.ok ? 200 : 503);
  });
  app.get('/metrics', async (context) => {
    const { contentType, text } = await metrics.expose();
    return context.body(text, 200, { 'content-type': contentType });
  });
  for (const path of ['/livez', '/readyz', '/metrics']) refuseOtherMethods(app, path, ['GET']);
}

/** For callers without a key: the texts of errors may contain anything, and wallets have names. */
function withoutTexts({ faults, lowGas: _lowGas, networks, ...readiness }: Readiness) {
  return {
    ...readiness,
    ...(networks
      ? {
          networks: networks.map(({ missing, ...network }) => ({
            ...network,
            missing: missing.map(({ condition }) => condition),
          })),
        }
      : {}),
    ...(faults ? { faults: faults.map(({ reason: _reason, ...fault }) => fault) } : {}),
  };
}

/** Names a route for the metrics of requests. */
function named(route: string): MiddlewareHandler<ApiEnvironment> {
  return async (context, next) => {
    context.set('route', route);
    await next();
  };
}
