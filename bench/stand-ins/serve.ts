import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Counts, countOne, noCounts } from './counts.ts';
import { createEvmChain, type EvmChain } from './evm-chain.ts';
import { answerMethod, type EvmNode, isKnownMethod, RpcError } from './evm-methods.ts';
import { createOrderBook } from './order-book.ts';
import { createRouter } from './router.ts';
import type { Arrival, RecordedRequest, StandInSettings } from './settings.ts';
import { serveSubscriptions } from './subscriptions.ts';

interface RpcQuestion {
  id: unknown;
  method: string;
  params?: readonly unknown[];
}

/** Controls that the bench sends to the stand-ins. */
interface Orders {
  /** Blocks include nothing from the pool. */
  holdSources?: boolean;
  /** Providers pay nothing out. */
  holdPayouts?: boolean;
  /** Transactions with this id prefix are pending for ever, and unknown orders are running. */
  pretendedPrefix?: string;
  /** Records all requests from now on. */
  record?: boolean;
}

/** Serves all chains, at `/<name>`, and the routing service on one free local port. */
export async function startStandIns(
  described: StandInSettings['chains'],
): Promise<{ url: string; produce: () => void }> {
  const orders = createOrderBook();
  let told: Orders = {};
  let counts: Counts = noCounts();
  let recorded: RecordedRequest[] = [];
  let arrivals: Arrival[] = [];
  /** Orders with a source in a block and a held payout. */
  let unpaid: (() => void)[] = [];

  const chains = new Map<string, EvmChain>();
  for (const { name, chainId } of described) {
    const chain = createEvmChain({ name, chainId }, ({ hash, data, succeeded }) => {
      const order = orders.byKey(data.slice(10, 74));
      if (!order || !succeeded) return;
      orders.paidBy(order, hash);
      const { toChain, receiver, amountOut: amount, isToken } = order;
      if (toChain === name) return;
      const pay = (): void =>
        chains.get(toChain)?.payOut({ receiver, amount, isToken }, (txId) => {
          order.destinationTxId = txId;
        });
      if (told.holdPayouts) unpaid.push(pay);
      else pay();
    });
    chains.set(name, chain);
  }
  const router = createRouter({
    chains,
    orders,
    pretends: () => told.pretendedPrefix !== undefined,
  });
  const nodes = new Map([...chains].map(([name, chain]) => [`/${name}`, nodeOf(chain)]));

  function nodeOf(chain: EvmChain): EvmNode {
    return {
      chain,
      orders,
      pretended: () => told.pretendedPrefix,
      sent({ data }) {
        if (told.record !== true) return;
        const receiver = orders.byKey(data.slice(10, 74))?.receiver;
        if (receiver !== undefined)
          arrivals.push({ receiver, at: performance.timeOrigin + performance.now() });
      },
    };
  }

  async function answerQuestion(
    node: EvmNode,
    { id, method, params = [] }: RpcQuestion,
  ): Promise<unknown> {
    countOne(isKnownMethod(method) ? counts.rpc : counts.unknown, method);
    try {
      return { jsonrpc: '2.0', id, result: await answerMethod(node, method, params) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return {
        jsonrpc: '2.0',
        id,
        error: { code: error instanceof RpcError ? error.code : -32_000, message },
      };
    }
  }

  async function answerNode(node: EvmNode, body: unknown): Promise<unknown> {
    counts.rpcRequests += 1;
    if (!Array.isArray(body)) return answerQuestion(node, body as RpcQuestion);
    return Promise.all((body as RpcQuestion[]).map((question) => answerQuestion(node, question)));
  }

  function control(path: string, body: unknown): unknown {
    switch (path) {
      case '/control/counts':
        return counts;
      case '/control/reset':
        counts = noCounts();
        return {};
      case '/control/recorded':
        return recorded.splice(0);
      case '/control/arrivals':
        return arrivals.splice(0);
      case '/control/tell':
        tell(body as Orders);
        return {};
      default:
        return undefined;
    }
  }

  function tell(orders: Orders): void {
    told = { ...told, ...orders };
    if (orders.record === true) {
      recorded = [];
      arrivals = [];
    }
    for (const chain of chains.values()) chain.hold(told.holdSources === true);
    if (told.holdPayouts === true) return;
    for (const pay of unpaid) pay();
    unpaid = [];
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: address = '/' } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const [path = '/', query = ''] = address.split('?');
    const node = nodes.get(path);
    if (told.record === true && !path.startsWith('/control/'))
      recorded.push({ method, path: address, body: text });
    if (node) return send(response, 200, await answerNode(node, body));
    if (path.startsWith('/control/')) return send(response, 200, control(path, body) ?? {});
    // Ferryman checks regularly whether the service is reachable.
    if (path === '/') return send(response, 200, {});
    const answer = router.answer(path, new URLSearchParams(query), body);
    if (!answer) {
      countOne(counts.unknown, path);
      return send(response, 404, {});
    }
    countOne(counts.router, path.slice(path.lastIndexOf('/') + 1));
    send(response, answer.status, answer.body);
  }

  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    serve(request, response).catch((error: unknown) => {
      send(response, 500, { error: error instanceof Error ? error.message : String(error) });
    });
  });
  const subscriptions = serveSubscriptions(server, async (path, question) => {
    const node = nodes.get(path);
    if (node) return answerQuestion(node, question);
    return { jsonrpc: '2.0', id: question.id, error: { code: -32_000, message: 'no such chain' } };
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    produce() {
      for (const [name, chain] of chains) subscriptions.announce(`/${name}`, chain.produce());
    },
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    })
    .end(text);
}
