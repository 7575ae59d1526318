import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers in place of the honest router's, which is given as its text. */
type Misbehaviour = (response: ServerResponse, honest: string) => void;

const json = { 'content-type': 'application/json' };

/** What services and whatever stands before them were seen to do. */
const misbehaviours = {
  'a page': (response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<html><h1>We will be back soon</h1></html>');
  },
  'a page that calls itself JSON': (response) => {
    response.writeHead(200, json).end('<html><h1>We will be back soon</h1></html>');
  },
  'a page with an error status': (response) => {
    response
      .writeHead(502, { 'content-type': 'text/html' })
      .end('<html><h1>Bad Gateway</h1></html>');
  },
  'half an answer': (response, honest) => {
    response.writeHead(200, json).end(honest.slice(0, honest.length / 2));
  },
  'ten megabytes': (response, honest) => {
    response
      .writeHead(200, json)
      .end(honest.replace('{', `{"padding":"${'x'.repeat(10_000_000)}",`));
  },
  'an error in a 200': (response) => {
    response.writeHead(200, json).end('{"error":{"code":2002,"reason":"a chain is down"}}');
  },
  'a list of errors in a 200': (response) => {
    response.writeHead(200, json).end('{"errors":[{"code":2001,"reason":"no routes"}]}');
  },
  'an empty answer': (response) => {
    response.writeHead(200, json).end();
  },
  'a cut connection': (response) => {
    response.socket?.destroy();
  },
  // The connection stays open, and nothing comes.
  silence: () => undefined,
  'other decimals': (response, honest) => {
    response.writeHead(200, json).end(honest.replaceAll('"decimals":18', '"decimals":8'));
  },
  'other amounts for people than for machines': (response, honest) => {
    const answer = JSON.parse(honest) as { estimate: Record<string, string> };
    answer.estimate.destinationTokenAmount = `${answer.estimate.destinationTokenAmount}0`.replace(
      '.',
      '',
    );
    response.writeHead(200, json).end(JSON.stringify(answer));
  },
} as const satisfies Record<string, Misbehaviour>;

export type MisbehaviourName = keyof typeof misbehaviours;

export interface MisbehavingRouter {
  url: string;
  /**
   * To the requests of one wallet, at one endpoint such as `quoteBest`, from now on; without a name
   * it is honest again.
   */
  misbehave(wallet: string, endpoint: string, name?: MisbehaviourName): void;
  close(): Promise<void>;
}

/**
 * Stands before an honest router. It makes no swaps in one call, so that Ferryman asks for a quote
 * and then for its transaction.
 */
export async function startMisbehavingRouter(honestUrl: string): Promise<MisbehavingRouter> {
  const current = new Map<string, Misbehaviour>();
  const keyOf = (wallet: string, endpoint: string): string => `${wallet.toLowerCase()} ${endpoint}`;
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = 'GET', url = '' } = request;
    if (url.endsWith('/swapBest')) return void response.writeHead(404).end();
    const answer = await fetch(`${honestUrl}${url}`, {
      method,
      headers: json,
      ...(body === '' ? {} : { body }),
    });
    const honest = await answer.text();
    const wallet = body === '' ? '' : (JSON.parse(body) as { fromAddress?: string }).fromAddress;
    const misbehaviour = current.get(keyOf(wallet ?? '', url.split('/').at(-1) ?? ''));
    if (misbehaviour) misbehaviour(response, honest);
    else response.writeHead(answer.status, json).end(honest);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    misbehave(wallet, endpoint, name) {
      if (name === undefined) current.delete(keyOf(wallet, endpoint));
      else current.set(keyOf(wallet, endpoint), misbehaviours[name]);
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
