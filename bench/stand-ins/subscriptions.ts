import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Block } from './evm-chain.ts';
import { quantity } from './hex.ts';
import { renderBlock } from './render-chain.ts';

interface Question {
  id: unknown;
  method: string;
  params?: readonly unknown[];
}

/**
 * WebSockets at the addresses of the chains: `eth_subscribe` to new heads, and all other requests.
 */
export function serveSubscriptions(
  server: Server,
  answer: (path: string, question: Question) => Promise<unknown>,
) {
  const sockets = new WebSocketServer({ server });
  /** The subscribers to new heads with their subscription ids, by path. */
  const listeners = new Map<string, Map<WebSocket, string>>();
  let subscriptions = 0;

  sockets.on('connection', (socket, { url: path = '/' }) => {
    const own = listeners.get(path) ?? new Map<WebSocket, string>();
    listeners.set(path, own);
    socket.on('error', () => undefined);
    socket.on('close', () => own.delete(socket));
    socket.on('message', async (data) => {
      const question = JSON.parse(String(data)) as Question;
      if (question.method === 'eth_subscribe' && question.params?.[0] === 'newHeads') {
        subscriptions += 1;
        own.set(socket, quantity(subscriptions));
        return socket.send(
          JSON.stringify({ jsonrpc: '2.0', id: question.id, result: quantity(subscriptions) }),
        );
      }
      if (question.method === 'eth_unsubscribe') {
        const result = own.delete(socket);
        return socket.send(JSON.stringify({ jsonrpc: '2.0', id: question.id, result }));
      }
      socket.send(JSON.stringify(await answer(path, question)));
    });
  });

  return {
    /** Sends a new block to all subscribers of a chain. */
    announce(path: string, block: Block): void {
      for (const [socket, subscription] of listeners.get(path) ?? []) {
        const result = renderBlock({ ...block, transactions: [] }, false);
        const told = {
          jsonrpc: '2.0',
          method: 'eth_subscription',
          params: { subscription, result },
        };
        socket.send(JSON.stringify(told));
      }
    },
  };
}
