import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Question {
  id: number;
  method: string;
  params: unknown[];
}

/**
 * What happens to one HTTP request: it is forwarded, forwarded with the answer lost, or answered
 * here.
 */
export type ProxyAction =
  | 'forward'
  | 'drop_answer'
  | 'drop_request'
  /** Sends headers and the first byte of the body, and then nothing. */
  | 'stall'
  /** Forwarded, with a changed answer. */
  | { rewrite: (answer: string) => string }
  | { status: number; body: string; location?: string };

/** A proxy between an adapter and its node that counts requests and misbehaves on demand. */
export interface RpcProxy {
  readonly url: string;
  /** HTTP requests so far. */
  requests(): number;
  /** Methods requested so far, in order. */
  methods(): readonly string[];
  /** Decides what happens to every later request. */
  act(decide: (questions: readonly Question[]) => ProxyAction): void;
  forwardTo(url: string): void;
  /** Changes the results of a method, in batches as well. `undefined` stops that. */
  lie(
    method: string,
    change: ((result: unknown, params: readonly unknown[]) => unknown) | undefined,
  ): void;
  /**
   * Shows the chain only up to a block, and later inclusions as pending. `undefined` shows all of
   * it.
   */
  standStillAt(block: bigint | undefined): void;
  close(): Promise<void>;
}

/** @param host the host name of the proxy: `localhost` and `127.0.0.1` are two hosts */
export async function startRpcProxy(upstream: string, host = '127.0.0.1'): Promise<RpcProxy> {
  let target = upstream;
  let requests = 0;
  const methods: string[] = [];
  const lies = new Map<string, (result: unknown, params: readonly unknown[]) => unknown>();
  let last: bigint | undefined;
  let decide: (questions: readonly Question[]) => ProxyAction = () => 'forward';

  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const parsed = JSON.parse(body) as Question | Question[];
    const questions = Array.isArray(parsed) ? parsed : [parsed];
    requests += 1;
    methods.push(...questions.map(({ method }) => method));
    const action = decide(questions);
    if (typeof action === 'object' && 'status' in action) {
      const location = action.location === undefined ? {} : { location: action.location };
      response
        .writeHead(action.status, { 'content-type': 'application/json', ...location })
        .end(action.body);
      return;
    }
    if (action === 'stall') {
      response.writeHead(200, { 'content-type': 'application/json' }).write('[');
      return;
    }
    if (action === 'drop_request') {
      request.socket.destroy();
      return;
    }
    const asked =
      last === undefined ? body : body.replaceAll('"latest"', `"0x${last.toString(16)}"`);
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: asked,
    });
    const honest = bend(await answer.text(), questions, (result, { method, params }) => {
      const shown = last === undefined ? result : upTo(last, method, result);
      return lies.get(method)?.(shown, params) ?? (lies.has(method) ? null : shown);
    });
    const text = typeof action === 'object' ? action.rewrite(honest) : honest;
    if (action === 'drop_answer') request.socket.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    requests: () => requests,
    methods: () => methods,
    act(next) {
      decide = next;
    },
    forwardTo(url) {
      target = url;
    },
    lie(method, change) {
      if (change) lies.set(method, change);
      else lies.delete(method);
    },
    standStillAt(block) {
      last = block;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Answer {
  id: number;
  result?: unknown;
}

/** Changes the results in an answer. Each is passed with its request. */
function bend(
  text: string,
  questions: readonly Question[],
  change: (result: unknown, question: Question) => unknown,
): string {
  const answers = JSON.parse(text) as Answer | Answer[];
  const one = (answer: Answer): Answer => {
    const question = questions.find(({ id }) => id === answer.id);
    return question && 'result' in answer
      ? { ...answer, result: change(answer.result, question) }
      : answer;
  };
  return JSON.stringify(Array.isArray(answers) ? answers.map(one) : one(answers));
}

/** The answer of a node whose newest block is `last`. */
function upTo(last: bigint, method: string, result: unknown): unknown {
  const { number, blockNumber } = (result ?? {}) as {
    number?: string | null;
    blockNumber?: string | null;
  };
  const at = method === 'eth_getBlockByNumber' ? number : blockNumber;
  if (at == null || BigInt(at) <= last) return result;
  return method === 'eth_getTransactionByHash'
    ? { ...(result as object), blockNumber: null, blockHash: null }
    : null;
}
