import { belongingFindings } from '../../../../guard/belonging.ts';
import { findingsOf, type Rule, reject } from '../../../../guard/rule.ts';
import { outpointKey } from '../../formats/read-transaction.ts';
import type { BitcoinEffects } from '../effects.ts';
import { readPaid } from '../read-paid.ts';

/**
 * B02. The transaction's intent is one that Bitcoin has. Every input is the wallet's, and the
 * inputs are exactly the lease's: a further one would be spent under two leases, and one less would
 * let an earlier attempt land beside this one. A payment that is made again from more coins spends
 * these too, and all that the first one spends. A CPFP child spends outputs of its parent and
 * nothing else.
 */
export const bitcoinInputs: Rule<BitcoinEffects> = {
  id: 'B02',
  check({ inputs }, request) {
    const { intent, lease, enlargement } = request;
    const leased = lease.terms.kind === 'outpoints' ? lease.terms.outpoints : [];
    const foreign = inputs.filter(({ isOurs }) => !isOurs).map(({ outpoint }) => outpoint);
    const spent = new Set(inputs.map(({ outpoint }) => outpoint));
    const added = enlargement?.added ?? [];
    const unleased = [...spent].filter(
      (outpoint) => !leased.includes(outpoint) && !added.includes(outpoint),
    );
    const isPayment = intent.kind === 'swap' || intent.kind === 'deposit';
    const parent = intent.kind === 'boost' ? intent.parent.txId : undefined;
    const unrelated = [...spent].filter(
      (outpoint) => parent !== undefined && !outpoint.startsWith(`${parent}:`),
    );
    const missing = [...leased, ...added].filter((outpoint) => !spent.has(outpoint));
    const before = enlargement ? readPaid(enlargement).inputs.map(outpointKey) : [];
    const apart = before.filter((outpoint) => !spent.has(outpoint));
    return [
      ...findingsOf(
        !isPayment &&
          intent.kind !== 'cancel' &&
          intent.kind !== 'boost' &&
          reject('there is no such transaction on Bitcoin', { intent: intent.kind }),
        leased.length === 0 && reject('the lease reserves no coins', { lease: lease.terms.kind }),
        unrelated.length > 0 &&
          reject('it spends more than its parent brings', { unrelated: unrelated.join() }),
        foreign.length > 0 &&
          reject('it spends what is not the wallet’s', { foreign: foreign.join() }),
        unleased.length > 0 &&
          reject('it spends what is not under its lease', { unleased: unleased.join() }),
        missing.length > 0 &&
          reject('it leaves an outpoint of its lease unspent', { missing: missing.join() }),
        apart.length > 0 &&
          reject('it leaves what the payment before it spends', { apart: apart.join() }),
        enlargement !== undefined &&
          !isPayment &&
          reject('only a payment is made again from more coins'),
      ),
      ...belongingFindings('bitcoin', request),
    ];
  },
};

/**
 * B07. Every input is of a kind that a key alone spends, and whose signature covers its amount:
 * P2WPKH, or the key path of P2TR.
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
