import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface AnsweredRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  text: string;
}

export interface AnsweringServer {
  url: string;
  /** Every request that came, in order. */
  requests: AnsweredRequest[];
  close(): Promise<void>;
}

export type Answer = (request: AnsweredRequest, response: ServerResponse) => void;

/** A service that answers as it is told. */
export async function startAnsweringServer(answer: Answer): Promise<AnsweringServer> {
  const requests: AnsweringServer['requests'] = [];
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method = '', url: path = '', headers } = request;
    const answered = { method, path, headers, text };
    requests.push(answered);
    answer(answered, response);
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

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
  };
}

export function text(body: string | Buffer, headers: Record<string, string>, status = 200): Answer {
  return (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
}
