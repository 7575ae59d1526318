import type { BitcoinRule } from '../bitcoin-rule.ts';
import { objections, reject, requote } from '../rule.ts';

/** Satoshis for a thousand virtual bytes that nobody has to pay. */
const mostRate = 200_000n;
/** Of what is spent, in basis points; and satoshis that may be lost to a fee in any case. */
const mostShareBps = 100n;
const alwaysAllowed = 50_000n;

/**
 * B06. The fee, by the previous outputs that our own endpoints have: within the chain's cap and twice the estimated rate, both of which fall
 * and rise again; and never a large share of what is spent, which a forgotten change is. What a child pays is for its parent's bytes as well.
 * A cancel has to outbid all that it takes the place of, whatever its own bytes are worth.
 */
export const bitcoinFee: BitcoinRule = {
  id: 'B06',
  check({ fee, virtualSize, inputs }, { estimatedRate, maxNetworkFee, payment, parent }) {
    const spent = inputs.reduce((sum, { value }) => sum + value, 0n);
    const share = (spent * mostShareBps) / 10_000n;
    const most = share > alwaysAllowed ? share : alwaysAllowed;
    const rate = ((fee + (parent?.fee ?? 0n)) * 1_000n) / (virtualSize + (parent?.virtualSize ?? 0n));
    const isCancel = payment === undefined && parent === undefined;
    return objections(
      fee < 0n && reject('it pays out more than it spends', { fee }),
      fee > most && reject('the fee is too large a share of what is spent', { fee, most }),
      rate > mostRate && reject('the fee rate is beyond reason', { rate, most: mostRate }),
      fee > maxNetworkFee && requote('the fee is above the chain’s cap', { fee, most: maxNetworkFee }),
      !isCancel &&
        rate > estimatedRate * 2n &&
        requote('the fee rate is above twice the estimate', { rate, estimated: estimatedRate }),
    );
  },
};
