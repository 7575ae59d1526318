import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { findJsonFault } from '../../core/text/find-json-fault.ts';
import { jsonWithAmounts } from '../../core/text/json-with-amounts.ts';
import { FerrymanError, toFerrymanError } from '../../errors/ferryman-error.ts';
import type { ListedWallet } from '../../keys/list-wallets.ts';
import { formatEntry, parseEntry } from '../../keys/signing-log/entry.ts';
import type { Signer } from '../../ports/signer.ts';
import type { SigningLog } from '../../ports/signing-log.ts';
import { parseSigningRequest } from './request-schema.ts';

/** What a signer of its own offers to workers. */
export interface SignerService {
  signer: Signer;
  signingLog: SigningLog;
  wallets: () => Promise<readonly ListedWallet[]>;
}

/** Larger than any transaction of 255 messages with its orders. */
const maxBody = 4 * 1024 * 1024;

type Answer = unknown | AsyncIterable<string>;
type Call = (body: unknown) => Promise<Answer>;

/**
 * Serves a signer on a Unix socket, which only its user and group may open. The file's permissions
 * are the only sign-in: the signer judges every request. Throws `SIGNER_UNAVAILABLE` if the
 * socket cannot be created.
 */
export async function serveSigner(
  service: SignerService,
  { socketPath, logger }: { socketPath: string; logger: Logger },
): Promise<{ close(): Promise<void> }> {
  const calls = callsOf(service);
  const server = createServer((request, response) => {
    void answer(calls, request, response, logger);
  });
  // Left by a process that was killed. A living one holds the lock of the data folder.
  await rm(socketPath, { force: true });
  server.listen(socketPath);
  await once(server, 'listening').catch((cause: unknown) => {
    throw new FerrymanError(
      'SIGNER_UNAVAILABLE',
      `the signer cannot listen on ${socketPath}: check that its folder exists and is writable`,
      { cause },
    );
  });
  await chmod(socketPath, 0o660);
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

function callsOf({ signer, signingLog, wallets }: SignerService): ReadonlyMap<string, Call> {
  const text = z.object({ instanceId: z.uuid() });
  return new Map<string, Call>([
    [
      '/sign',
      async (body) => {
        const read = parseSigningRequest(body);
        if (!read.ok)
          throw unreadable(
            `the request to sign has another form at ${read.fault}; run the signer and the workers in one version`,
          );
        const answered = await signer.sign(read.request);
        return answered.kind === 'failed'
          ? { ...answered, error: toWire(answered.error) }
          : answered;
      },
    ],
    ['/wallets', wallets],
    ['/log/instance', async () => ({ instanceId: await signingLog.instance() })],
    [
      '/log/bind',
      async (body) => ({ instanceId: await signingLog.bind(text.parse(body).instanceId) }),
    ],
    [
      '/log/rebind',
      async (body) => {
        await signingLog.rebind(text.parse(body).instanceId);
        return {};
      },
    ],
    ['/log/identity', async () => ({ identity: await signingLog.log() })],
    ['/log/dropped', async () => ({ sequence: await signingLog.droppedUpTo() })],
    ['/log/state', () => signingLog.state()],
    ['/log/newest', async () => linesOf(await signingLog.newest())],
    ['/log/entries', async () => linesOf(signingLog.entries())],
    [
      '/log/record',
      async (body) => {
        const lines = z.array(z.unknown()).parse(body);
        const entries = lines.map((line) => parseEntry(JSON.stringify(line)));
        if (entries.some((entry) => entry === undefined))
          throw unreadable('an entry of the signing log has another form');
        await signingLog.record(entries.flatMap((entry) => entry ?? []));
        return {};
      },
    ],
  ]);
}

async function* linesOf(
  entries:
    | AsyncIterable<Parameters<typeof formatEntry>[0]>
    | readonly Parameters<typeof formatEntry>[0][],
): AsyncGenerator<string> {
  for await (const entry of entries) yield formatEntry(entry);
}

async function answer(
  calls: ReadonlyMap<string, Call>,
  request: IncomingMessage,
  response: ServerResponse,
  logger: Logger,
): Promise<void> {
  try {
    const call = calls.get(request.url ?? '');
    if (!call || request.method !== 'POST')
      throw unreadable(`the signer has no call ${request.url}`);
    const result = await call(await readBody(request));
    if (isStream(result)) {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      await pipeline(Readable.from(result), response);
    } else {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(jsonWithAmounts(result ?? {}));
    }
  } catch (cause) {
    const error =
      cause instanceof z.ZodError
        ? unreadable('the call has another form')
        : toFerrymanError(cause);
    logger.warn({ code: error.code, call: request.url }, 'a call of the signer failed');
    if (response.headersSent) return void response.destroy();
    response.writeHead(409, { 'content-type': 'application/json' });
    response.end(jsonWithAmounts(toWire(error)));
  }
}

function isStream(result: Answer): result is AsyncIterable<string> {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBody) throw unreadable(`the call is longer than ${maxBody} bytes`);
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces).toString('utf8');
  if (body === '') return undefined;
  if (findJsonFault(body)) throw unreadable('the call is no JSON of one meaning');
  return JSON.parse(body);
}

function toWire({ code, message, next, details }: FerrymanError): Record<string, unknown> {
  return { code, message, next, details };
}

function unreadable(message: string): FerrymanError {
  return new FerrymanError('SIGNER_REFUSED', message, { next: 'review' });
}
