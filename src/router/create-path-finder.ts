import { FerrymanError } from '../errors/ferryman-error.ts';
import type { RouterEndpoint } from '../ports/router.ts';
import { type CallOptions, callPath } from './call-path.ts';
import { endpoints } from './endpoints.ts';
import { mapError, statusOf } from './map-error.ts';
import { pathNotFound, type TriedPath } from './path-not-found.ts';
import type { HttpAnswer } from './request-json.ts';
import { reportsNotFound, standingOf } from './standing-of.ts';

type Query = Readonly<Record<string, string>>;

/** A request to an endpoint that services have at several paths. */
interface PathRequest<Answer> {
  endpoint: RouterEndpoint;
  /** The same request with fewer and fewer parameters, the fullest first. */
  queries: readonly [Query, ...Query[]];
  /** Reads the body of a response. @throws `ROUTER_MALFORMED` */
  read: (body: unknown) => Answer;
  /** Maps a bare 404 at a path that has answered other requests. Absent: it is an error. */
  notFound?: (body: unknown) => Answer;
}

export interface PathFinder {
  /**
   * Makes one call at the path known for this kind of request. If there is none, or it is gone,
   * tries the endpoint's known paths in turn. Each try takes a call from the budget.
   * @throws `ROUTER_PATH_NOT_FOUND` if no path responds and none ever has; otherwise as one call
   */
  ask<Answer>(request: PathRequest<Answer>): Promise<Answer>;
}

/** The path for a kind of request, and the index of its query. */
interface KnownPath {
  path: string;
  query: number;
}

type Outcome =
  | { kind: 'found'; answer: HttpAnswer; known: KnownPath }
  /** The response says nothing about the path. */
  | { kind: 'unproven'; answer: HttpAnswer }
  | { kind: 'nothing'; failure: FerrymanError };

/** Milliseconds of pause after a failed search; each further failure doubles it. */
const firstPause = 5_000;
const longestPause = 300_000;

interface Pause {
  until: number;
  length: number;
  failure: FerrymanError;
}

