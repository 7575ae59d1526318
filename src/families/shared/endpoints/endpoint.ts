import type { z } from 'zod';
import type { Chain } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { HttpCall } from '../../../ports/http.ts';
import { isOverload } from './overload.ts';
import { backoffAfter, type EndpointFacts, isBackingOff } from './rank-endpoints.ts';

/** What the endpoints of every family have in common. */
export interface Endpoint {
  /** Without path, query or credentials: safe for logs and evidence. */
  readonly host: string;
  readonly facts: Readonly<EndpointFacts>;
  /**
   * Call this before any request. Checks once a minute, and after a failure, that the endpoint
   * serves the configured chain. Throws `RPC_WRONG_CHAIN`.
   */
  verify(): Promise<void>;
  /** Whether the endpoint failed recently. It is then asked only if the others fail. */
  isBackingOff(): boolean;
  /**
   * Records the endpoint's newest block and its timestamp, in milliseconds since the epoch. Returns
   * the age of the block in milliseconds. Throws `RPC_BEHIND` if other endpoints are too far ahead,
   * or if the block is too old for a chain that produces blocks.
   */
  saw(block: { number: bigint; time: number }): number;
}

export interface EndpointOptions {
  chain: Pick<Chain, 'name' | 'blockTimeMs'>;
  timeoutMs: number;
  fetch: HttpCall;
  now: Clock['now'];
  /** Compares with the chain's other endpoints. Throws `RPC_BEHIND`. */
  requireNotBehind(endpoint: Pick<Endpoint, 'host' | 'facts'>): void;
}

/** An endpoint that records the outcome of each request. */
export interface LearningEndpoint extends Endpoint {
  /**
   * Records a failure: the endpoint backs off, and its chain is checked again. Returns the error.
   */
  failed(error: FerrymanError): FerrymanError;
  /** Records an answer, which may be a refusal. */
  answered(): void;
  /**
   * Records a JSON-RPC error or a missing answer. A refusal counts as an answer, because the
   * endpoint may answer other requests; a rate limit counts as a failure. Returns the error.
   */
  refused(error: FerrymanError): FerrymanError;
  /**
   * Parses an answer. Throws `RPC_MALFORMED`.
   * @param asked the method or path, as it appears in the error's details
   */
  accept<Schema extends z.ZodType>(
    answer: unknown,
    schema: Schema,
    asked: { method: string } | { path: string },
  ): z.output<Schema>;
}

/** Milliseconds between two checks of an endpoint's network. */
const verifyEvery = 60_000;

/**
 * Minimum age of the newest block, in milliseconds, before an endpoint counts as behind: clocks
 * differ, and chains pause.
 */
const leastPatience = 120_000;
/**
 * Block times without a block after which the endpoint of a slow chain counts as behind. On ETH (12
 * s) one slot in a hundred is empty.
 */
const patientBlocks = 25;

/**
 * @param networkFault asks which network the endpoint serves. Returns what is wrong if it is not
 *   the configured one. If the request fails, calls `failed` and throws
 */
export function createLearningEndpoint(
  host: string,
  networkFault: () => Promise<string | undefined>,
  { chain, now, requireNotBehind }: EndpointOptions,
): LearningEndpoint {
  /** Until when the last check of the network is valid: another node may take over the URL. */
  let verifiedUntil = 0;
  const facts: EndpointFacts = { failures: 0, backoffUntil: 0 };

  function backOff(retryAfter?: number): void {
    facts.failures += 1;
    facts.backoffUntil = now() + backoffAfter(facts.failures, retryAfter);
  }

  const endpoint: LearningEndpoint = {
    host,
    facts,
    isBackingOff: () => isBackingOff(facts, now()),
    failed(error) {
      verifiedUntil = 0;
      facts.error = error.code;
      if (!endpoint.isBackingOff()) backOff(error.retryAfter);
      return error;
    },
    answered() {
      facts.failures = 0;
      facts.backoffUntil = 0;
      delete facts.error;
    },
    refused(error) {
      const { rpcCode } = error.details;
      const isLimit =
        error.code === 'RPC_UNAVAILABLE' &&
        isOverload({ code: rpcCode, text: error.message.replaceAll(host, '') });
      if (rpcCode === undefined || isLimit) return endpoint.failed(error);
      endpoint.answered();
      return error;
    },
    accept(answer, schema, asked) {
      const parsed = schema.safeParse(answer);
      if (!parsed.success) {
        const at = parsed.error.issues[0]?.path.join('.') ?? '';
        const [name] = Object.values(asked);
        const message = `${host} sent an unreadable answer to ${name}${at && `, at ${at}`}`;
        throw endpoint.failed(
          new FerrymanError('RPC_MALFORMED', message, { details: { host, ...asked } }),
        );
      }
      endpoint.answered();
      return parsed.data;
    },
    async verify() {
      if (now() < verifiedUntil) return;
      const { failures } = facts;
      // The first caller after the backoff tries the endpoint. The others skip it until that try
      // ends.
      if (facts.failures > 0 && !endpoint.isBackingOff()) backOff();
      const fault = await networkFault();
      if (fault !== undefined) {
        // An answer from the wrong network does not clear the failures.
        facts.failures = failures;
        throw endpoint.failed(
          new FerrymanError('RPC_WRONG_CHAIN', `${host} ${fault}`, { details: { host } }),
        );
      }
      verifiedUntil = now() + verifyEvery;
    },
    saw({ number: latest, time }) {
      const at = now();
      const age = at - time;
      facts.head = { latest, at, age };
      requireNotBehind(endpoint);
      if (age > Math.max(leastPatience, patientBlocks * chain.blockTimeMs))
        throw behind(latest, age);
      return age;
    },
  };

  /** Also detects a lag without a second endpoint: the block carries its own time. */
  function behind(latest: bigint, age: number): FerrymanError {
    const seconds = Math.round(age / 1_000);
    const message = `${host} is behind: its newest block of ${chain.name}, ${latest}, is ${seconds} s old`;
    return new FerrymanError('RPC_BEHIND', message, {
      details: { host, latest: `${latest}`, seconds },
    });
  }

  return endpoint;
}
