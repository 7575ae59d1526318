import type { z } from 'zod';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import {
  type Endpoint as CommonEndpoint,
  createLearningEndpoint,
  type EndpointOptions,
} from '../../shared/endpoints/endpoint.ts';
import type { SolanaChain } from '../formats/chain.ts';
import { blockhash } from './answers.ts';
import { createRpc, type Question, RpcRefusal } from './json-rpc.ts';
import { mapRefusal } from './map-error.ts';

/** One JSON-RPC endpoint of the chain. */
export interface Endpoint extends CommonEndpoint {
  /**
   * Calls a method. Calls of the same moment share an HTTP request. Throws `RPC_UNAVAILABLE`,
   * `RPC_UNSUPPORTED`, `RPC_MALFORMED`.
   */
  read<Schema extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    answer: Schema,
  ): Promise<z.output<Schema>>;
  /** `sendTransaction` in its own request. Throws `RpcRefusal` and `RPC_UNAVAILABLE`. */
  send(params: readonly unknown[]): Promise<unknown>;
}

/** Calls per HTTP request. The common providers accept at least this many. */
const batchSize = 50;

interface Waiting extends Question {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

export function createEndpoint(
  url: string,
  chain: Pick<SolanaChain, 'name' | 'genesis'>,
  options: EndpointOptions,
): Endpoint {
  const { host } = new URL(url);
  const askRpc = createRpc(url, options);
  const { failed, answered, refused, accept, ...known } = createLearningEndpoint(
    host,
    networkFault,
    options,
  );
  let waiting: Waiting[] = [];

  async function networkFault(): Promise<string | undefined> {
    const genesis = await read('getGenesisHash', [], blockhash);
    if (genesis === chain.genesis) return undefined;
    return `serves the cluster ${genesis}; ${chain.name} is configured as ${chain.genesis}`;
  }

  function ask(question: Question): Promise<unknown> {
    return new Promise((resolve, reject) => {
      waiting.push({ ...question, resolve, reject });
      if (waiting.length === 1) queueMicrotask(flush);
    });
  }

  function flush(): void {
    const batch = waiting;
    waiting = [];
    for (let start = 0; start < batch.length; start += batchSize)
      void askBatch(batch.slice(start, start + batchSize));
  }

  async function askBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const answers = await askRpc(batch);
      batch.forEach(({ resolve }, index) => {
        resolve(answers[index]);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function read<Schema extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    schema: Schema,
  ): Promise<z.output<Schema>> {
    let answer: unknown;
    try {
      answer = await ask({ method, params });
    } catch (error) {
      throw error instanceof FerrymanError ? refused(error) : error;
    }
    if (answer instanceof RpcRefusal) throw refused(mapRefusal(answer, method, host));
    return accept(answer, schema, { method });
  }

  return {
    ...known,
    read,
    async send(params) {
      try {
        const [answer] = await askRpc([{ method: 'sendTransaction', params }]);
        if (answer instanceof RpcRefusal) {
          refused(mapRefusal(answer, 'sendTransaction', host));
          throw answer;
        }
        answered();
        return answer;
      } catch (error) {
        if (error instanceof FerrymanError) refused(error);
        throw error;
      }
    },
  };
}
