import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { createFollower } from '../../chains/create-follower.ts';
import type { Heads } from '../../chains/heads.ts';
import type { Upgrade } from '../../http-server.ts';
import type { Blockchain } from '../blockchain.ts';
import { answerRequest, failure } from '../rpc/answer-request.ts';
import { invalidParams, methodNotFound, parseError } from '../rpc/rpc-error.ts';
import { parseParams } from '../rpc/rpc-request.ts';
import { subscribeSignature } from './subscribe-signature.ts';
import { subscribeSlots } from './subscribe-slots.ts';
import type { Subscription } from './subscription.ts';

/** The node's subscriptions over WebSocket. */
export interface Pubsub {
  /** Takes over a connection that requests a WebSocket. */
  readonly upgrade: Upgrade;
  /** Drops all connections, like a node that stops. */
  close(): void;
}

interface Subscriber {
  readonly socket: WebSocket;
  readonly subscription: Subscription;
}

/** In bytes. Requests here have a few hundred. */
const MAX_MESSAGE = 65_536;

const idParams = z.tuple([z.number().int()]);

/** Idle while there are no subscribers. */
export function createPubsub(blockchain: Blockchain, heads: Heads): Pubsub {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE });
  const subscribers = new Map<number, Subscriber>();
  let lastId = 0;

  const report = (): void => {
    for (const [id, { socket, subscription }] of subscribers) {
      for (const result of subscription.report()) {
        const params = { result, subscription: id };
        socket.send(JSON.stringify({ jsonrpc: '2.0', method: subscription.notification, params }));
      }
      if (subscription.isOver()) subscribers.delete(id);
    }
  };
  const follow = createFollower({
    heads,
    isNeeded: () => subscribers.size > 0,
    lookAfter: async () => report(),
  });

  const subscribe = (socket: WebSocket, subscription: Subscription): number => {
    lastId += 1;
    subscribers.set(lastId, { socket, subscription });
    void follow();
    return lastId;
  };

  /** A client can end only its own subscriptions. */
  const unsubscribe = (socket: WebSocket, params: unknown): true => {
    const [id] = parseParams(idParams, params);
    if (subscribers.get(id)?.socket !== socket) throw invalidParams('Invalid subscription id.');
    subscribers.delete(id);
    return true;
  };

  const serve = (socket: WebSocket, method: string, params: unknown): unknown => {
    switch (method) {
      case 'signatureSubscribe':
        return subscribe(socket, subscribeSignature(blockchain, params));
      case 'slotSubscribe':
        return subscribe(socket, subscribeSlots(blockchain));
      case 'signatureUnsubscribe':
      case 'slotUnsubscribe':
        return unsubscribe(socket, params);
      default:
        throw methodNotFound();
    }
  };

  server.on('connection', (socket: WebSocket) => {
    socket.on('message', (data) => {
      const answer = answerMessage(data, (method, params) => serve(socket, method, params));
      if (answer !== undefined) socket.send(JSON.stringify(answer));
    });
    socket.on('close', () => {
      for (const [id, subscriber] of subscribers)
        if (subscriber.socket === socket) subscribers.delete(id);
    });
    // The library closes a connection that breaks the protocol. Nothing else is needed.
    socket.on('error', () => undefined);
  });

  return {
    upgrade(request, socket, head) {
      server.handleUpgrade(request, socket, head, (webSocket) =>
        server.emit('connection', webSocket, request),
      );
    },
    close() {
      server.close();
      for (const client of server.clients) client.terminate();
    },
  };
}

/**
 * @returns nothing for a notification, such as the `ping` of clients that keep a connection open
 */
function answerMessage(
  data: RawData,
  serve: (method: string, params: unknown) => unknown,
): object | undefined {
  let message: unknown;
  try {
    message = JSON.parse(data.toString());
  } catch {
    return failure(null, parseError());
  }
  const isNotification =
    typeof message === 'object' && message !== null && !('id' in message) && 'method' in message;
  return isNotification ? undefined : answerRequest(message, serve);
}
