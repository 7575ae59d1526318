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
import type { ApprovalCheck, RouterClient } from './router-client.ts';
import {
  approvalAnswer,
  chainsAnswer,
  providersAnswer,
  quoteAnswer,
  statusAnswer,
  transaction,
} from './schemas.ts';
import { type SlippageUnit, tradeRequest } from './trade-request.ts';

/** The service wants the id of a quote of its own, or does not understand the request. */
const refusals: ReadonlySet<unknown> = new Set(['1003', '1004', '1005', '1999']);

/**
 * By which services and their gateways say that there is no such endpoint, or that it takes no such
 * request.
 */
const statuses: ReadonlySet<unknown> = new Set([400, 403, 404, 405, 410, 422, 501]);

/**
 * The service's own code for what it has no other for: with a status of those, a path that it does
 * not know.
 */
const unspecified = '2999';

/**
 * Whether a failed `swapBest` shows that the service does not make swaps in one call. Others say
 * something of the swap.
 */
function refusesSwapBest(error: unknown): error is FerrymanError {
  if (!(error instanceof FerrymanError)) return false;
  if (error.code === 'ROUTER_PATH_NOT_FOUND') return true;
  const { httpStatus, serviceCode } = error.details;
  if (serviceCode === undefined || serviceCode === unspecified) return statuses.has(httpStatus);
  return refusals.has(serviceCode);
}

export interface RouterClientOptions extends CallOptions {
  /** Default `fraction`. */
  slippageUnit?: SlippageUnit;
  /** Default `ferryman`. */
  referrer?: string;
  /**
   * What the service calls the interface's `useServiceContract`. Default: any single member
   * `use…Contract`.
   */
  contractMember?: string;
  /**
   * The public key of a Bitcoin wallet, 33 bytes in hex, by its address: whoever builds a PSBT may
   * want it. Default: it is not told, which a service may refuse.
   */
  publicKeyOf?: (address: string, family: Family) => Promise<string | undefined>;
}

/** Where calls are not counted. */
const uncounted: ReservedCalls = {
  use: () => true,
  require: async () => undefined,
  giveBack: async () => undefined,
};

/**
 * How long a service that does not make swaps in one call is not asked for one, in milliseconds.
 */
const refusalLasts = 600_000;

type Query = Record<string, string>;

/** The routing service over HTTP, every answer checked before anything goes by it. */
export function createRouterClient(options: RouterClientOptions): RouterClient {
  const { contractMember, timeoutMs, publicKeyOf } = options;
  const {
    slippageUnit = 'fraction',
    referrer = 'ferryman',
    now = () => performance.now(),
  } = options;

  const finder = createPathFinder(options);
  const call = createEndpointCaller(options);
  const post = (endpoint: RouterEndpoint, body: unknown, calls?: ReservedCalls) =>
    call(endpoint, { body, calls });
  const get = (endpoint: RouterEndpoint, query: Record<string, string>) =>
    call(endpoint, { query });
  const requestOf = (job: Job): Record<string, unknown> =>
    tradeRequest(job, { slippageUnit, referrer, timeoutMs });

  /**
   * Adds what the quote's request must not have: services that check its members refuse it with
   * more.
   */
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
    // It may be about the swap all the same.
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
    const raw = await asPassing(
      get(endpoint, { fromBlockchain: chain, sourceTransactionHash: txId }),
    );
    return readTransaction(readAnswer(transaction, raw), family);
  }

  return {
    async reserveCalls(count) {
      return options.budget ? options.budget.reserve(await count()) : uncounted;
    },

    async quote(job, calls): Promise<Quote> {
      const raw = await post('quote', requestOf(job), calls);
      const answer = readAnswer(quoteAnswer, raw);
      requireContractMember(answer, contractMember);
      if (answer.tokens) requireDecimals(answer.tokens, job);
      return {
        quoteId: answer.id,
        ...readTrade(answer, job),
        // A deposit is sent, and taken by nobody.
        ...(job.flow === 'wallet' ? readSpender(answer.transaction, job.from.family) : {}),
        raw,
      };
    },

    async swap(job, quoteId, calls) {
      return readSwapData(
        await post('swap', await swapRequest(job, quoteId), calls),
        job,
        contractMember,
      );
    },

    async deposit(job, quoteId, { beforeAsking, calls } = {}) {
      const body = await swapRequest(job, quoteId);
      return readDepositData(
        await call('swap', { body, beforeAsking, calls }),
        job,
        contractMember,
      );
    },

    servesSwapBest: () => now() >= swapBestRefusedUntil,

    async swapBest(job, orderId, calls) {
      const raw = await post('swapBest', await swapRequest(job, orderId), calls).catch(noteRefusal);
      return readSwapData(raw, job, contractMember);
    },

    async status({ quoteId, sourceTxId }): Promise<StatusAnswer> {
      const notFound = (raw: unknown): StatusAnswer => ({ status: 'NOT_FOUND', isBare: true, raw });
      const asked = finder.ask({
        endpoint: 'status',
        queries: statusQueries(quoteId, sourceTxId),
        read: readStatus,
        notFound,
      });
      return asPassing(
        asked.catch((error: unknown) => {
          // It says of the transaction what a bare 404 says: the service does not know it, and the
          // chain may show the payout all the same.
          if (sourceTxId !== undefined && isUnknownHash(error))
            return notFound({ error: error.message });
          throw error;
        }),
      );
    },

    refund: (query) => followUp('refund', query),
    claim: (query) => followUp('claim', query),

    async checkApprove({ token, owner, spender, amount }): Promise<ApprovalCheck> {
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

/** The fullest first: one message of a TON wallet may pay for several orders. */
function statusQueries(id: string | undefined, srcTxHash = ''): [Query, ...Query[]] {
  if (id === undefined) return [{ srcTxHash }];
  return srcTxHash === '' ? [{ id }] : [{ srcTxHash, id }, { srcTxHash }];
}

/** The service's own word for a transaction that it does not know. */
function isUnknownHash(error: unknown): error is FerrymanError {
  return error instanceof FerrymanError && error.details.serviceCode === '3100';
}

function readStatus(raw: unknown): StatusAnswer {
  const { status, destinationTxHash } = readAnswer(statusAnswer, raw);
  return { status, ...(destinationTxHash ? { destinationTxId: destinationTxHash } : {}), raw };
}

/**
 * Decimals were read from the chain at submission: a service that says otherwise means another
 * token or amount.
 */
function requireDecimals(
  tokens: { from: { decimals: number | string }; to: { decimals: number | string } },
  job: Pick<Job, 'from' | 'to'>,
): void {
  const same =
    Number(tokens.from.decimals) === job.from.decimals &&
    Number(tokens.to.decimals) === job.to.decimals;
  if (!same) throw malformed("decimals differ from the tokens' own");
}

/**
 * For calls made while the money is on its way: no answer to them may end a swap, so whatever is
 * thrown is tried again.
 */
async function asPassing<Answer>(call: Promise<Answer>): Promise<Answer> {
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
