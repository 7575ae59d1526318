import { parseAmount } from '../core/amounts/amounts.ts';
import { type Job, permits } from '../core/swap/job.ts';
import type { DepositData, SwapData } from '../ports/router.ts';
import { requireContractMember } from './contract-member.ts';
import { malformed, readAnswer } from './malformed.ts';
import { readDeposit } from './read-deposit.ts';
import { readTrade } from './read-trade.ts';
import { readSpender, readTransaction, requireNoPermit } from './read-transaction.ts';
import { swapAnswer } from './schemas.ts';
import type { SlippageUnit } from './trade-request.ts';

/** How the service writes its answers. */
export interface AnswerForm {
  /** Default: any single member `use…Contract`. */
  contractMember: string | undefined;
  slippageUnit: SlippageUnit;
}

/**
 * A response of `swap` or `swapBest`.
 * @throws `ROUTER_MALFORMED`; `ROUTER_NO_ROUTE` if the job does not permit the provider
 */
export function readSwapData(raw: unknown, job: Job, form: AnswerForm): SwapData {
  const { transaction, ...terms } = readTerms(raw, job, form);
  const { family } = job.from;
  return {
    ...terms,
    ...readSpender(transaction, family),
    transaction: readTransaction(transaction, family),
  };
}

/**
 * A response of `swap` for a deposit, which needs no allowance.
 * @throws `ROUTER_MALFORMED`
 */
export function readDepositData(raw: unknown, job: Job, form: AnswerForm): DepositData {
  const { transaction, ...terms } = readTerms(raw, { ...job, providers: anyProvider }, form);
  // The order exists by now, so this must not be reported as a missing route.
  if (!permits(job.providers, terms.provider))
    throw malformed(`the order is of ${terms.provider}, which the job does not permit`, 'G06');
  return { ...terms, deposit: readDeposit(transaction, job) };
}

const anyProvider: Job['providers'] = { allow: [], deny: [] };

function readTerms(raw: unknown, job: Job, { contractMember, slippageUnit }: AnswerForm) {
  const answer = readAnswer(swapAnswer, raw);
  requireContractMember(answer, contractMember);
  requireNoPermit(answer);
  requireAmount(answer.quote.srcTokenAmount, job);
  const { srcTokenAddress, srcTokenBlockchain, srcTokenAmount } = answer.quote;
  const { dstTokenAddress, dstTokenBlockchain, fromAddress, receiver, refundAddress } =
    answer.quote;
  return {
    ...readTrade(answer, job, slippageUnit),
    transaction: answer.transaction,
    echo: {
      srcTokenAddress,
      srcTokenBlockchain,
      srcTokenAmount,
      dstTokenAddress,
      dstTokenBlockchain,
      fromAddress,
      receiver,
      ...(refundAddress ? { refundAddress } : {}),
    },
    raw,
  };
}

/** Another amount than the job's is the guard's to find (G06), but not one in another notation. */
function requireAmount(echoed: string, { from }: Pick<Job, 'from'>): void {
  const parsed = parseAmount(echoed, from.decimals);
  if (!parsed.ok && parsed.fault !== 'zero')
    throw malformed('/quote/srcTokenAmount: not an amount of the token', 'G04,G06');
}
