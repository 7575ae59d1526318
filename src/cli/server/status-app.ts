import { Hono } from 'hono';
import { addStatusRoutes } from '../../api/add-status-routes.ts';
import type { ApiEnvironment } from '../../api/api-environment.ts';
import { localOnly } from '../../api/local-only.ts';
import { errorCodes } from '../../errors/codes.ts';
import { toFerrymanError } from '../../errors/ferryman-error.ts';
import type { Ferryman } from '../../ferryman.ts';

/** Serves only a worker's status, to supervisors and Prometheus on this machine. */
export function statusApp(service: Pick<Ferryman, 'ready' | 'metrics'>): Hono<ApiEnvironment> {
  const app = new Hono<ApiEnvironment>();
  app.onError((cause, context) =>
    context.json({ ok: false }, errorCodes[toFerrymanError(cause).code].status as 500),
  );
  app.use(localOnly());
  addStatusRoutes(app, service);
  return app;
}
