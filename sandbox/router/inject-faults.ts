import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import { chainNamed } from '../sandbox-chain.ts';
import { parseTransactionId } from './parse-transaction-id.ts';
import type { RouterContext } from './router-context.ts';
import type { DistortionKind, FaultScope, InjectedError, RouterFaults } from './router-faults.ts';

export interface RouterEnvironment {
  readonly Bindings: HttpBindings;
}

const PADDING_BYTES = 10 * 1_024 * 1_024;

/** Applies the faults that the control server has set to requests. */
export function injectFaults(
  faults: RouterFaults,
  context: RouterContext,
): MiddlewareHandler<RouterEnvironment> {
  return async (c, next) => {
    const { delayMs, strike } = faults.onRequest(await describeRequest(c, context));
    // A delayed request must not keep the process alive.
    if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
    if (strike === undefined) return next();
    if (strike.kind === 'status') return injectedError(strike.error);
    if (strike.kind === 'error-inside') return injectedError({ ...strike.error, httpStatus: 200 });
    await next();
    const { status } = c.res;
    const body = await c.res.text();
    // Clears the headers of the real answer, such as its length.
    c.res = undefined;
    c.res = strike.kind === 'cut' ? cutOff(c, body) : distort(strike.kind, body, status);
  };
}

function distort(kind: Exclude<DistortionKind, 'cut'>, body: string, status: number): Response {
  switch (kind) {
    case 'half-json':
      return jsonAnswer(body.slice(0, Math.ceil(body.length / 2)), status);
    case 'html': {
      const headers = { 'content-type': 'text/html' };
      return new Response('<!doctype html><title>Just a moment</title>', { status, headers });
    }
    case 'empty':
      return jsonAnswer('', status);
    case 'huge':
      return jsonAnswer(body.replace('{', `{"padding":"${'0'.repeat(PADDING_BYTES)}",`), status);
    case 'wrong-decimals': {
      const oneMore = (_: string, decimals: string) => `"decimals":${Number(decimals) + 1}`;
      return jsonAnswer(body.replaceAll(/"decimals":(\d+)/g, oneMore), status);
    }
  }
}

/** Announces the whole body, sends half of it and closes the connection. */
function cutOff({ env: { outgoing } }: Context<RouterEnvironment>, body: string): Response {
  outgoing.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  outgoing.write(body.slice(0, body.length / 2), () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

function injectedError({ httpStatus, code, asList, retryAfter }: InjectedError): Response {
  const problem = { code, reason: 'Injected' };
  const body = asList ? { errors: [problem] } : { error: problem, id: randomUUID() };
  return jsonAnswer(
    JSON.stringify(body),
    httpStatus,
    retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` },
  );
}

function jsonAnswer(
  body: string,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

async function describeRequest(c: Context, { chains, orders }: RouterContext): Promise<FaultScope> {
  const { referrer, fromAddress } = await readMembers(c);
  const { walletAddress, srcTxHash, sourceTransactionHash, id } = c.req.query();
  const sourceTx = parseTransactionId(chains, srcTxHash ?? sourceTransactionHash ?? '');
  const quoted = id === undefined ? undefined : orders.byQuoteId(id);
  const order = sourceTx === undefined ? quoted : orders.bySourceTx(sourceTx);
  const payer =
    order === undefined || order.sender === null
      ? undefined
      : chainNamed(chains, order.from.chain).notation.renderAddress(order.sender);
  return {
    path: c.req.path,
    referrer: textOf(referrer),
    wallet: textOf(fromAddress) ?? walletAddress ?? payer,
    apiKey: c.req.header('apikey'),
  };
}

async function readMembers(c: Context): Promise<Readonly<Record<string, unknown>>> {
  if (c.req.method !== 'POST') return {};
  try {
    const body: unknown = JSON.parse(await c.req.text());
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch (error) {
    // The endpoint itself reports the malformed body.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
