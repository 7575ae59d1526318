import type { Job } from '../core/job.ts';
import type { SwapData } from '../ports/router.ts';
import { requireContractMember } from './contract-member.ts';
import { readAnswer } from './malformed.ts';
import { readTrade } from './read-trade.ts';
import { readSpender, readTransaction } from './read-transaction.ts';
import { swapAnswer } from './schemas.ts';

/** An answer of `swap` or `swapBest`. @throws `ROUTER_MALFORMED`; `ROUTER_NO_ROUTE` where the job does not permit the provider */
export function readSwapData(raw: unknown, job: Job, contractMember: string | undefined): SwapData {
  const answer = readAnswer(swapAnswer, raw);
  requireContractMember(answer, contractMember);
  const { srcTokenAddress, srcTokenBlockchain, srcTokenAmount } = answer.quote;
  const { dstTokenAddress, dstTokenBlockchain, fromAddress, receiver } = answer.quote;
  return {
    ...readTrade(answer, job),
    ...readSpender(answer.transaction, job.from.family),
    transaction: readTransaction(answer.transaction, job.from.family),
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
}
