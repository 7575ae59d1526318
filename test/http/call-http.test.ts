import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { callHttp } from '../../src/http/call-http.ts';
import type { HttpResponse } from '../../src/ports/http.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/`;
}

async function textOf({ body }: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

it('sends what it is given, and reads status, headers and body', async () => {
  const url = await serve(async (request, response) => {
    let sent = '';
    for await (const chunk of request) sent += chunk;
    response.writeHead(429, { 'Retry-After': '7' });
    response.end(`${request.method} ${request.headers['content-type']} ${sent}`);
  });
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  } as const;
  const response = await callHttp(url, request);
  expect(response).toMatchObject({ status: 429, ok: false });
  expect(response.headers.get('Retry-After')).toBe('7');
  expect(response.headers.get('date-of-birth')).toBeNull();
  expect(await textOf(response)).toBe('POST application/json {"a":1}');
});

it('decodes what a server has compressed', async () => {
  const url = await serve((request, response) => {
    expect(request.headers['accept-encoding']).toBe('gzip');
    response.writeHead(200, { 'Content-Encoding': 'gzip' });
    response.end(gzipSync('x'.repeat(100_000)));
  });
  expect(await textOf(await callHttp(url))).toBe('x'.repeat(100_000));
});

it('says that a compressed body is broken', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' });
    response.end('no gzip at all');
  });
  const response = await callHttp(url);
  await expect(textOf(response)).rejects.toThrow();
});

it('follows no redirect: it is an answer, or an error for who wants none', async () => {
  let asked = 0;
  const url = await serve((_, response) => {
    asked += 1;
    response.writeHead(302, { Location: '/elsewhere' });
    response.end();
  });
  const response = await callHttp(url);
  expect(response.status).toBe(302);
  await response.body?.cancel();
  await expect(callHttp(url, { redirect: 'error' })).rejects.toThrow('redirect');
  expect(asked).toBe(2);
});

it('gives up when its signal says so, in the head of an answer and in its body', async () => {
  const stop = new AbortController();
  const url = await serve((request, response) => {
    if (request.url === '/head') {
      stop.abort(new Error('waited long enough'));
      return;
    }
    response.writeHead(200);
    response.write('the beginning');
  });
  await expect(callHttp(`${url}head`, { signal: stop.signal })).rejects.toThrow(
    'waited long enough',
  );
  const later = new AbortController();
  const response = await callHttp(url, { signal: later.signal });
  later.abort(new Error('waited long enough'));
  await expect(textOf(response)).rejects.toThrow('waited long enough');
});

it('asks no address with a password in it', async () => {
  await expect(callHttp('http://user:secret@127.0.0.1:1/')).rejects.toThrow(
    'a URL with a user or password in it is not requested',
  );
});
