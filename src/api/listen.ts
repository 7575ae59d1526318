import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { FerrymanError, toFerrymanError } from '../errors/ferryman-error.ts';
import type { ApiEnvironment } from './api-environment.ts';
import { localOnly } from './local-only.ts';
import { problemType, toProblem } from './problem.ts';

/** An HTTP server that already listens while the rest of the process starts. */
export interface HttpListener {
  url: string;
  port: number;
  /** Answers requests with `app` from now on. Before, the answer is 503, and 200 at `/livez`. */
  serve(app: Hono<ApiEnvironment>): void;
  /** Takes no new requests and waits for the running ones, within bounds. */
  close(): Promise<void>;
}

/**
 * Milliseconds for which an idle connection stays open. Clients and proxies close it earlier, so
 * none sends a request on a connection that the server is closing.
 */
const keepAliveTimeout = 75_000;

/**
 * For how long a client may keep a connection without getting on, in milliseconds. A service that
 * talks to programs of its own network needs less than Node's minute and five minutes.
 */
export interface Patience {
  /** From the first byte of a request to the end of its headers. */
  headers: number;
  /** To the end of its body. */
  request: number;
  /** From the last byte of an answer until the client has taken it. */
  answer: number;
  /** Between two looks at the connections. */
  look: number;
}

const defaultPatience: Patience = {
  headers: 10_000,
  request: 30_000,
  answer: 30_000,
  look: 2_000,
};

/** More than programs of one service keep open. Further ones are closed at once. */
const maxConnections = 2_000;

interface ListenOptions {
  /** 0: any free port. */
  port: number;
  /** Default: 127.0.0.1, this machine only. `0.0.0.0` only in a container. */
  host?: '127.0.0.1' | '0.0.0.0';
  /** The option that chooses another port, for the message. */
  option: string;
  /** How long running requests may take when the server closes, in milliseconds. Default: 0. */
  closeWithin?: number;
  /** With slow clients. Default: as for any service. */
  patience?: Patience;
}

/**
 * Takes a port before anything else is started. A port in use then fails the start at once, and no
 * other process can take the port meanwhile.
 * @throws `PORT_IN_USE`
 */
export async function listen({
  port,
  host = '127.0.0.1',
  option,
  closeWithin = 0,
  patience: { headers, request: whole, answer: unread, look } = defaultPatience,
}: ListenOptions): Promise<HttpListener> {
  let answer: RequestListener = getRequestListener(startingApp().fetch);
  let patience = 0;
  const server = createServer(
    {
      keepAliveTimeout,
      headersTimeout: headers,
      requestTimeout: whole,
      connectionsCheckingInterval: look,
    },
    (request, response) => {
      response.once('prefinish', () => {
        const late = setTimeout(() => request.socket.destroy(), unread).unref();
        response.once('close', () => clearTimeout(late));
      });
      answer(request, response);
    },
  );
  server.maxConnections = maxConnections;
  const listening = once(server, 'listening');
  server.listen(port, host);
  await listening.catch((cause: NodeJS.ErrnoException) => {
    throw new FerrymanError('PORT_IN_USE', whyNot(cause, port, option), { cause });
  });
  const address = server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    // A connection whose last answer ends only now would stay open for its client's next request.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const late = setTimeout(() => server.closeAllConnections(), patience);
    try {
      await closed;
    } finally {
      clearInterval(sweep);
      clearTimeout(late);
    }
  };
  let closing: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    serve(app) {
      answer = getRequestListener(app.fetch);
      patience = closeWithin;
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function whyNot({ code }: NodeJS.ErrnoException, port: number, option: string): string {
  if (code === 'EADDRINUSE')
    return `the port ${port} is in use; stop what listens there, or choose another with ${option}`;
  if (code === 'EACCES')
    return `the port ${port} needs more privileges; choose one above 1023 with ${option}`;
  return `Ferryman cannot listen on port ${port} (${code}); choose another with ${option}`;
}

const starting = {
  ok: false,
  checks: { start: 'failing' },
  codes: { start: 'STARTING' },
  faults: [
    {
      component: 'start',
      code: 'STARTING',
      reason: 'Ferryman is starting',
      since: new Date(performance.timeOrigin).toISOString(),
    },
  ],
} as const;

/** Answers supervisors and clients while the rest of the process is being started. */
function startingApp(): Hono<ApiEnvironment> {
  const app = new Hono<ApiEnvironment>();
  app.use(localOnly());
  app.get('/livez', (context) => context.json({ ok: true }));
  app.get('/readyz', (context) => context.json(starting, 503));
  app.all('*', () => {
    throw new FerrymanError('STARTING', 'Ferryman is starting');
  });
  app.onError((cause, context) => {
    const { method, path } = context.req;
    const creating = method === 'POST' && path === '/v1/swaps';
    const problem = toProblem(toFerrymanError(cause), { requestId: randomUUID(), creating });
    context.header('x-request-id', problem.requestId);
    context.header('cache-control', 'no-store');
    if (problem.status === 503) context.header('retry-after', '1');
    return context.body(JSON.stringify(problem), problem.status as 503, {
      'content-type': problemType,
    });
  });
  return app;
}