/** Finds the path at which a service has an endpoint, and remembers it until the process ends. */
export function createPathFinder(options: CallOptions): PathFinder {
  const { random = Math.random, now = () => performance.now() } = options;
  const { host } = new URL(options.baseUrl);
  const knownPaths = new Map<string, KnownPath>();
  const searches = new Map<string, Promise<Outcome>>();
  const pauses = new Map<string, Pause>();
  const logged = new Map<string, string>();

  function remember(
    key: string,
    { endpoint, queries }: PathRequest<unknown>,
    known: KnownPath,
  ): void {
    knownPaths.set(key, known);
    pauses.delete(key);
    if (logged.get(key) === known.path) return;
    logged.set(key, known.path);
    const query = Object.keys(queries[known.query] ?? {});
    options.logger?.info({ host, endpoint, path: known.path, query }, 'routing service path found');
  }

  function pauseSearch(key: string, failure: FerrymanError): void {
    const before = pauses.get(key)?.length ?? firstPause / 2;
    const length = Math.min(2 * before, longestPause);
    pauses.set(key, { until: now() + length, length, failure });
  }

  /**
   * In this order: paths that answer other kinds of requests, the configured one, the known ones.
   */
  function pathsOf(endpoint: RouterEndpoint): string[] {
    const proven = [...knownPaths]
      .filter(([key]) => key.startsWith(`${endpoint} `))
      .map(([, { path }]) => path);
    const configured = options.paths?.[endpoint];
    return [
      ...new Set([
        ...proven,
        ...(configured === undefined ? [] : [configured]),
        ...endpoints[endpoint].paths,
      ]),
    ];
  }

  async function search(
    { endpoint, queries, read }: PathRequest<unknown>,
    gone: readonly TriedPath[],
  ): Promise<Outcome> {
    const tried = [...gone];
    let paths = pathsOf(endpoint).filter((path) => gone.every((one) => one.path !== path));
    let unclear: HttpAnswer | undefined;
    let refusal: FerrymanError | undefined;
    for (const [index, query] of queries.entries()) {
      const strict: string[] = [];
      for (const path of paths) {
        const answer = await responseOrFault(callPath(options, endpoint, path, { query }));
        if (answer instanceof FerrymanError) {
          tried.push({ path, answered: 'unreadable', rule: answer.details.rule });
          continue;
        }
        tried.push({ path, answered: `HTTP ${answer.status}` });
        switch (standingOf(answer)) {
          case 'answers': {
            const fault = faultOf(answer, read);
            if (!fault) return { kind: 'found', answer, known: { path, query: index } };
            refusal ??= fault;
            break;
          }
          case 'unavailable':
            return { kind: 'unproven', answer };
          case 'unclear':
            unclear ??= answer;
            break;
          case 'denied':
            refusal ??= mapError(answer, random);
            break;
          case 'not_understood':
            strict.push(path);
            break;
          case 'not_here':
            break;
        }
      }
      paths = strict;
    }
    if (unclear) return { kind: 'unproven', answer: unclear };
    return { kind: 'nothing', failure: refusal ?? pathNotFound(options, endpoint, tried) };
  }

  /** Why a 2xx response cannot be used. An error in the service's own form is a valid response. */
  function faultOf(
    answer: HttpAnswer,
    read: PathRequest<unknown>['read'],
  ): FerrymanError | undefined {
    if (mapError(answer, random)) return undefined;
    try {
      read(answer.body);
      return undefined;
    } catch (error) {
      if (error instanceof FerrymanError) return error;
      throw error;
    }
  }

  /** Runs one search per kind of request. Other callers wait for its result. */
  async function searchFor(
    key: string,
    request: PathRequest<unknown>,
    gone: readonly TriedPath[],
  ): Promise<Outcome> {
    const searching = search(request, gone);
    searches.set(key, searching);
    try {
      const outcome = await searching;
      if (outcome.kind === 'found') remember(key, request, outcome.known);
      if (outcome.kind === 'nothing') pauseSearch(key, outcome.failure);
      return outcome;
    } finally {
      searches.delete(key);
    }
  }

  /**
   * A 404 at a path that worked is about this request, unless another path answers it: the known
   * path stays until one is found.
   */
  async function answerTo(key: string, request: PathRequest<unknown>): Promise<HttpAnswer> {
    const gone: TriedPath[] = [];
    let bare: HttpAnswer | undefined;
    for (;;) {
      const known = knownPaths.get(key);
      if (known && gone.every(({ path }) => path !== known.path)) {
        const query = request.queries[known.query] ?? request.queries[0];
        const answer = await callPath(options, request.endpoint, known.path, { query });
        if (standingOf(answer) !== 'not_here') return answer;
        gone.push({ path: known.path, answered: `HTTP ${answer.status}` });
        if (request.notFound && statusOf(answer) === 404) bare = answer;
        continue;
      }
      const running = searches.get(key);
      if (!running) {
        const pause = pauses.get(key);
        const left = pause ? pause.until - now() : 0;
        if (pause && left > 0) {
          if (bare) return bare;
          throw copyOf(pause.failure, left);
        }
        const outcome = await searchFor(key, request, gone);
        if (outcome.kind !== 'nothing') return outcome.answer;
        if (bare) {
          options.logger?.info(
            { host, endpoint: request.endpoint, path: known?.path },
            'routing service path responds with 404',
          );
          return bare;
        }
        throw copyOf(outcome.failure, pauses.get(key)?.length);
      }
      // The service is unavailable to this caller too.
      const outcome = await running;
      if (outcome.kind === 'unproven' && standingOf(outcome.answer) === 'unavailable')
        return outcome.answer;
    }
  }

  return {
    async ask(request) {
      const key = `${request.endpoint} ${Object.keys(request.queries[0]).join(' ')}`;
      const answer = await answerTo(key, request);
      if (request.notFound && standingOf(answer) === 'not_here')
        return request.notFound(answer.body);
      const error = mapError(answer, random);
      if (error && !(answer.status === 404 && reportsNotFound(answer.body))) throw error;
      return request.read(answer.body);
    },
  };
}

async function responseOrFault(call: Promise<HttpAnswer>): Promise<HttpAnswer | FerrymanError> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof FerrymanError && error.code === 'ROUTER_MALFORMED') return error;
    throw error;
  }
}

/** A copy of the failure for another caller. */
function copyOf({ code, message, details }: FerrymanError, retryAfter = 0): FerrymanError {
  return new FerrymanError(code, message, { details, retryAfter: Math.ceil(retryAfter) });
}
