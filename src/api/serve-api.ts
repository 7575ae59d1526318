import type { ApiDependencies } from './api-environment.ts';
import { createApi } from './create-api.ts';
import { type HttpListener, listen } from './listen.ts';

export type ServedApi = Pick<HttpListener, 'url' | 'port' | 'close'>;

/** How long running requests may take when the server closes, in milliseconds. */
const closeWithin = 5_000;

interface ServeOptions {
  /** 0 is any free one. */
  port: number;
  /**
   * Default 127.0.0.1, which is this machine only; in a container it may be every address of the
   * container.
   */
  host?: '127.0.0.1' | '0.0.0.0';
}

/**
 * Takes the API's port. The API answers only for the names of this machine, whatever it listens on.
 * @throws `PORT_IN_USE`
 */
export function listenForApi(options: ServeOptions): Promise<HttpListener> {
  return listen({ ...options, option: '--port', closeWithin });
}

/** Serves the API at once. @throws `PORT_IN_USE` */
export async function serveApi(
  dependencies: ApiDependencies,
  options: ServeOptions,
): Promise<ServedApi> {
  const http = await listenForApi(options);
  http.serve(createApi(dependencies));
  return http;
}
