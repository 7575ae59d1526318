import { once } from 'node:events';
import { createServer } from 'node:net';
import { SandboxError } from '../sandbox-error.ts';

/** A port of 127.0.0.1 that was free a moment ago; another process may take it before it is used. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new SandboxError('port-taken', 'No port could be found.');
  return address.port;
}
