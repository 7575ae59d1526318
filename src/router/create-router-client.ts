import { formatAmount } from '../core/amounts/amounts.ts';
import { type Family, formatsOf } from '../core/swap/chains.ts';
import type { Job } from '../core/swap/job.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ReservedCalls } from '../ports/call-budget.ts';
import type { Quote, RouterEndpoint, SourceTransaction, StatusAnswer } from '../ports/router.ts';
import type { CallOptions } from './call-path.ts';
import { requireContractMember } from './contract-member.ts';
import { createEndpointCaller } from './create-endpoint-caller.ts';
import { createPathFinder } from './create-path-finder.ts';
import { malformed, readAnswer } from './malformed.ts';
import { readDepositData, readSwapData } from './read-swap-data.ts';
import { readTrade } from './read-trade.ts';
import { readSpender, readTransaction } from './read-transaction.ts';
import type { ApproveCheck, RouterClient } from './router-client.ts';
import {
  approvalAnswer,
  chainsAnswer,
  providersAnswer,
  quoteAnswer,
  statusAnswer,
  transaction,
} from './schemas.ts';
import { type SlippageUnit, tradeRequest } from './trade-request.ts';

/** Service codes for a required quote id, or for a request that the service does not understand. */
const refusals: ReadonlySet<unknown> = new Set(['1003', '1004', '1005', '1999']);

/** HTTP statuses by which services and gateways refuse an endpoint or its request. */
const statuses: ReadonlySet<unknown> = new Set([400, 403, 404, 405, 410, 422, 501]);

/** The service's catch-all code: with one of those statuses, it means an unknown path. */
const unspecified = '2999';

/**
 * Whether a failed `swapBest` shows that the service has no swaps in one call. Other errors concern
 * the swap.
 */
function refusesSwapBest(error: unknown): error is FerrymanError {
  if (!(error instanceof FerrymanError)) return false;
  if (error.code === 'ROUTER_PATH_NOT_FOUND') return true;
  const { httpStatus, serviceCode } = error.details;
  if (serviceCode === undefined || serviceCode === unspecified) return statuses.has(httpStatus);
  return refusals.has(serviceCode);
}

export interface RouterClientOptions extends CallOptions {
  /** Default: `fraction`. */
  slippageUnit?: SlippageUnit;
  /** Default: `ferryman`. */
  referrer?: string;
  /**
   * The service's name for the interface's `useServiceContract`. Default: any single member
   * `use…Contract`.
   */
  contractMember?: string;
  /**
   * The public key of a Bitcoin address, 33 bytes in hex, which PSBT builders may need. Default:
   * not sent, which a service may refuse.
   */
  publicKeyOf?: (address: string, family: Family) => Promise<string | undefined>;
}

/** Without a budget. */
const uncounted: ReservedCalls = {
  use: () => true,
  require: async () => undefined,
  giveBack: async () => undefined,
};

/** Milliseconds for which `swapBest` is not called again after a refusal. */
const refusalLasts = 600_000;

type Query = Record<string, string>;

