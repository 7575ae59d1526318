import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Env, Hono } from 'hono';
import { SandboxError } from './sandbox-error.ts';

export interface HttpServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Takes over a connection that requests another protocol. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Serves an application on 127.0.0.1.
 * @param port default: a free one
 * @param upgrade has to close its own connections before the server closes; default: refuse
 * @throws {SandboxError} `port-taken`
 */
export async function serveHttp<E extends Env>(
  app: Hono<E>,
  port = 0,
  upgrade?: Upgrade,
): Promise<HttpServer> {
  // Leave it to clients to close idle connections. The server could close one while a request is on
  // its way.
  const server = createServer({ keepAliveTimeout: 0 }, getRequestListener(app.fetch));
  if (upgrade !== undefined) server.on('upgrade', upgrade);
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (cause) {
    throw new SandboxError('port-taken', `Port ${port} cannot be used. Choose another port base.`, {
      cause,
    });
  }
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new SandboxError('port-taken', 'The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
