import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request. */
type Fate =
  /** The service answers. */
  | 'answered'
  /** The service does what is asked, and its answer is lost. */
  | 'answer lost'
  /** The service does what is asked, and the answer ends in its middle. */
  | 'answer cut'
  | { status: number; headers?: Record<string, string>; body?: string };

export interface BreakingProxy {
  url: string;
  /** Method and path of every request, and its idempotency key. */
  requests: { call: string; key: string | undefined }[];
  /** What happens to the next requests; the ones after these are answered. */
  next: Fate[];
  close(): Promise<void>;
}

/** Stands before a service, and breaks what it is told to. */
export async function startBreakingProxy(target: string): Promise<BreakingProxy> {
  const requests: BreakingProxy['requests'] = [];
  const next: Fate[] = [];
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request;
    const key = request.headers['idempotency-key'];
    requests.push({ call: `${method} ${url}`, key: key === undefined ? undefined : `${key}` });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fate = next.shift() ?? 'answered';
    if (typeof fate === 'object') {
      response.writeHead(fate.status, fate.headers).end(fate.body);
      return;
    }
    const {
      host: _host,
      connection: _connection,
      'content-length': _length,
      ...headers
    } = request.headers;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const answer = await fetch(`${target}${url}`, {
      method,
      signal: gone.signal,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (fate === 'answer lost') {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? '',
      'content-length': body.length,
    });
    if (fate === 'answered') response.end(body);
    else response.write(body.subarray(0, 10), () => request.socket.destroy());
  };
  const server = createServer((request, response) => {
    // Either side may have gone.
    forward(request, response).catch(() => request.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    next,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
