import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AnsweringServer {
  url: string;
  /** Every request that came, in order. */
  requests: { method: string; path: string; headers: IncomingMessage['headers']; body: unknown }[];
  close(): Promise<void>;
}

/** A service that answers as it is told. */
export async function startAnsweringServer(answer: RequestListener): Promise<AnsweringServer> {
  const requests: AnsweringServer['requests'] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, headers, body: text === '' ? undefined : JSON.parse(text) });
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

export function text(body: string | Buffer, headers: Record<string, string>, status = 200): RequestListener {
  return (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
}
