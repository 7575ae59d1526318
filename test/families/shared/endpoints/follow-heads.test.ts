import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { followHeads } from '../../../../src/families/shared/endpoints/follow-heads.ts';
import { hangLimit } from '../../../support/hang-limit.ts';
import { waitFor } from '../../../support/wait-for.ts';

const subscription = {
  method: 'eth_subscribe',
  params: ['newHeads'],
  notification: 'eth_subscription',
};

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A node that accepts subscriptions and announces blocks on the test's command. */
async function aNode(port = 0) {
  const server = new WebSocketServer({ port, host: '127.0.0.1' });
  await once(server, 'listening');
  const subscribers: WebSocket[] = [];
  const asked: unknown[] = [];
  server.on('connection', (socket) => {
    socket.on('message', (message) => {
      const request = JSON.parse(message.toString()) as { id: number };
      asked.push(request);
      subscribers.push(socket);
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: request.id, result: '0x1' }));
    });
  });
  const close = async (): Promise<void> => {
    for (const client of server.clients) client.terminate();
    await new Promise((resolve) => server.close(resolve));
  };
  ends.push(close);
  return {
    port: (server.address() as AddressInfo).port,
    subscribers,
    asked,
    tell(
      text = JSON.stringify({
        jsonrpc: '2.0',
        method: 'eth_subscription',
        params: { subscription: '0x1' },
      }),
    ) {
      for (const socket of subscribers) socket.send(text);
    },
    connections: () => server.clients.size,
    close,
  };
}

const urlOf = ({ port }: { port: number }): string => `ws://127.0.0.1:${port}`;

function follow(wsUrls: string[], silentAfter = hangLimit) {
  const heads = { count: 0 };
  const stop = followHeads({
    wsUrls,
    subscription,
    silentAfter,
    onHead: () => {
      heads.count += 1;
    },
  });
  ends.push(stop);
  return { heads, stop };
}

describe('following blocks by a subscription', () => {
  it('reports each block and nothing else, and closes the connection', async () => {
    const node = await aNode();
    const { heads, stop } = follow([urlOf(node)]);
    await waitFor(() =>
      expect(node.asked).toMatchObject([{ method: 'eth_subscribe', params: ['newHeads'] }]),
    );
    node.tell('{"method":"another"}');
    node.tell();
    node.tell();
    await waitFor(() => expect(heads.count).toBe(2));
    stop();
    await waitFor(() => expect(node.connections()).toBe(0));
  });

  it.each(['no JSON', 'null'])('survives a message that is %s', async (text) => {
    const node = await aNode();
    const { heads } = follow([urlOf(node)]);
    await waitFor(() => expect(node.subscribers).toHaveLength(1));
    node.tell(text);
    await waitFor(() => {
      node.tell();
      expect(heads.count).toBeGreaterThan(0);
    });
  });

  it('connects to another node if one is down, closes the connection or falls silent', async () => {
    const [away, first, second] = [await aNode(), await aNode(), await aNode()];
    await away.close();
    const { heads } = follow([urlOf(away), urlOf(first), urlOf(second)], 1_000);
    await waitFor(() => expect(first.subscribers).toHaveLength(1));
    first.tell();
    await waitFor(() => expect(heads.count).toBe(1));
    first.subscribers[0]?.terminate();
    // The second node stays silent, so the client returns to the first one.
    await waitFor(() => expect(second.subscribers.length).toBeGreaterThan(0));
    await waitFor(() => expect(first.subscribers.length).toBeGreaterThan(1));
    first.tell();
    await waitFor(() => expect(heads.count).toBeGreaterThan(1));
  });

  it('reconnects after its only node was down', async () => {
    const node = await aNode();
    const { heads } = follow([urlOf(node)]);
    await waitFor(() => expect(node.subscribers).toHaveLength(1));
    await node.close();
    const again = await aNode(node.port);
    await waitFor(() => expect(again.subscribers).toHaveLength(1));
    again.tell();
    await waitFor(() => expect(heads.count).toBe(1));
  });
});
