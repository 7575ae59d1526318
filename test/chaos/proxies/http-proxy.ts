import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, SpoiltAnswer } from '../faults.ts';

export interface HttpRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface HttpProxy {
  url: string;
  close(): Promise<void>;
}

export type Forward = (request: HttpRequest) => Promise<HttpAnswer>;
/** `cut`: the connection ends without an answer. */
export type Handler = (request: HttpRequest, forward: Forward) => Promise<HttpAnswer | 'cut'>;

/**
 * Stands in front of an HTTP server, whose place may change, and lets `handle` decide about every
 * request.
 * @param host by which it is known: `localhost` and `127.0.0.1` are two
 */
export async function startHttpProxy(
  target: () => string,
  handle: Handler,
  host = '127.0.0.1',
): Promise<HttpProxy> {
  const server = createServer(
    (incoming, outgoing) => void serve(incoming, outgoing, target, handle),
  );
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://${host}:${address.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: () => string,
  handle: Handler,
): Promise<void> {
  try {
    const answer = await handle(await read(incoming), (request) => forwardTo(target(), request));
    if (answer !== 'cut') {
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
      return;
    }
  } catch {
    // Whoever is behind has gone away: all that the client would see is a connection that ends.
  }
  incoming.socket.destroy();
}

async function read(incoming: IncomingMessage): Promise<HttpRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    connectionHeaders.has(name) || typeof value !== 'string' ? [] : [[name, value] as const],
  );
  return {
    method: incoming.method ?? 'GET',
    path: incoming.url ?? '/',
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

async function forwardTo(
  target: string,
  { method, path, headers, body }: HttpRequest,
): Promise<HttpAnswer> {
  const answer = await fetch(`${target}${path}`, {
    method,
    headers,
    ...(body === '' ? {} : { body }),
  });
  const passed = [...answer.headers].filter(([name]) => !connectionHeaders.has(name));
  return { status: answer.status, headers: Object.fromEntries(passed), body: await answer.text() };
}

/** They belong to one connection, or to a body as it was encoded on it. */
const connectionHeaders = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'accept-encoding',
]);

/**
 * What becomes of one request under a fault; those that are no matter of a single request let it
 * pass.
 */
export async function underFault(
  fault: Fault | undefined,
  request: HttpRequest,
  forward: Forward,
): Promise<HttpAnswer | 'cut'> {
  switch (fault?.kind) {
    case 'drop':
      await forward(request);
      return 'cut';
    case 'delay': {
      const answer = await forward(request);
      await pause(fault.ms);
      return answer;
    }
    case 'error':
      return spoil(fault, request, fault.forwarded ? await forward(request) : undefined);
    default:
      return forward(request);
  }
}

function spoil(
  { how }: SpoiltAnswer,
  { path }: HttpRequest,
  real: HttpAnswer | undefined,
): HttpAnswer {
  const text = { 'content-type': 'text/plain' };
  switch (how) {
    case 'unavailable':
      return { status: 503, headers: text, body: 'no server is available to handle this request' };
    case 'too-many':
      return { status: 429, headers: { ...text, 'retry-after': '1' }, body: 'slow down' };
    case 'html':
      return {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<html><body>Bad gateway</body></html>',
      };
    case 'busy': {
      // The answer to what was sent, and java-tron's rate limiter's to everything else.
      const busy = {
        result: false,
        code: 'SERVER_BUSY',
        message: 'Server busy: too many pending transactions',
      };
      const refused = {
        Error: 'class java.lang.IllegalAccessException : lack of computing resources',
      };
      const isSend = /\/broadcast\w+$/.test(path);
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(isSend ? busy : refused),
      };
    }
    case 'half': {
      const whole = real?.body ?? '{"result":';
      const headers = { 'content-type': 'application/json' };
      return {
        status: real?.status ?? 200,
        headers,
        body: whole.slice(0, Math.ceil(whole.length / 2)),
      };
    }
  }
}
