import type { Context } from 'hono';
import type { z } from 'zod';
import { jsonPointer } from '../core/text/json-pointer.ts';
import { distinctFaults } from '../errors/distinct-faults.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ApiKeyRecord, ApiScope } from '../ports/stores/api-key-store.ts';
import type { ApiEnvironment } from './api-environment.ts';
import type { StreamAnswer } from './event-stream.ts';
import type { RequestSession } from './session.ts';

/**
 * One call of the API: what may come in, what goes out, who may make it, and what it does. The
 * routes are mounted from these, requests are validated by their schemas, and the OpenAPI document
 * is made of them.
 */
export interface Endpoint<
  Path extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> {
  /** The OpenAPI `operationId`, and the name that clients give the call. */
  id: string;
  method: 'get' | 'post' | 'put' | 'delete';
  /** With the parameters of `params` in braces, as in `/v1/swaps/{id}`. */
  path: `/v1/${string}`;
  group: EndpointGroup;
  scope: ApiScope;
  /** One line; what more there is to say in `description`. */
  summary: string;
  description?: string;
  params?: Path;
  query?: Query;
  /** Names the request in messages about its body, such as "resolution". */
  bodyName?: string;
  body?: Body;
  /**
   * True: the use case checks the body by this schema itself, as for the other doors, and the
   * handler receives it as it came.
   */
  isBodyRaw?: boolean;
  /** A request without a body counts as one with an empty object. */
  isBodyOptional?: boolean;
  /** The largest body, in bytes. Default: 65,536. */
  maxBodyBytes?: number;
  /** An `Idempotency-Key` header is required. */
  isIdempotent?: boolean;
  /**
   * Of an act without such a key: a client that has lost the answer may send the same again, and
   * does no harm by it. Default: the client leaves that to its user. Reading is always safe.
   */
  isSafeToRepeat?: boolean;
  /** How many requests it counts as. Default: one. */
  cost?(request: { body: z.output<Body> }): number;
  answers: Readonly<Record<number, Answer>>;
  /** Codes of problems that this call answers, besides those that every call may answer. */
  problems?: readonly string[];
  handle(request: ApiRequest<z.output<Path>, z.output<Query>, z.output<Body>>): Promise<ApiAnswer>;
}

export type EndpointGroup = 'swaps' | 'events' | 'operations' | 'keys' | 'information';

/** Whom or what an act concerns, why it is done, and what else it says. */
export interface AuditedAct {
  subject: string;
  reason?: string | undefined;
  data?: Readonly<Record<string, unknown>>;
}

interface Answer {
  description: string;
  /** Of JSON; of a stream, of its text. */
  schema: z.ZodType;
  /** Content types of a stream. Default: JSON. */
  types?: readonly string[];
  /** The answer may also be a stream of server-sent events, whose `data` is of this schema. */
  stream?: { description: string; schema: z.ZodType };
}

export type RequestHeaders = { get(name: string): string | undefined };

export interface ApiRequest<Path = unknown, Query = unknown, Body = unknown> {
  params: Path;
  query: Query;
  body: Body;
  /** Of the header; 1 to 128 characters where the endpoint is idempotent, else empty. */
  idempotencyKey: string;
  key: ApiKeyRecord;
  headers: RequestHeaders;
  requestId: string;
  /** Aborted when the client has gone. */
  signal: AbortSignal;
  /** Of a browser: the one that made the request, if it came with one. */
  session: {
    current: RequestSession | undefined;
    /** Begins a session of `key`; the answer sets its cookie. */
    begin(): Promise<RequestSession>;
    /**
     * Ends the session of the request's cookie; the answer removes the cookie.
     * @param before called with the id of the session's key, if there is a session to end
     */
    end(before: (keyId: string) => Promise<void>): Promise<void>;
  };
  /**
   * Checks, while a call goes on, that the key is still good and the session has not ended. Throws
   * `UNAUTHORIZED`.
   */
  requireCaller(): Promise<void>;
  /**
   * Writes what is about to be done into the audit log. What cannot be recorded is not done. If the
   * call is refused afterwards, a second entry says so.
   */
  record(act: AuditedAct): Promise<void>;
}

type ApiAnswer = { status: number; headers?: Readonly<Record<string, string>> } & (
  | { /** JSON. */ body: unknown }
  | {
      /** Pieces, which are made as the client takes them: see `streamOf`. */
      stream: StreamAnswer;
      /** Its content type. Default: server-sent events. */
      streamAs?: string;
    }
);

/** Checks an endpoint's types and forgets them, so that all fit one list. */
export function defineEndpoint<
  Path extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
>(endpoint: Endpoint<Path, Query, Body>): Endpoint {
  return endpoint as unknown as Endpoint;
}

/** The values of a request's address. @throws `INVALID_REQUEST` with every fault */
export function parseQuery<Query extends z.ZodType>(
  schema: Query,
  given: Readonly<Record<string, string>>,
): z.output<Query> {
  // A parameter is a text: what is wrong inside of it is wrong with the whole.
  return parsePart(schema, given, 'the query is malformed', ([name]) => [name ?? '']);
}

/** @throws `INVALID_REQUEST` with every fault as a JSON pointer */
export function parseBody<Body extends z.ZodType>(
  schema: Body,
  given: unknown,
  name: string,
): z.output<Body> {
  return parsePart(schema, given, `the ${name} is malformed`);
}

/** A path's id that cannot be one names nothing. @throws `NOT_FOUND` */
export function parseParams<Path extends z.ZodType>(
  schema: Path,
  context: Context<ApiEnvironment>,
): z.output<Path> {
  const parsed = schema.safeParse(context.req.param());
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new FerrymanError('NOT_FOUND', issue?.message ?? 'there is nothing at this path');
}

function parsePart<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  message: string,
  placeOf: (path: readonly PropertyKey[]) => readonly PropertyKey[] = (path) => path,
): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          pointer: jsonPointer([...issue.path, key]),
          message: 'is not known here',
        }))
      : [{ pointer: jsonPointer(placeOf(issue.path)), message: issue.message }],
  );
  throw new FerrymanError('INVALID_REQUEST', message, { faults: distinctFaults(faults) });
}
