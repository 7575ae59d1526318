import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../faults.ts';

export interface TcpProxy {
  port: number;
  close(): Promise<void>;
}

/** Looks at what a client sends, chunk by chunk, and says which fault is due at it. */
export type Tap = (chunk: Buffer) => Fault | undefined;

/**
 * Passes connections on to whatever `connect` opens. A fault strikes the answer: what the client
 * asked has been done by then.
 */
export async function startTcpProxy(
  connect: () => Socket,
  createTap: () => Tap,
): Promise<TcpProxy> {
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const behind = connect();
    const tap = createTap();
    let due: Fault | undefined;
    let passing = Promise.resolve();
    const end = (): void => {
      client.destroy();
      behind.destroy();
    };
    for (const socket of [client, behind]) {
      open.add(socket);
      // A connection that breaks on one side breaks on the other.
      socket.on('error', end);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
    }
    client.on('data', (chunk) => {
      due = tap(chunk) ?? due;
      behind.write(chunk);
    });
    behind.on('data', (chunk) => {
      const fault = due;
      due = undefined;
      if (fault?.kind === 'drop') return end();
      passing = passing.then(async () => {
        if (fault?.kind === 'delay') await pause(fault.ms);
        if (!client.destroyed) client.write(chunk);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    port: address.port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
