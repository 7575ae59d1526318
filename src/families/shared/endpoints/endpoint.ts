import type { z } from 'zod';
import type { Chain } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { HttpCall } from '../../../ports/http.ts';
import { type EndpointFacts, isResting, restAfter } from './rank-endpoints.ts';

/** What every family's endpoint is known by, whatever it is asked. */
export interface Endpoint {
  /** Without path, query or credentials: fit for logs and evidence. */
  readonly host: string;
  readonly facts: Readonly<EndpointFacts>;
  /**
   * To be called before anything is asked. Checks once a minute, and after a failure, that the
   * chain is the configured one. Throws `RPC_WRONG_CHAIN`.
   */
  verify(): Promise<void>;
  /** Whether it is to be left alone for now, as it has failed. */
  isResting(): boolean;
  /**
   * Takes note of its newest block and that block's time, in milliseconds since the epoch. Returns
   * how old the block is, in milliseconds. Throws `RPC_BEHIND` where other endpoints of the chain
   * are too far ahead, or where the block is older than a chain that lives would have it.
   */
  saw(block: { number: bigint; time: number }): number;
}

export interface EndpointOptions {
  chain: Pick<Chain, 'name' | 'blockTimeMs'>;
  timeoutMs: number;
  fetch: HttpCall;
  now: Clock['now'];
  /** Compares with the other endpoints of the chain. */
  requireNotBehind(endpoint: Pick<Endpoint, 'host' | 'facts'>): void;
}

/** An endpoint that learns from what it is asked. */
export interface LearningEndpoint extends Endpoint {
  /**
   * It failed: it is left alone for a while, and asked again which chain it serves. Returns the
   * error.
   */
  failed(error: FerrymanError): FerrymanError;
  /** It answered, be it with a refusal. */
  answered(): void;
  /**
   * It refused a question of JSON-RPC, or gave no answer to it. A refusal is an answer, as to
   * another question it may say something else; one for too many questions is not. Returns the
   * error.
   */
  refused(error: FerrymanError): FerrymanError;
  /**
   * What it answered, read by a schema. Throws `RPC_MALFORMED`.
   * @param asked the name of the question, under what such names are called
   */
  accept<Schema extends z.ZodType>(
    answer: unknown,
    schema: Schema,
    asked: { method: string } | { path: string },
  ): z.output<Schema>;
}

/**
 * Codes of JSON-RPC that say "too much": EIP-1474's, which on Solana is a node's that is catching
 * up, and the HTTP status that some put there.
 */
const limitCodes: readonly unknown[] = [-32005, 429];

/** Milliseconds for which an endpoint's network is not asked again. */
const verifyEvery = 60_000;

/**
 * However fast blocks come, an endpoint is behind only after this time, in milliseconds: clocks
 * differ, and chains pause.
 */
const leastPatience = 120_000;
/**
 * Block times without a block after which a slow chain's endpoint is behind: ETH, 12 s each, leaves
 * one slot in a hundred empty.
 */
const patientBlocks = 25;

/**
 * @param networkFault asks which network the endpoint serves, and says what is wrong where it is
 *   not the configured one; throws what asking throws, after `failed` was told of it
 */
export function createLearningEndpoint(
  host: string,
  networkFault: () => Promise<string | undefined>,
  { chain, now, requireNotBehind }: EndpointOptions,
): LearningEndpoint {
  /**
   * Until when the network that was read is believed: what answers at an address can change
   * unnoticed.
   */
  let verifiedUntil = 0;
  const facts: EndpointFacts = { failures: 0, restsUntil: 0 };

  function rest(retryAfter?: number): void {
    facts.failures += 1;
    facts.restsUntil = now() + restAfter(facts.failures, retryAfter);
  }

  const endpoint: LearningEndpoint = {
    host,
    facts,
    isResting: () => isResting(facts, now()),
    failed(error) {
      verifiedUntil = 0;
      facts.error = error.code;
      if (!endpoint.isResting()) rest(error.retryAfter);
      return error;
    },
    answered() {
      facts.failures = 0;
      facts.restsUntil = 0;
      delete facts.error;
    },
    refused(error) {
      const { rpcCode } = error.details;
      if (rpcCode === undefined || limitCodes.includes(rpcCode)) return endpoint.failed(error);
      endpoint.answered();
      return error;
    },
    accept(answer, schema, asked) {
      const parsed = schema.safeParse(answer);
      if (!parsed.success) {
        const at = parsed.error.issues[0]?.path.join('.') ?? '';
        const [name] = Object.values(asked);
        const message = `${host} answers ${name} unreadably${at && `, at ${at}`}`;
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
      // Who finds it rested tries it; all others leave it alone until that one knows more.
      if (facts.failures > 0 && !endpoint.isResting()) rest();
      const fault = await networkFault();
      if (fault !== undefined) {
        // That it answered makes it no better.
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

  /** With one endpoint there is no other head to compare with, but a block carries its time. */
  function behind(latest: bigint, age: number): FerrymanError {
    const seconds = Math.round(age / 1_000);
    const message = `${host} is behind: the newest block of ${chain.name} that it has, ${latest}, is ${seconds} s old`;
    return new FerrymanError('RPC_BEHIND', message, {
      details: { host, latest: `${latest}`, seconds },
    });
  }

  return endpoint;
}
