import type { FeedEvent, Job, Swap, SwapBatchAnswer } from '../generated/api.ts';
import { type Caller, type ClientOptions, createCaller, type LooseRequest } from './caller.ts';
import { type FollowOptions, followEvents } from './follow-events.ts';
import { groups } from './groups.ts';
import { type OperationId, operationOf } from './operation.ts';
import type { Answer, CallOptions, Method, Query, RequestOf } from './operation-types.ts';
import { pagesOf } from './pages.ts';
import { type WaitOptions, waitForSwap } from './wait-for-swap.ts';

type Groups = {
  readonly [Group in keyof typeof groups]: {
    readonly [Name in keyof (typeof groups)[Group]]: (typeof groups)[Group][Name] extends infer Id extends
      OperationId
      ? Method<Id>
      : never;
  };
};

/** A job and its key. */
export interface KeyedJob {
  /** 1 to 128 characters. */
  idempotencyKey: string;
  job: Job;
}

interface SwapActs {
  /**
   * Submits up to 1,000 jobs. Each is accepted or refused by itself: look at each result's
   * `outcome`.
   */
  createMany(jobs: readonly KeyedJob[], options?: CallOptions): Promise<SwapBatchAnswer>;
  /**
   * Waits until a swap has ended or needs a person. It survives outages of a service that has
   * answered once. Without a signal it may wait for ever.
   */
  wait(id: string, options?: WaitOptions): Promise<{ swap: Swap }>;
  /**
   * Follows the events of one swap, from its first on. More may come after its end, so leave the
   * loop when you have what you need.
   */
  events(
    id: string,
    query?: Query<'listSwapEvents'>,
    options?: FollowOptions,
  ): AsyncGenerator<FeedEvent, never>;
}

export interface FerrymanClient extends Omit<Groups, 'swaps'> {
  readonly swaps: Groups['swaps'] & SwapActs;
  /**
   * Follows the events of all swaps and wallets from now on, or from `after`: `start`, or the `id`
   * of the last event that you have. It never ends by itself, and connects again where it stood.
   */
  events(query?: Query<'listEvents'>, options?: FollowOptions): AsyncGenerator<FeedEvent, never>;
  /**
   * Makes any call of the API by its `operationId`. A list is one page. Answers are not validated:
   * their types are those of the service of this version.
   */
  call<Id extends OperationId>(
    id: Id,
    ...request: object extends RequestOf<Id> ? [request?: RequestOf<Id>] : [request: RequestOf<Id>]
  ): Promise<Answer<Id>>;
}

/**
 * A client of a Ferryman. It keeps no connection and holds nothing open.
 *
 * Every call rejects with `FerrymanApiError` if the service refuses it, with
 * `FerrymanConnectionError` if no answer comes, and with the signal's reason. A call that failed in
 * passing is repeated, with growing pauses and as `Retry-After` says: reading always, an act only if
 * nothing can be done twice by that.
 *
 * Answers are not validated at run time.
 */
export function createClient(options: ClientOptions): FerrymanClient {
  const caller = createCaller(options);
  const made = Object.fromEntries(
    Object.entries(groups).map(([group, calls]) => [
      group,
      Object.fromEntries(
        Object.entries<OperationId>(calls).map(([name, id]) => [name, methodOf(caller, id)]),
      ),
    ]),
  ) as unknown as Groups;
  const acts: SwapActs = {
    createMany: (swaps, given) =>
      caller.call('createSwaps', { ...given, body: { swaps } }) as Promise<SwapBatchAnswer>,
    wait: (id, given) => waitForSwap(caller, id, given),
    events: (id, query, given) =>
      followEvents(caller, 'listSwapEvents', { ...given, path: { id }, query }, given?.onReset),
  };
  return {
    ...made,
    swaps: { ...made.swaps, ...acts },
    events: (query, given) =>
      followEvents(caller, 'listEvents', { ...given, query }, given?.onReset),
    call: ((id: OperationId, request?: LooseRequest) =>
      caller.call(id, request)) as FerrymanClient['call'],
  };
}

/** Takes the path's parameters, then body or query, then options: `MethodArguments`. */
function methodOf(caller: Caller, id: OperationId) {
  const { params, has } = operationOf(id);
  return (...given: unknown[]) => {
    const path = Object.fromEntries(params.map((name, index) => [name, given[index]]));
    const rest = given.slice(params.length);
    const input = has('body') || has('query') ? rest.shift() : undefined;
    const options = rest[0] as LooseRequest | undefined;
    const request = {
      ...options,
      path,
      ...(has('body') ? { body: input } : { query: input }),
    } as LooseRequest;
    if (!has('pages')) return caller.call(id, request);
    return pagesOf(
      (cursor) =>
        caller.call(id, {
          ...request,
          ...(cursor === undefined ? {} : { query: { ...request.query, cursor } }),
        }) as Promise<{ nextCursor?: string }>,
    );
  };
}
