import type { Job } from '../core/job.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Quote, Router, StatusAnswer, SwapData } from '../ports/router.ts';
import { malformed, readAnswer } from './malformed.ts';
import { mapError } from './map-error.ts';
import { readTrade } from './read-trade.ts';
import { readSpender, readTransaction } from './read-transaction.ts';
import { requestJson } from './request-json.ts';
import { quoteAnswer, statusAnswer, swapAnswer } from './schemas.ts';
import { type SlippageUnit, tradeRequest } from './trade-request.ts';

export interface RouterClientOptions {
  /** Such as `https://router.example`; the paths are appended. */
  baseUrl: string;
  apiKey?: string;
  /** Default `apikey`. */
  apiKeyHeader?: string;
  /** Default `/api/routes/quoteBest`, `/api/routes/swap`, `/api/routes/status`. */
  paths?: { quote?: string; swap?: string; status?: string };
  /** Default `fraction`. */
  slippageUnit?: SlippageUnit;
  /** Default `ferryman`. */
  referrer?: string;
  /** For one call, in milliseconds. */
  timeoutMs: number;
  /** Largest answer that is read, in decoded bytes. Default 1 MiB. */
  maxBytes?: number;
  fetch?: typeof fetch;
}

/**
 * The routing service over HTTP. Nothing is tried twice here: the state machine decides about the next call, going by the
 * `next` and `retryAfter` of what is thrown.
 */
export function createRouterClient(options: RouterClientOptions): Router {
  const { baseUrl, apiKey, apiKeyHeader = 'apikey', timeoutMs } = options;
  const { slippageUnit = 'fraction', referrer = 'ferryman', maxBytes = 1_048_576 } = options;
  const paths = {
    quote: '/api/routes/quoteBest',
    swap: '/api/routes/swap',
    status: '/api/routes/status',
    ...options.paths,
  };

  async function call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
    const answer = await requestJson({
      url: `${baseUrl.replace(/\/+$/, '')}${path}`,
      method,
      headers: apiKey === undefined ? {} : { [apiKeyHeader]: apiKey },
      ...(body === undefined ? {} : { body }),
      timeoutMs,
      maxBytes,
      fetch: options.fetch ?? fetch,
    });
    const error = mapError(answer);
    if (error) throw error;
    return answer.body;
  }

  const requestOf = (job: Job): Record<string, unknown> => tradeRequest(job, { slippageUnit, referrer, timeoutMs });

  return {
    async quote(job): Promise<Quote> {
      const raw = await call('POST', paths.quote, requestOf(job));
      const answer = readAnswer(quoteAnswer, raw);
      if (answer.tokens) requireDecimals(answer.tokens, job);
      return { quoteId: answer.id, ...readTrade(answer, job), ...readSpender(answer.transaction), raw };
    },

    async swap(job, quoteId): Promise<SwapData> {
      const raw = await call('POST', paths.swap, { ...requestOf(job), id: quoteId });
      const answer = readAnswer(swapAnswer, raw);
      const { srcTokenAddress, srcTokenBlockchain, srcTokenAmount } = answer.quote;
      const { dstTokenAddress, dstTokenBlockchain, fromAddress, receiver } = answer.quote;
      return {
        ...readTrade(answer, job),
        ...readSpender(answer.transaction),
        transaction: readTransaction(answer.transaction),
        echo: {
          srcTokenAddress,
          srcTokenBlockchain,
          srcTokenAmount,
          dstTokenAddress,
          dstTokenBlockchain,
          fromAddress,
          receiver,
        },
        raw,
      };
    },

    async status({ sourceTxId }): Promise<StatusAnswer> {
      const query = new URLSearchParams({ srcTxHash: sourceTxId });
      const raw = await call('GET', `${paths.status}?${query}`).catch(asPassing);
      const { status, destinationTxHash } = readAnswer(statusAnswer, raw);
      return { status, ...(destinationTxHash ? { destinationTxId: destinationTxHash } : {}), raw };
    },
  };
}

/** Decimals were read from the chain at submission: a service that says otherwise means another token or amount. */
function requireDecimals(
  tokens: { from: { decimals: number | string }; to: { decimals: number | string } },
  job: Pick<Job, 'from' | 'to'>,
): void {
  const same = Number(tokens.from.decimals) === job.from.decimals && Number(tokens.to.decimals) === job.to.decimals;
  if (!same) throw malformed("decimals differ from the tokens' own");
}

/** The money is on its way when a status is asked for: no answer to that question may end a swap. */
function asPassing(error: unknown): never {
  if (!(error instanceof FerrymanError) || error.next === 'retry') throw error;
  const { code, message, details, retryAfter } = error;
  throw new FerrymanError(code, message, {
    cause: error,
    next: 'retry',
    details,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}