/** The routing service over HTTP. Every response is validated before use. */
export function createRouterClient(options: RouterClientOptions): RouterClient {
  const { contractMember, timeoutMs, publicKeyOf } = options;
  const {
    slippageUnit = 'fraction',
    referrer = 'ferryman',
    now = () => performance.now(),
  } = options;

  const form = { contractMember, slippageUnit };

  const finder = createPathFinder(options);
  const call = createEndpointCaller(options);
  const post = (endpoint: RouterEndpoint, body: unknown, calls?: ReservedCalls) =>
    call(endpoint, { body, calls });
  const get = (endpoint: RouterEndpoint, query: Record<string, string>) =>
    call(endpoint, { query });
  const requestOf = (job: Job): Record<string, unknown> =>
    tradeRequest(job, { slippageUnit, referrer, timeoutMs });

  /** Adds members that a quote request must not have: strict services would refuse it. */
  async function swapRequest(job: Job, quoteId: string): Promise<Record<string, unknown>> {
    const { ordersNamePublicKey } = formatsOf(job.from.family);
    const publicKey = ordersNamePublicKey
      ? await publicKeyOf?.(job.wallet.address, job.from.family)
      : undefined;
    return {
      ...requestOf(job),
      id: quoteId,
      refundAddress: job.refundAddress,
      ...(publicKey === undefined ? {} : { publicKey }),
    };
  }

  let swapBestRefusedUntil = Number.NEGATIVE_INFINITY;

  function noteRefusal(error: unknown): never {
    if (!refusesSwapBest(error)) throw error;
    swapBestRefusedUntil = now() + refusalLasts;
    const { code, details } = error;
    options.logger?.info(
      { host: new URL(options.baseUrl).host, code },
      'routing service makes no swaps in one call',
    );
    // The refusal may concern this swap.
    if (code === 'ROUTER_REFUSED') throw error;
    throw new FerrymanError(
      'ROUTER_PATH_NOT_FOUND',
      `the routing service makes no swaps in one call: ${error.message}`,
      {
        cause: error,
        details,
      },
    );
  }

  async function followUp(
    endpoint: 'refund' | 'claim',
    { chain, txId, family }: SourceTransaction,
  ) {
    const raw = await asRetryable(
      get(endpoint, { fromBlockchain: chain, sourceTransactionHash: txId }),
    );
    return readTransaction(readAnswer(transaction, raw), family);
  }

  return {
    async reserveCalls(count, kind = 'execution') {
      return options.budget ? options.budget.reserve(await count(), kind) : uncounted;
    },

    async quote(job, calls): Promise<Quote> {
      const raw = await post('quote', requestOf(job), calls);
      const answer = readAnswer(quoteAnswer, raw);
      requireContractMember(answer, contractMember);
      if (answer.tokens) requireDecimals(answer.tokens, job);
      return {
        quoteId: answer.id,
        ...readTrade(answer, job, slippageUnit),
        // A deposit is a plain payment: it needs no allowance.
        ...(job.flow === 'wallet' ? readSpender(answer.transaction, job.from.family) : {}),
        raw,
      };
    },

    async swap(job, quoteId, calls) {
      return readSwapData(await post('swap', await swapRequest(job, quoteId), calls), job, form);
    },

    async deposit(job, quoteId, { beforeAsking, calls } = {}) {
      const body = await swapRequest(job, quoteId);
      return readDepositData(await call('swap', { body, beforeAsking, calls }), job, form);
    },

    servesSwapBest: () => now() >= swapBestRefusedUntil,

    async swapBest(job, orderId, calls) {
      const raw = await post('swapBest', await swapRequest(job, orderId), calls).catch(noteRefusal);
      return readSwapData(raw, job, form);
    },

    async status({ quoteId, sourceTxId }): Promise<StatusAnswer> {
      const notFound = (raw: unknown): StatusAnswer => ({ status: 'NOT_FOUND', isBare: true, raw });
      const response = finder.ask({
        endpoint: 'status',
        queries: statusQueries(quoteId, sourceTxId),
        read: readStatus,
        notFound,
      });
      return asRetryable(
        response.catch((error: unknown) => {
          // Same as a bare 404: the service does not know the transaction; the chain may still show
          // the payout.
          if (sourceTxId !== undefined && isUnknownHash(error))
            return notFound({ error: error.message });
          throw error;
        }),
      );
    },

    refund: (query) => followUp('refund', query),
    claim: (query) => followUp('claim', query),

    async checkApprove({ token, owner, spender, amount }): Promise<ApproveCheck> {
      const raw = await get('checkApprove', {
        blockchain: token.chain,
        tokenAddress: token.token,
        walletAddress: owner,
        spenderAddress: spender,
        amount: formatAmount(amount, token.decimals),
      });
      const answer = readAnswer(approvalAnswer, raw);
      const message = answer.message ?? '';
      return answer.needApprove
        ? {
            needed: true,
            message,
            transaction: readTransaction(answer.transaction ?? {}, token.family),
          }
        : { needed: false, message };
    },

    async providers() {
      return readAnswer(providersAnswer, await get('providers', {}));
    },

    async chains({ includeTestnets = false } = {}) {
      const read = (body: unknown) => readAnswer(chainsAnswer, body);
      return finder.ask({
        endpoint: 'chains',
        queries: [{ includeTestnets: String(includeTestnets) }],
        read,
      });
    },
  };
}

/** The fullest first: one message of a TON wallet may pay several orders. */
function statusQueries(id: string | undefined, srcTxHash = ''): [Query, ...Query[]] {
  if (id === undefined) return [{ srcTxHash }];
  return srcTxHash === '' ? [{ id }] : [{ srcTxHash, id }, { srcTxHash }];
}

/** The service's code for an unknown transaction. */
function isUnknownHash(error: unknown): error is FerrymanError {
  return error instanceof FerrymanError && error.details.serviceCode === '3100';
}

function readStatus(raw: unknown): StatusAnswer {
  const { status, destinationTxHash } = readAnswer(statusAnswer, raw);
  return { status, ...(destinationTxHash ? { destinationTxId: destinationTxHash } : {}), raw };
}

/**
 * Decimals were read from the chain at submission: a service with others means another token or
 * amount.
 */
function requireDecimals(
  tokens: { from: { decimals: number | string }; to: { decimals: number | string } },
  job: Pick<Job, 'from' | 'to'>,
): void {
  const same =
    Number(tokens.from.decimals) === job.from.decimals &&
    Number(tokens.to.decimals) === job.to.decimals;
  if (!same) throw malformed("decimals differ from the tokens' own", 'G08');
}

/**
 * For calls while money is in flight: no response may end the swap, so every error becomes a retry.
 */
async function asRetryable<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof FerrymanError) || error.next === 'retry') throw error;
    const { code, message, details, retryAfter } = error;
    throw new FerrymanError(code, message, {
      cause: error,
      next: 'retry',
      details,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  }
}
