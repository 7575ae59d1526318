import { describeAmount } from '../../../../core/amounts/amounts.ts';
import { ofFamily } from '../../../../core/swap/of-family.ts';
import { aboutFee, findingsOf, type Rule, reject, requote } from '../../../../guard/rule.ts';
import { maxBitcoinFee, maxFeeRate } from '../../formats/max-fee.ts';
import type { BitcoinEffects } from '../effects.ts';

/**
 * B06. The fee, computed from the configured endpoints' previous outputs, is at most twice the
 * estimated rate, and never a large share of what is spent, as with a forgotten change output. For
 * a CPFP child, the rate of parent and child together counts. A cancel is smaller than what it
 * replaces and must pay more, children included (BIP-125, rule 3), so only its total fee is limited
 * here and by E07. Added inputs do not raise the limit, because a cancel has only the lease's.
 */
export const bitcoinFee: Rule<BitcoinEffects> = {
  id: 'B06',
  check({ fee, virtualSize, inputs, estimatedRate }, { chain, intent, enlargement }) {
    const added = enlargement?.added ?? [];
    const own = inputs.filter(({ outpoint }) => !added.includes(outpoint));
    const most = maxBitcoinFee(own.reduce((sum, { value }) => sum + value, 0n));
    const parent =
      intent.kind === 'boost'
        ? ofFamily(intent.parent.fee, 'bitcoin')
        : { total: 0n, virtualSize: 0n };
    const rate = ((fee + parent.total) * 1_000n) / (virtualSize + parent.virtualSize);
    const inCoins = (amount: bigint): string => describeAmount(amount, chain.nativeToken);
    return findingsOf(
      fee < 0n && reject('it pays out more than it spends', { fee }),
      fee > most && reject('the fee is too large a share of the spent amount', { fee, most }),
      intent.kind !== 'cancel' &&
        rate > maxFeeRate &&
        reject('the fee rate is above the absolute maximum', { rate, most: maxFeeRate }),
      intent.kind !== 'cancel' &&
        rate > estimatedRate * 2n &&
        aboutFee(
          requote(
            `the fee rate of ${inCoins(rate)} per 1,000 vbytes is above twice the estimate of ${inCoins(estimatedRate)}`,
            {
              rate,
              estimated: estimatedRate,
            },
          ),
        ),
    );
  },
};
