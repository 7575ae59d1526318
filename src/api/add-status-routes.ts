import type { Hono } from 'hono';
import type { ApiDependencies, ApiEnvironment } from './api-environment.ts';

/**
 * Adds what supervisors and Prometheus ask of every process: `/livez`, `/readyz` and `/metrics`.
 */
export function addStatusRoutes(
  app: Hono<ApiEnvironment>,
  { ready, metrics }: Pick<ApiDependencies, 'ready' | 'metrics'>,
): void {
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
