import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createRouterTransport } from '../../../../src/http/create-router-transport.ts';
import type { HttpCall } from '../../../../src/ports/http.ts';
import { authority, certificate, pins, privateKey } from '../../../support/tls-certificate.ts';
import type { Mutation } from './vector.ts';

/** Answers by path. */
export type Answers = (path: string) => string;

interface Opened {
  baseUrl: string;
  fetch: HttpCall;
  close(): Promise<void>;
}

const baseUrl = 'https://router.example';

/** JSON as text, without a network. */
function inProcess(answers: Answers): Opened {
  return {
    baseUrl,
    async fetch(url) {
      const bytes = new TextEncoder().encode(answers(new URL(url).pathname));
      async function* chunks() {
        yield bytes;
      }
      return {
        status: 200,
        ok: true,
        headers: { get: (name) => (name === 'content-type' ? 'application/json' : null) },
        body: Object.assign(chunks(), { cancel: async () => undefined }),
      };
    },
    close: async () => undefined,
  };
}

/** Tampers with the swap answer: the quote before it is honest. */
function listenerOf({ http = {} }: Mutation, answers: Answers): RequestListener {
  return (request, response) => {
    const path = new URL(request.url ?? '/', baseUrl).pathname;
    const isTampered = !path.includes('quote');
    const {
      status = 200,
      headers = {},
      contentEncoding,
      decodedBytes,
      body,
    } = isTampered ? http : {};
    const answer = isTampered ? grown(answers(path), http) : answers(path);
    const text = body ?? (decodedBytes === undefined ? answer : padded(answer, decodedBytes));
    // Never answers: the client's limit of time ends it.
    if (isTampered && http.delayMs !== undefined) return;
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(contentEncoding === undefined ? {} : { 'content-encoding': contentEncoding }),
      ...headers,
    });
    response.on('error', () => undefined);
    response.end(contentEncoding === 'gzip' ? gzipSync(text) : text);
  };
}

/** With a member that is deep, or has many values. */
function grown(text: string, { depth, nodes }: NonNullable<Mutation['http']>): string {
  const values = [
    ...(depth === undefined ? [] : [`"deep":${'['.repeat(depth)}${']'.repeat(depth)},`]),
    ...(nodes === undefined ? [] : [`"many":[${Array(nodes).fill('0').join()}],`]),
  ];
  return text.replace('{', () => `{${values.join('')}`);
}

/** Enough to show a bound: more than a listing may have. */
const mostPadding = 9 * 1_048_576;

function padded(text: string, length: number): string {
  return `${' '.repeat(Math.max(0, Math.min(length, mostPadding) - text.length))}${text}`;
}

/**
 * The routing service as the vector has it: without a network, or a local server behind the real
 * transport if the vector tampers with it.
 */
export async function openRouter(mutation: Mutation, answers: Answers): Promise<Opened> {
  const { http, tls, dns } = mutation;
  if (!http && !tls && !dns) return inProcess(answers);
  const listener = listenerOf(mutation, answers);
  const isOld = /1\.[01]$|ssl/i.test(tls?.version ?? tls?.maxVersion ?? '');
  const oldTls = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' } as const;
  const server: Server = tls
    ? createHttpsServer({ key: privateKey, cert: certificate, ...(isOld ? oldTls : {}) }, listener)
    : createHttpServer(listener);
  server.on('clientError', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  // The certificate proves `router.example`, whichever host the client asks for.
  const host = tls?.hostname ?? 'router.example';
  const url = `${tls ? 'https' : 'http'}://${host}:${port}`;
  const addresses = dns ? [dns.resolvesTo].flat() : ['127.0.0.1'];
  const lookup = ((_host: string, _options: object, done: (...found: unknown[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as never;
  const isPinned = tls?.spkiSha256 === 'pinned' || tls?.spkiSha256 === pins.leaf;
  const pinned = isPinned ? pins.leaf : `${'A'.repeat(43)}=`;
  const transport = createRouterTransport({
    baseUrl: url,
    allowPrivateAddresses: !dns,
    lookup,
    ...(tls
      ? {
          pins: [pinned, `${'B'.repeat(43)}=`],
          ...(tls.chainValid === false || tls.expired || tls.selfSigned ? {} : { ca: authority }),
        }
      : {}),
  });
  return {
    baseUrl: url,
    fetch: transport,
    async close() {
      await transport.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
