import { once } from 'node:events';
import { createServer } from 'node:net';
import { SandboxError } from '../sandbox-error.ts';

/**
 * Checks that a port of 127.0.0.1 is free now. Another process may still take it before its use.
 * @param port default: any
 * @throws {SandboxError} `port-taken`
 */
export async function freePort(port = 0): Promise<number> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (cause) {
    throw new SandboxError('port-taken', `Port ${port} cannot be used. Choose another port base.`, {
      cause,
    });
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string')
    throw new SandboxError('port-taken', 'No port could be found.');
  return address.port;
}
