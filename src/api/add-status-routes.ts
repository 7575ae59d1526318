import type { Hono, MiddlewareHandler } from 'hono';
import type { Metrics } from '../ports/metrics.ts';
import type { ApiDependencies, ApiEnvironment } from './api-environment.ts';

/**
 * Adds what supervisors and Prometheus ask of every process: `/livez`, `/readyz` and `/metrics`.
 */
export function addStatusRoutes(
  app: Hono<ApiEnvironment>,
  { ready, metrics }: Pick<ApiDependencies, 'ready'> & { metrics: Pick<Metrics, 'expose'> },
): void {
  app.use('/livez', named('/livez')).use('/readyz', named('/readyz'));
  app.use('/metrics', named('/metrics'));
  app.get('/livez', (context) => context.json({ ok: true }));
  app.get('/readyz', async (context) => {
    const readiness = await ready();
    return context.json(readiness, readiness.ok ? 200 : 503);
  });
  app.get('/metrics', async (context) => {
    const { contentType, text } = await metrics.expose();
    return context.body(text, 200, { 'content-type': contentType });
  });
}

/** Names a route for the metrics of requests. */
function named(route: string): MiddlewareHandler<ApiEnvironment> {
  return async (context, next) => {
    context.set('route', route);
    await next();
  };
}
