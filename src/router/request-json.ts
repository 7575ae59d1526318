import { findJsonFault, type JsonFault } from '../core/text/find-json-fault.ts';
import { readRetryAfter } from '../core/text/retry-after.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { isRefusedHost } from '../http/create-router-transport.ts';
import type { HttpCall, HttpResponse } from '../ports/http.ts';

/** Well-formed JSON that is refused because two readers could understand it differently. */
class AmbiguousJsonError extends Error {
  override readonly name = 'AmbiguousJsonError';
  readonly rules: readonly string[];

  constructor({ kind, pointer, message }: Exclude<JsonFault, { kind: 'syntax' }>) {
    super(`${pointer} ${message}`);
    this.rules =
      kind === 'duplicate-member' || kind === 'forbidden-member'
        ? ['G03']
        : ['G02', ...(kind === 'too-long' ? rulesOfLength(pointer) : [])];
  }
}

/** The rules of the families that bound a member themselves. */
function rulesOfLength(pointer: string): string[] {
  if (pointer.endsWith('/psbt')) return ['B01'];
  return /\/tonMessages\/\d+\/(?:payload|stateInit)$/.test(pointer) ? ['N07'] : [];
}

/** Of a text, in UTF-16 units: more than any calldata that a chain accepts. */
const maxStringLength = 131_072;

const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * `JSON.parse` for responses that money depends on. Refuses duplicate members (`JSON.parse` uses
 * the last, a gateway may read the first), members that reach a prototype, and unbounded depth,
 * length and number of values.
 * @throws `SyntaxError` or `AmbiguousJsonError`
 */
function parseStrictJson(text: string, maxNodes: number): unknown {
  const value: unknown = JSON.parse(text);
  const fault = findJsonFault(text, { forbidden, maxNodes, maxStringLength });
  if (fault && fault.kind !== 'syntax') throw new AmbiguousJsonError(fault);
  return value;
}

export interface HttpRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: unknown;
  /** Timeout of the whole exchange, including the body, in milliseconds. */
  timeoutMs: number;
  /** Most decoded bytes of the response. */
  maxBytes: number;
  /** Most values in the response, at any depth. */
  maxNodes: number;
  fetch: HttpCall;
}

export interface HttpAnswer {
  status: number;
  /** Parsed JSON. `undefined` for an error status whose body is not JSON. */
  body: unknown;
  /** From a Retry-After header, in milliseconds. */
  retryAfter?: number;
}

/**
 * One exchange of JSON over HTTP. Follows no redirect, reads no response past its bound, retries
 * nothing.
 * @throws `ROUTER_UNAVAILABLE` (no response in time), `ROUTER_MALFORMED` (redirect, not JSON, too
 *   large)
 */
export async function requestJson(request: HttpRequest): Promise<HttpAnswer> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  const response = await exchange(request, signal);
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw new FerrymanError(
      'ROUTER_MALFORMED',
      `the routing service sent a redirect (${response.status}), which Ferryman does not follow`,
      {
        details: { host: new URL(request.url).host, rule: 'G01' },
      },
    );
  }
  // 202 has no result yet, 203 is another host's, 206 a part. Services answer a POST with 200 or 201.
  if (response.ok && response.status > 201) {
    await response.body?.cancel();
    throw new FerrymanError(
      'ROUTER_MALFORMED',
      `the routing service responded with HTTP ${response.status}, which is no complete answer`,
      { details: { rule: 'G02,G14' } },
    );
  }
  const text = await readText(response, request);
  const retryAfter = readRetryAfter(response.headers);
  return {
    status: response.status,
    body: readBody(response, text, request.maxNodes),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

async function exchange(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
  try {
    return await request.fetch(request.url, {
      method: request.method,
      headers: {
        accept: 'application/json',
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      redirect: 'manual',
      signal,
    });
  } catch (error) {
    throw unavailable(request, error);
  }
}

/** Counts decoded bytes, so that a small compressed body cannot expand into a large one. */
async function readText(response: HttpResponse, request: HttpRequest): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > request.maxBytes) break;
      text += decoder.decode(chunk, { stream: true });
    }
    text += bytes > request.maxBytes ? '' : decoder.decode();
  } catch (error) {
    if (
      error instanceof TypeError &&
      'code' in error &&
      error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    ) {
      throw new FerrymanError(
        'ROUTER_MALFORMED',
        'the routing service sent a response that is not UTF-8',
        { cause: error, details: { rule: 'G02' } },
      );
    }
    throw unavailable(request, error);
  }
  if (bytes <= request.maxBytes) return text;
  throw new FerrymanError(
    'ROUTER_MALFORMED',
    `the routing service sent more than ${request.maxBytes} bytes`,
    { details: { rule: 'G02' } },
  );
}

function readBody(response: HttpResponse, text: string, maxNodes: number): unknown {
  const type = response.headers.get('content-type') ?? 'none';
  try {
    if (!/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(type))
      throw new Error(`content type ${type.slice(0, 60)}`);
    return parseStrictJson(text, maxNodes);
  } catch (error) {
    // For an error page the status is enough.
    if (!response.ok) return undefined;
    const why = error instanceof Error ? error.message : String(error);
    throw new FerrymanError(
      'ROUTER_MALFORMED',
      `the routing service did not send acceptable JSON: ${why}`,
      { cause: error, details: { rule: ruleOf(error) } },
    );
  }
}

/** Separated by commas. What is no JSON at all is about the body. */
function ruleOf(error: unknown): string {
  return error instanceof AmbiguousJsonError ? error.rules.join() : 'G02';
}

function unavailable(request: HttpRequest, cause: unknown): FerrymanError {
  const isRefused = isRefusedHost(cause);
  const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError';
  const rule = isRefused ? 'G01' : timedOut ? 'G02' : undefined;
  const what = isRefused
    ? 'may be another host: its address or its key is not allowed'
    : timedOut
      ? `did not respond within ${request.timeoutMs} ms`
      : 'did not respond';
  return new FerrymanError('ROUTER_UNAVAILABLE', `the routing service ${what}`, {
    cause,
    details: { host: new URL(request.url).host, ...(rule === undefined ? {} : { rule }) },
  });
}
