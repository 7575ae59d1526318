import { describeAmount } from '../../core/amounts/amounts.ts';
import { unsticks } from '../../ports/guard.ts';
import { aboutFee, findingsOf, type Rule, requote } from '../rule.ts';

/**
 * E07. The most that the network can charge stays within the chain's cap and, with what the swap
 * has paid already and the fee that the order declares, within the job's maximum. Fees fall again,
 * so this asks to requote. Only the cap binds a cancel, a CPFP child, a refund and a claim: they
 * exist to free the job's money.
 */
export const networkFee: Rule = {
  id: 'E07',
  check({ maximumFee }, { intent, chain, job, feeSpent }) {
    const declaredFee = intent.kind === 'swap' ? intent.order.declaredFee : 0n;
    const jobMost = unsticks(intent) ? undefined : job.maxFee;
    const fees = feeSpent + maximumFee + declaredFee;
    const tell = (amount: bigint): string => describeAmount(amount, chain.nativeToken);
    const paid = feeSpent === 0n ? '' : `, ${tell(feeSpent)} of them paid already`;
    return findingsOf(
      maximumFee > chain.maxNetworkFee &&
        aboutFee(
          requote(
            `the network fee may reach ${tell(maximumFee)}, above the chain’s cap of ${tell(chain.maxNetworkFee)}`,
            { maximumFee, most: chain.maxNetworkFee },
          ),
        ),
      jobMost !== undefined &&
        fees > jobMost &&
        aboutFee(
          requote(
            `the fees may reach ${tell(fees)}${paid}, above the job’s maximum of ${tell(jobMost)}`,
            {
              feeSpent,
              maximumFee,
              declaredFee,
              most: jobMost,
            },
          ),
        ),
    );
  },
};
