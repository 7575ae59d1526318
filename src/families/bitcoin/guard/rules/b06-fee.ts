import { ofFamily } from '../../../../core/swap/of-family.ts';
import { aboutFee, findingsOf, type Rule, reject, requote } from '../../../../guard/rule.ts';
import { maxBitcoinFee } from '../../formats/max-fee.ts';
import type { BitcoinEffects } from '../effects.ts';

/** Satoshis for a thousand virtual bytes that nobody has to pay. */
const maxRate = 200_000n;

/**
 * B06. The fee, by the previous outputs that our own endpoints have, is within twice the estimated
 * rate, and never a large share of what is spent, as it would be with a forgotten change. A CPFP
 * child pays for its parent too, so that the rate of both counts. A cancel has to cost more than
 * all that it replaces, children included (BIP-125, rule 3), and is smaller, so its rate does not
 * count; its whole cost is bound here and by E07. Coins that are added to a payment do not make it
 * larger: a cancel of it has those of the lease alone.
 */
export const bitcoinFee: Rule<BitcoinEffects> = {
  id: 'B06',
  check({ fee, virtualSize, inputs, estimatedRate }, { intent, enlargement }) {
    const added = enlargement?.added ?? [];
    const own = inputs.filter(({ outpoint }) => !added.includes(outpoint));
    const most = maxBitcoinFee(own.reduce((sum, { value }) => sum + value, 0n));
    const parent =
      intent.kind === 'boost'
        ? ofFamily(intent.parent.fee, 'bitcoin')
        : { total: 0n, virtualSize: 0n };
    const rate = ((fee + parent.total) * 1_000n) / (virtualSize + parent.virtualSize);
    return findingsOf(
      fee < 0n && reject('it pays out more than it spends', { fee }),
      fee > most && reject('the fee is too large a share of what is spent', { fee, most }),
      intent.kind !== 'cancel' &&
        rate > maxRate &&
        reject('the fee rate is beyond reason', { rate, most: maxRate }),
      intent.kind !== 'cancel' &&
        rate > estimatedRate * 2n &&
        aboutFee(
          requote(
            `the fee rate of ${rate} satoshis per 1,000 vbytes is above twice the estimate of ${estimatedRate}`,
            {
              rate,
              estimated: estimatedRate,
            },
          ),
        ),
    );
  },
};
