import { Hono } from 'hono';
import type { ApiEnvironment } from '../../api/api-environment.ts';
import { localOnly } from '../../api/local-only.ts';
import type { Ferryman } from '../../compose.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';

/** What supervisors and Prometheus ask of a worker, and nothing else, to this machine only. */
export function statusApp({ ready, metrics }: Pick<Ferryman, 'ready' | 'metrics'>): Hono<ApiEnvironment> {
  const app = new Hono<ApiEnvironment>();
  app.onError((cause, context) =>
    context.json({ ok: false }, cause instanceof FerrymanError && cause.code === 'FORBIDDEN' ? 403 : 500),
  );
  app.use(localOnly);
  app.get('/livez', (context) => context.json({ ok: true }));
  app.get('/readyz', async (context) => {
    const readiness = await ready();
    return context.json(readiness, readiness.ok ? 200 : 503);
  });
  app.get('/metrics', async (context) => {
    const { contentType, text } = await metrics.expose();
    return context.body(text, 200, { 'content-type': contentType });
  });
  return app;
}
