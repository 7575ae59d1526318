import { FerrymanError } from '../errors/ferryman-error.ts';
import type { RouterEndpoint } from '../ports/router.ts';
import { type CallOptions, callPath } from './call-path.ts';
import { endpoints } from './endpoints.ts';
import { mapError, statusOf } from './map-error.ts';
import { pathNotFound, type TriedPath } from './path-not-found.ts';
import type { HttpAnswer } from './request-json.ts';
import { reportsNotFound, standingOf } from './standing-of.ts';

type Query = Readonly<Record<string, string>>;

/** A question to an endpoint that services have at several paths. */
interface Question<Answer> {
  endpoint: RouterEndpoint;
  /** The same question with the parameters that a service may take, the fullest first. */
  queries: readonly [Query, ...Query[]];
  /** Reads the body of an answer. @throws `ROUTER_MALFORMED` */
  read: (body: unknown) => Answer;
  /**
   * The answer that a bare 404 is at a path that has answered other questions of the kind. Absent:
   * it is none.
   */
  notFound?: (body: unknown) => Answer;
}

export interface PathFinder {
  /**
   * Makes one call at the path that is known to answer this kind of question. If there is none, or
   * it is gone, it tries the endpoint's known paths in turn. Each takes a call from the budget.
   * @throws `ROUTER_PATH_NOT_FOUND` if the service answers at none of them and never has; else as
   *   one call
   */
  ask<Answer>(question: Question<Answer>): Promise<Answer>;
}

/** Where a kind of question is answered: the path, and with which of its queries. */
interface Way {
  path: string;
  query: number;
}

type Outcome =
  | { kind: 'found'; answer: HttpAnswer; way: Way }
  /** An answer that says nothing of the path. */
  | { kind: 'unproven'; answer: HttpAnswer }
  | { kind: 'nothing'; failure: FerrymanError };

/** After a search that found nothing, in milliseconds; the pause doubles with each further one. */
const firstPause = 5_000;
const longestPause = 300_000;

interface Pause {
  until: number;
  length: number;
  failure: FerrymanError;
}

/**
 * Finds the path at which a service answers an endpoint, and remembers it until the process ends.
 */
export function createPathFinder(options: CallOptions): PathFinder {
  const { random = Math.random, now = () => performance.now() } = options;
  const { host } = new URL(options.baseUrl);
  const ways = new Map<string, Way>();
  const searches = new Map<string, Promise<Outcome>>();
  const pauses = new Map<string, Pause>();
  const logged = new Map<string, string>();

  function remember(key: string, { endpoint, queries }: Question<unknown>, way: Way): void {
    ways.set(key, way);
    pauses.delete(key);
    if (logged.get(key) === way.path) return;
    logged.set(key, way.path);
    const query = Object.keys(queries[way.query] ?? {});
    options.logger?.info({ host, endpoint, path: way.path, query }, 'routing service path found');
  }

  function giveUp(key: string, failure: FerrymanError): void {
    const before = pauses.get(key)?.length ?? firstPause / 2;
    const length = Math.min(2 * before, longestPause);
    pauses.set(key, { until: now() + length, length, failure });
  }

  /**
   * In the order of the tries: paths that answer other questions, the configured one, then the
   * others.
   */
  function pathsOf(endpoint: RouterEndpoint): string[] {
    const proven = [...ways]
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
    { endpoint, queries, read }: Question<unknown>,
    gone: readonly TriedPath[],
  ): Promise<Outcome> {
    const tried = [...gone];
    let paths = pathsOf(endpoint).filter((path) => gone.every((one) => one.path !== path));
    let unclear: HttpAnswer | undefined;
    let refusal: FerrymanError | undefined;
    for (const [index, query] of queries.entries()) {
      const strict: string[] = [];
      for (const path of paths) {
        const answer = await unlessUnreadable(callPath(options, endpoint, path, { query }));
        tried.push({ path, answered: answer ? `HTTP ${answer.status}` : 'unreadable' });
        if (!answer) continue;
        switch (standingOf(answer)) {
          case 'answers': {
            const fault = faultOf(answer, read);
            if (!fault) return { kind: 'found', answer, way: { path, query: index } };
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

  /** Why a 2xx cannot be used. An error in the service's own form is an answer, not a fault. */
  function faultOf(answer: HttpAnswer, read: Question<unknown>['read']): FerrymanError | undefined {
    if (mapError(answer, random)) return undefined;
    try {
      read(answer.body);
      return undefined;
    } catch (error) {
      if (error instanceof FerrymanError) return error;
      throw error;
    }
  }

  /** Searches for a kind of question, one search at a time. Other callers wait for its result. */
  async function searchFor(
    key: string,
    question: Question<unknown>,
    gone: readonly TriedPath[],
  ): Promise<Outcome> {
    const searching = search(question, gone);
    searches.set(key, searching);
    try {
      const outcome = await searching;
      if (outcome.kind === 'found') remember(key, question, outcome.way);
      if (outcome.kind === 'nothing') giveUp(key, outcome.failure);
      return outcome;
    } finally {
      searches.delete(key);
    }
  }

  /**
   * A 404 where others were answered is about this question alone, unless another path answers it:
   * the known path stays until one is found.
   */
  async function answerTo(key: string, question: Question<unknown>): Promise<HttpAnswer> {
    const gone: TriedPath[] = [];
    let bare: HttpAnswer | undefined;
    for (;;) {
      const way = ways.get(key);
      if (way && gone.every(({ path }) => path !== way.path)) {
        const query = question.queries[way.query] ?? question.queries[0];
        const answer = await callPath(options, question.endpoint, way.path, { query });
        if (standingOf(answer) !== 'not_here') return answer;
        gone.push({ path: way.path, answered: `HTTP ${answer.status}` });
        if (question.notFound && statusOf(answer) === 404) bare = answer;
        continue;
      }
      const running = searches.get(key);
      if (!running) {
        const pause = pauses.get(key);
        const left = pause ? pause.until - now() : 0;
        if (pause && left > 0) {
          if (bare) return bare;
          throw again(pause.failure, left);
        }
        const outcome = await searchFor(key, question, gone);
        if (outcome.kind !== 'nothing') return outcome.answer;
        if (bare) {
          options.logger?.info(
            { host, endpoint: question.endpoint, path: way?.path },
            'routing service path answers 404',
          );
          return bare;
        }
        throw again(outcome.failure, pauses.get(key)?.length);
      }
      // A service that is unavailable to one caller is so to all.
      const outcome = await running;
      if (outcome.kind === 'unproven' && standingOf(outcome.answer) === 'unavailable')
        return outcome.answer;
    }
  }

  return {
    async ask(question) {
      const key = `${question.endpoint} ${Object.keys(question.queries[0]).join(' ')}`;
      const answer = await answerTo(key, question);
      if (question.notFound && standingOf(answer) === 'not_here')
        return question.notFound(answer.body);
      const error = mapError(answer, random);
      if (error && !(answer.status === 404 && reportsNotFound(answer.body))) throw error;
      return question.read(answer.body);
    },
  };
}

async function unlessUnreadable(call: Promise<HttpAnswer>): Promise<HttpAnswer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof FerrymanError && error.code === 'ROUTER_MALFORMED') return undefined;
    throw error;
  }
}

/** The same failure, for another caller. */
function again({ code, message, details }: FerrymanError, retryAfter = 0): FerrymanError {
  return new FerrymanError(code, message, { details, retryAfter: Math.ceil(retryAfter) });
}
