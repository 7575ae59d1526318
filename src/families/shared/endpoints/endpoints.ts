import type { Chain } from '../../../core/swap/chains.ts';
import type { ErrorCode } from '../../../errors/codes.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { EndpointState } from '../../../ports/chain-adapter.ts';
import type { Endpoint, EndpointOptions } from './endpoint.ts';
import { isBehind, lagOf, rankEndpoints } from './rank-endpoints.ts';

/** All endpoints of one chain. */
export interface Endpoints<Known extends Endpoint> {
  /** In the configured order. */
  readonly all: readonly Known[];
  /** In the order to ask them (`rankEndpoints`). */
  inOrder(): readonly Known[];
  /**
   * Runs a multi-request query on one endpoint, so that its answers are consistent. Runs it on the
   * next endpoint if that one fails.
   */
  first<T>(run: (endpoint: Known) => Promise<T>): Promise<T>;
  /**
   * The same with hedged requests, for callers that need a fast answer: if an endpoint has not
   * answered after `hedgeAfter`, the next one is asked too, and the first answer counts.
   */
  hedged<T>(run: (endpoint: Known) => Promise<T>): Promise<T>;
  /** The same for data that only some endpoints may have: the first endpoint that has it. */
  find<T>(run: (endpoint: Known) => Promise<T | undefined>): Promise<T | undefined>;
  /** For operators, in the configured order. Sends no request. */
  states(): EndpointState[];
}

export interface EndpointsOptions<Known extends Endpoint>
  extends Pick<EndpointOptions, 'timeoutMs' | 'fetch' | 'now'> {
  chain: Pick<Chain, 'name' | 'blockTimeMs'>;
  /** In order of preference. */
  rpcUrls: readonly string[];
  create(url: string, options: EndpointOptions): Known;
  /** Reads the newest block and records it at the endpoint. */
  readHead(endpoint: Known): Promise<unknown>;
}

/** Faults of an endpoint: another endpoint may answer. */
const endpointFaults: ReadonlySet<ErrorCode> = new Set([
  'RPC_UNAVAILABLE',
  'RPC_UNSUPPORTED',
  'RPC_MALFORMED',
  'RPC_WRONG_CHAIN',
  'RPC_BEHIND',
]);

/**
 * Milliseconds without an answer after which a hedged request goes to the next endpoint as well.
 */
const hedgeAfter = 400;

/**
 * Milliseconds between two reads of a spare endpoint's head; at least one block time. Spare
 * endpoints are read only while others are in use.
 */
const refreshEvery = 6_000;

/** Private relays. They are not compared with one another, because nothing is read from them. */
export function createRelays<Known extends Endpoint>({
  broadcastUrls = [],
  ...options
}: Omit<EndpointsOptions<Known>, 'rpcUrls' | 'readHead'> & {
  broadcastUrls: readonly string[] | undefined;
}): readonly Known[] {
  return broadcastUrls.map((url) =>
    options.create(url, { ...options, requireNotBehind: () => undefined }),
  );
}

