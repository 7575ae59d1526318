import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ApiDependencies } from './api-environment.ts';
import { createApi } from './create-api.ts';

export interface ServedApi {
  url: string;
  port: number;
  /** Takes no new requests and waits for the running ones. */
  close(): Promise<void>;
}

/** How long running requests may take when the server closes, in milliseconds. */
const closeWithin = 5_000;

/** Milliseconds that an idle connection is kept: longer than clients and proxies keep it, so that none asks on one that is just being closed. */
const keepAliveTimeout = 75_000;

interface ServeOptions {
  /** 0 is any free one. */
  port: number;
  /** Default 127.0.0.1, which is this machine only; in a container it may be every address of the container. */
  host?: '127.0.0.1' | '0.0.0.0';
}

/** Serves the API. Whatever it listens on, it answers only for the names of this machine. @throws `PORT_IN_USE` */
export async function serveApi(dependencies: ApiDependencies, options: ServeOptions): Promise<ServedApi> {
  const app = createApi(dependencies);
  const server = createServer({ keepAliveTimeout }, getRequestListener(app.fetch));
  const listening = once(server, 'listening');
  server.listen(options.port, options.host ?? '127.0.0.1');
  await listening.catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE') throw cause;
    throw new FerrymanError('PORT_IN_USE', `the port ${options.port} is in use; choose another with --port`, { cause });
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      const late = setTimeout(() => server.closeAllConnections(), closeWithin);
      await closed;
      clearTimeout(late);
    },
  };
}
