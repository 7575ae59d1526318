import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import type { HttpCall, HttpRequest, HttpResponse } from '../ports/http.ts';

/** Over undici's global connections. */
export const callHttp: HttpCall = (url, sent) => callOver(undefined, url, sent);

/** Over connections of its own. */
export function createHttpCall(dispatcher: Dispatcher): HttpCall {
  return (url, sent) => callOver(dispatcher, url, sent);
}

/**
 * Requests over HTTP/1.1 with undici's `request`, on keep-alive connections. It takes half of the
 * CPU time of `fetch`: a request's head and body go out in one packet, and responses pass through
 * no web streams. Measured in docs/decisions/109.
 */
async function callOver(
  dispatcher: Dispatcher | undefined,
  url: string | URL,
  { method = 'GET', headers = {}, body, redirect = 'manual', signal }: HttpRequest = {},
): Promise<HttpResponse> {
  const answer = await request(withoutPassword(url), {
    method,
    ...(dispatcher ? { dispatcher } : {}),
    // Some services refuse requests without a user agent.
    headers: { 'user-agent': 'ferryman', 'accept-encoding': 'gzip', ...headers },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  });
  const { statusCode: status } = answer;
  const isCompressed = answer.headers['content-encoding'] === 'gzip';
  // The reader of the body sees stream errors; later ones concern nobody and must not crash.
  const ignore = (): void => undefined;
  const stream: Readable = isCompressed
    ? pipeline(answer.body, createGunzip(), ignore)
    : answer.body;
  stream.on('error', ignore);
  const response: HttpResponse = {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name) => textOf(answer.headers[name.toLowerCase()]) },
    body: Object.assign(stream, {
      async cancel() {
        answer.body.destroy();
      },
    }),
  };
  if (redirect === 'error' && status >= 300 && status < 400) {
    await response.body?.cancel();
    throw new TypeError(`the response is a redirect (${status}), which is not followed`);
  }
  return response;
}

/** As `fetch` does: a password in a URL would show in logs. */
function withoutPassword(url: string | URL): URL {
  const address = typeof url === 'string' ? new URL(url) : url;
  if (address.username !== '' || address.password !== '')
    throw new TypeError('a URL with a user or password in it is not requested');
  return address;
}

function textOf(value: string | string[] | undefined): string | null {
  return value === undefined ? null : [value].flat().join(', ');
}
