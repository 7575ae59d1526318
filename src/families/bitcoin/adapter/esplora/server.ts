import type { z } from 'zod';
import { FerrymanError } from '../../../../errors/ferryman-error.ts';
import type { HttpRequest } from '../../../../ports/http.ts';
import { addressOf } from '../../../shared/endpoints/address-of.ts';
import {
  type Endpoint as CommonEndpoint,
  createLearningEndpoint,
  type EndpointOptions,
} from '../../../shared/endpoints/endpoint.ts';
import { HttpStatusError, mapFailure } from '../../../shared/endpoints/http-failure.ts';
import { isOverload } from '../../../shared/endpoints/overload.ts';
import { readBounded } from '../../../shared/endpoints/read-bounded.ts';
import type { BitcoinChain } from '../../formats/chain.ts';
import { networkFaultOf } from '../endpoint.ts';
import { shownHash } from './answers.ts';

/** One Esplora server. Paths have no leading slash. */
export interface EsploraServer extends CommonEndpoint {
  /** Sends one request. Throws `RPC_UNAVAILABLE`, `RPC_UNSUPPORTED`, `RPC_MALFORMED`. */
  read<Schema extends z.ZodType>(path: string, answer: Schema): Promise<z.output<Schema>>;
  /** The same, but returns `undefined` for HTTP status 404. */
  find<Schema extends z.ZodType>(
    path: string,
    answer: Schema,
  ): Promise<z.output<Schema> | undefined>;
  /** The same for an answer in plain text. */
  findText<Schema extends z.ZodType>(
    path: string,
    answer: Schema,
  ): Promise<z.output<Schema> | undefined>;
  /** Broadcasts a transaction, in hex without 0x. `reason` is the server's text if it refuses. */
  send(hex: string): Promise<{ ok: true; txId: string } | { ok: false; reason: string }>;
}

type Answer = { found: true; text: string } | { found: false; reason: string };

export function createEsploraServer(
  url: string,
  chain: Pick<BitcoinChain, 'name' | 'genesis'>,
  options: EndpointOptions,
): EsploraServer {
  const { timeoutMs, fetch } = options;
  const base = new URL(url);
  const { host } = base;
  const { failed, answered, accept, ...known } = createLearningEndpoint(
    host,
    networkFault,
    options,
  );

  async function networkFault(): Promise<string | undefined> {
    return networkFaultOf(chain, await findText('block-height/0', shownHash));
  }

  /** The timeout includes reading the body. A redirect is an error. */
  async function request(path: string, init: HttpRequest, refusal: number): Promise<Answer> {
    const response = await fetch(addressOf(base, path), {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readBounded(response);
    if (response.ok) return { found: true, text };
    if (response.status === refusal) return { found: false, reason: text.trim() };
    throw new HttpStatusError(response.status, response.headers);
  }

  async function ask(path: string, init: HttpRequest, refusal: number): Promise<Answer> {
    try {
      return await request(path, init, refusal);
    } catch (error) {
      throw failed(mapFailure(error, path, host));
    }
  }

  async function find<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
  ): Promise<z.output<Schema> | undefined> {
    const answer = await ask(path, { headers: { accept: 'application/json' } }, 404);
    if (!answer.found) return notFound();
    return accept(parseJson(answer.text), schema, { path });
  }

  async function findText<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
  ): Promise<z.output<Schema> | undefined> {
    const answer = await ask(path, { headers: { accept: 'text/plain' } }, 404);
    return answer.found ? accept(answer.text.trim(), schema, { path }) : notFound();
  }

  function notFound(): undefined {
    answered();
    return undefined;
  }

  return {
    ...known,
    find,
    findText,
    async read(path, schema) {
      const found = await find(path, schema);
      if (found === undefined) {
        throw failed(
          new FerrymanError('RPC_UNAVAILABLE', `${host} does not have ${path}`, {
            details: { host, path },
          }),
        );
      }
      return found;
    },
    async send(hex) {
      // Esplora passes on bitcoind's refusal with the HTTP status 400.
      const answer = await ask(
        'tx',
        { method: 'POST', headers: { 'content-type': 'text/plain' }, body: hex },
        400,
      );
      if (!answer.found && isOverload({ text: answer.reason }))
        throw failed(
          new FerrymanError('RPC_UNAVAILABLE', `${host} limits requests`, { details: { host } }),
        );
      answered();
      return answer.found
        ? { ok: true, txId: answer.text.trim() }
        : { ok: false, reason: answer.reason };
    },
  };
}

/** `undefined` for invalid JSON. No schema accepts it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
