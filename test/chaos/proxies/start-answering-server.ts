import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that answers each body with what `reply` makes of it, and remembers them. */
export async function startAnsweringServer(reply: (body: string, path: string) => string) {
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    seen.push(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end(reply(body, request.url ?? ''));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