export function createEndpoints<Known extends Endpoint>(
  options: EndpointsOptions<Known>,
): Endpoints<Known> {
  const { chain, rpcUrls, now, create, readHead } = options;
  if (rpcUrls.length === 0)
    throw new FerrymanError('CONFIG_INVALID', `${chain.name} has no endpoint`);
  const all: readonly Known[] = rpcUrls.map((url) => create(url, { ...options, requireNotBehind }));
  const refreshedAt = new Map<Known, number>();
  const factsOfAll = () => all.map(({ facts }) => facts);
  const lag = ({ facts }: Pick<Endpoint, 'facts'>) =>
    lagOf(facts, factsOfAll(), now(), chain.blockTimeMs);
  const inOrder = (): Known[] => rankEndpoints(all, now(), chain.blockTimeMs);

  function requireNotBehind(endpoint: Pick<Endpoint, 'host' | 'facts'>): void {
    if (!isBehind(endpoint.facts, factsOfAll(), now(), chain.blockTimeMs)) return;
    const { host } = endpoint;
    const blocks = lag(endpoint);
    throw new FerrymanError(
      'RPC_BEHIND',
      `${host} is ${blocks} blocks of ${chain.name} behind another endpoint`,
      {
        details: { host, blocks: `${blocks}` },
      },
    );
  }

  /**
   * Keeps the facts about spare endpoints fresh before they are needed: one at a time, in the
   * background.
   */
  function refreshOne([, ...spare]: readonly Known[]): void {
    const time = now();
    const isDue = (endpoint: Known): boolean => {
      const asked = Math.max(refreshedAt.get(endpoint) ?? 0, endpoint.facts.head?.at ?? 0);
      return time - asked >= Math.max(refreshEvery, chain.blockTimeMs) && !endpoint.isBackingOff();
    };
    const due = spare.find(isDue);
    if (!due) return;
    refreshedAt.set(due, time);
    // A fault is recorded in the endpoint's facts.
    void askOne(due, readHead);
  }

  /**
   * Asks the next endpoint if one fails or its answer is not wanted. Falls back to the first
   * unwanted answer.
   */
  async function search<T>(
    run: (endpoint: Known) => Promise<T>,
    isWanted: (value: T) => boolean,
  ): Promise<T> {
    const order = inOrder();
    refreshOne(order);
    let fallback: { value: T } | undefined;
    let firstFault: FerrymanError | undefined;
    for (const endpoint of order) {
      if (fallback && endpoint.isBackingOff()) break;
      const result = await askOne(endpoint, run);
      if (result.ok && isWanted(result.value)) return result.value;
      if (result.ok) fallback ??= result;
      else firstFault ??= result.fault;
    }
    if (fallback) return fallback.value;
    throw firstFault ?? new FerrymanError('RPC_UNAVAILABLE', `${chain.name} has no endpoint`);
  }

  /** Only the first answer counts. Later ones still update the facts about their endpoints. */
  function hedged<T>(run: (endpoint: Known) => Promise<T>): Promise<T> {
    const [...left] = inOrder();
    return new Promise((resolve, reject) => {
      let underWay = 0;
      let firstFault: FerrymanError | undefined;
      let timer: NodeJS.Timeout | undefined;
      let isOver = false;
      const end = (settle: () => void): void => {
        isOver = true;
        clearTimeout(timer);
        settle();
      };
      const askNext = (): void => {
        clearTimeout(timer);
        const endpoint = left.shift();
        if (!endpoint) {
          if (underWay === 0) end(() => reject(firstFault));
          return;
        }
        underWay += 1;
        timer = setTimeout(askNext, hedgeAfter);
        askOne(endpoint, run).then(
          (result) => {
            underWay -= 1;
            if (isOver) return;
            if (result.ok) return end(() => resolve(result.value));
            firstFault ??= result.fault;
            askNext();
          },
          (error: unknown) => end(() => reject(error)),
        );
      };
      askNext();
    });
  }

  return {
    all,
    inOrder,
    hedged,
    first: (run) => search(run, () => true),
    find: (run) => search(run, (value) => value !== undefined),
    states() {
      const [used] = inOrder();
      return all.map((endpoint) => ({
        host: endpoint.host,
        used: endpoint === used,
        ...(endpoint.facts.head ? { latest: endpoint.facts.head.latest } : {}),
        lag: lag(endpoint),
        ...(endpoint.facts.error
          ? { error: endpoint.facts.error, failures: endpoint.facts.failures }
          : {}),
      }));
    },
  };
}

/** Runs a query on one endpoint. Endpoint faults are returned; other errors are thrown. */
export async function askOne<Known extends Endpoint, T>(
  endpoint: Known,
  run: (endpoint: Known) => Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; fault: FerrymanError }> {
  try {
    await endpoint.verify();
    return { ok: true, value: await run(endpoint) };
  } catch (error) {
    if (error instanceof FerrymanError && endpointFaults.has(error.code))
      return { ok: false, fault: error };
    throw error;
  }
}
