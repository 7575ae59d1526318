import type { BitcoinRule } from '../bitcoin-rule.ts';
import { objections, reject } from '../rule.ts';

/**
 * B02. All that is spent is the wallet's, and exactly what the lease says: a further input of ours would be spent under two leases, one less
 * would let an earlier attempt land beside this one. A child spends outputs of its parent and nothing else.
 */
export const bitcoinInputs: BitcoinRule = {
  id: 'B02',
  check({ inputs }, { leased, parent }) {
    const foreign = inputs.filter(({ isOurs }) => !isOurs).map(({ outpoint }) => outpoint);
    const spent = new Set(inputs.map(({ outpoint }) => outpoint));
    const unleased = [...spent].filter((outpoint) => !leased.has(outpoint));
    const missing = [...leased].filter((outpoint) => !spent.has(outpoint));
    const unrelated = [...spent].filter((outpoint) => parent && !outpoint.startsWith(`${parent.txid}:`));
    return objections(
      unrelated.length > 0 && reject('it spends more than its parent brings', { unrelated: unrelated.join() }),
      foreign.length > 0 && reject('it spends what is not the wallet’s', { foreign: foreign.join() }),
      unleased.length > 0 && reject('it spends what is not under its lease', { unleased: unleased.join() }),
      missing.length > 0 && reject('it leaves an outpoint of its lease unspent', { missing: missing.join() }),
    );
  },
};

/** B07. Every input is of a kind that a key alone spends, and whose signature covers its amount: P2WPKH, or the key path of P2TR. */
export const bitcoinInputKinds: BitcoinRule = {
  id: 'B07',
  check({ inputs }) {
    const others = inputs.filter(({ kind }) => kind !== 'p2wpkh' && kind !== 'p2tr');
    return objections(
      others.length > 0 &&
        reject('an input is neither P2WPKH nor P2TR', { outpoints: others.map(({ outpoint }) => outpoint).join() }),
    );
  },
};
