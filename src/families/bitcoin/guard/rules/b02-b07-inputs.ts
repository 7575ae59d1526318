import { belongingFindings } from '../../../../guard/belonging.ts';
import { findingsOf, type Rule, reject } from '../../../../guard/rule.ts';
import { paidOrder } from '../../../../ports/guard.ts';
import { outpointKey } from '../../formats/read-transaction.ts';
import type { BitcoinEffects } from '../effects.ts';
import { leasedCoins } from '../leased-coins.ts';
import { readPaid } from '../read-paid.ts';

/**
 * B02. Bitcoin supports the transaction's intent. Every input is under a script of the wallet's own
 * key, of either address type, and the inputs are exactly the lease's: two leases could reserve an
 * additional coin, and with a missing one an earlier attempt could also land. A replacement with
 * added inputs spends these too, and all coins of the first payment. A CPFP child spends only
 * outputs of its parent.
 */
export const bitcoinInputs: Rule<BitcoinEffects> = {
  id: 'B02',
  check({ inputs }, request) {
    const { intent, lease, enlargement } = request;
    const leased = leasedCoins(request);
    const external = inputs.filter(({ isOurs }) => !isOurs).map(({ outpoint }) => outpoint);
    const spent = new Set(inputs.map(({ outpoint }) => outpoint));
    const unleased = [...spent].filter((outpoint) => !leased.includes(outpoint));
    const isPayment = paidOrder(intent) !== undefined;
    const parent = intent.kind === 'boost' ? intent.parent.txId : undefined;
    const unrelated = [...spent].filter(
      (outpoint) => parent !== undefined && !outpoint.startsWith(`${parent}:`),
    );
    const missing = leased.filter((outpoint) => !spent.has(outpoint));
    const before = enlargement ? readPaid(enlargement).inputs.map(outpointKey) : [];
    const dropped = before.filter((outpoint) => !spent.has(outpoint));
    return [
      ...findingsOf(
        !isPayment &&
          intent.kind !== 'cancel' &&
          intent.kind !== 'boost' &&
          reject('Bitcoin has no transactions of this kind', { intent: intent.kind }),
        leased.length === 0 && reject('the lease reserves no coins', { lease: lease.terms.kind }),
        unrelated.length > 0 &&
          reject('the child spends coins that are not its parent’s', {
            unrelated: unrelated.join(),
          }),
        external.length > 0 &&
          reject('it spends coins that are not the wallet’s', { foreign: external.join() }),
        unleased.length > 0 &&
          reject('it spends coins that are not in its lease', { unleased: unleased.join() }),
        missing.length > 0 &&
          reject('it does not spend all coins of its lease', { missing: missing.join() }),
        dropped.length > 0 &&
          reject('it does not spend all coins of the payment that it replaces', {
            apart: dropped.join(),
          }),
        enlargement !== undefined &&
          !isPayment &&
          reject('only a payment can be replaced with added inputs'),
      ),
      ...belongingFindings('bitcoin', request),
    ];
  },
};

/**
 * B07. Every input is P2WPKH or the key path of P2TR: a key alone spends them, and the signature
 * covers the amount. The router's PSBT names no script, and no key but the wallet's.
 */
export const bitcoinInputKinds: Rule<BitcoinEffects> = {
  id: 'B07',
  check({ inputs }) {
    const others = inputs.filter(({ kind }) => kind !== 'p2wpkh' && kind !== 'p2tr');
    return findingsOf(
      others.length > 0 &&
        reject('an input is neither P2WPKH nor P2TR', {
          outpoints: others.map(({ outpoint }) => outpoint).join(),
        }),
    );
  },
};
