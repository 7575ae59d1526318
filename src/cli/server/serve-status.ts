import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { ApiEnvironment } from '../../api/api-environment.ts';
import { localOnly } from '../../api/local-only.ts';
import type { Ferryman } from '../../compose.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';

export interface StatusServer {
  url: string;
  close(): Promise<void>;
}

/**
 * What supervisors and Prometheus ask of a worker, and nothing else, to this machine only.
 * @throws `PORT_IN_USE`
 */
export async function serveStatus(
  { ready, metrics }: Pick<Ferryman, 'ready' | 'metrics'>,
  options: { port: number },
): Promise<StatusServer> {
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

  const server = createServer(getRequestListener(app.fetch));
  const listening = once(server, 'listening');
  server.listen(options.port, '127.0.0.1');
  await listening.catch((cause: unknown) => {
    throw new FerrymanError('PORT_IN_USE', `the port ${options.port} can not be listened on`, { cause });
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
