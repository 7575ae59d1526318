import { describeAmount } from '../../core/amounts/amounts.ts';
import { unsticks } from '../../ports/guard.ts';
import { aboutFee, findingsOf, type Rule, requote } from '../rule.ts';

/**
 * E07. The most that the network can charge, with what a rollup takes beside gas, stays within the
 * chain's cap. Together with the fees that the swap has paid and the fee that the order declares, it
 * stays within the job's maximum. Fees may fall, so the finding is a requote. A cancel, a CPFP child, a
 * refund or a claim frees the job's money, so only the cap applies.
 */
export const networkFee: Rule = {
  id: 'E07',
  check({ maximumFee }, { intent, chain, job, feeSpent }) {
    const declaredFee = intent.kind === 'swap' ? intent.order.declaredFee : 0n;
    const jobMaxFee = unsticks(intent) ? undefined : job.maxFee;
    const fees = feeSpent + maximumFee + declaredFee;
    const show = (amount: bigint): string => describeAmount(amount, chain.nativeToken);
    const paid = feeSpent === 0n ? '' : `, ${show(feeSpent)} of them paid already`;
    return findingsOf(
      maximumFee > chain.maxNetworkFee &&
        aboutFee(
          requote(
            `the network fee may reach ${show(maximumFee)}, above the chain’s cap of ${show(chain.maxNetworkFee)}`,
            { maximumFee, most: chain.maxNetworkFee },
          ),
        ),
      jobMaxFee !== undefined &&
        fees > jobMaxFee &&
        aboutFee(
          requote(
            `the fees may reach ${show(fees)}${paid}, above the job’s maximum of ${show(jobMaxFee)}`,
            {
              feeSpent,
              maximumFee,
              declaredFee,
              most: jobMaxFee,
            },
          ),
        ),
    );
  },
};
