import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What happens to one request: it is forwarded, forwarded with the answer lost or changed, or
 * answered here.
 */
type ProxyAction =
  | 'forward'
  | 'drop_answer'
  | 'drop_request'
  | { rewrite: (answer: unknown) => unknown }
  | { status: number; body: string; headers?: Record<string, string> };

/** A proxy between an adapter and a full node that counts requests and misbehaves on demand. */
export interface HttpProxy {
  readonly url: string;
  /** Requests so far, as paths, in order. */
  readonly paths: readonly string[];
  /** Decides what happens to every later request. */
  act(decide: (path: string, body: Record<string, unknown>) => ProxyAction): void;
  close(): Promise<void>;
}

/** @param host the host name of the proxy: `localhost` and `127.0.0.1` are two hosts */
export async function startHttpProxy(upstream: string, host = '127.0.0.1'): Promise<HttpProxy> {
  const paths: string[] = [];
  let decide: (path: string, body: Record<string, unknown>) => ProxyAction = () => 'forward';
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const path = (request.url ?? '').slice(1);
    paths.push(path);
    const action = decide(path, JSON.parse(body || '{}') as Record<string, unknown>);
    if (action === 'drop_request') return void request.socket.destroy();
    if (typeof action === 'object' && 'status' in action) {
      return void response.writeHead(action.status, action.headers).end(action.body);
    }
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${upstream}/${path}`, { method: 'POST', headers, body });
    const text = await answer.text();
    if (action === 'drop_answer') return void request.socket.destroy();
    const told =
      typeof action === 'object' ? JSON.stringify(action.rewrite(JSON.parse(text))) : text;
    response.writeHead(answer.status, headers).end(told);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    paths,
    act(next) {
      decide = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
