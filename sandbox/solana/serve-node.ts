import { Hono } from 'hono';
import { type HttpServer, serveHttp } from '../http-server.ts';
import type { Pubsub } from './pubsub/create-pubsub.ts';

interface NodeServers {
  readonly rpcUrl: string;
  /** Where clients that know only the RPC URL expect subscriptions. */
  readonly wsUrl: string;
  close(): Promise<void>;
}

/** Each attempt takes a random port. The next port is nearly always free. */
const MAX_ATTEMPTS = 20;

/**
 * Serves a node like a validator: JSON-RPC on a port and subscriptions on the next one. The first
 * port also serves subscriptions, as hosted nodes do.
 * @param port default: a free one whose next port is free
 * @throws {SandboxError} `port-taken`
 */
export async function serveNode(rpcApp: Hono, pubsub: Pubsub, port?: number): Promise<NodeServers> {
  for (let attempt = 1; ; attempt++) {
    const rpc = await serveHttp(rpcApp, port, pubsub.upgrade);
    try {
      return together(
        rpc,
        await serveHttp(onlyWebSockets(), portOf(rpc) + 1, pubsub.upgrade),
        pubsub,
      );
    } catch (error) {
      await rpc.close();
      if (port !== undefined || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

function together(rpc: HttpServer, subscriptions: HttpServer, pubsub: Pubsub): NodeServers {
  return {
    rpcUrl: rpc.url,
    wsUrl: subscriptions.url.replace('http:', 'ws:'),
    async close() {
      pubsub.close();
      await Promise.all([rpc.close(), subscriptions.close()]);
    },
  };
}

function portOf({ url }: HttpServer): number {
  return Number(new URL(url).port);
}

function onlyWebSockets(): Hono {
  const app = new Hono();
  return app.all('*', (c) =>
    c.text('This port has subscriptions over WebSocket only.', 426, { upgrade: 'websocket' }),
  );
}
