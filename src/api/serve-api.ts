import type { ApiDependencies } from './api-environment.ts';
import { createApi } from './create-api.ts';
import { type HttpListener, listen, type Patience } from './listen.ts';

export type ServedApi = Pick<HttpListener, 'url' | 'port' | 'close'>;

/** How long running requests may take when the server closes, in milliseconds. */
const closeWithin = 5_000;

interface ServeOptions {
  /** 0: any free port. */
  port: number;
  /** Default: 127.0.0.1, this machine only. `0.0.0.0` only in a container. */
  host?: '127.0.0.1' | '0.0.0.0';
  /** With slow clients. Default: as for any service. */
  patience?: Patience;
}

/**
 * Listens on the API's port. On every address, the API accepts only the host names of this machine.
 * @throws `PORT_IN_USE`
 */
export function listenForApi(options: ServeOptions): Promise<HttpListener> {
  return listen({ ...options, option: '--port', closeWithin });
}

/** Listens on the API's port and serves the API. @throws `PORT_IN_USE` */
export async function serveApi(
  dependencies: ApiDependencies,
  options: ServeOptions,
): Promise<ServedApi> {
  const http = await listenForApi(options);
  http.serve(createApi(dependencies));
  return {
    ...http,
    async close() {
      // Streams have no end of their own.
      await dependencies.feed.close();
      await http.close();
    },
  };
}
