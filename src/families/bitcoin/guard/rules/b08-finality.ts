import { admittedOn } from '../../../../guard/policy/guard-policy.ts';
import { findingsOf, hold, type Rule, reject, requote } from '../../../../guard/rule.ts';
import { paidOrder } from '../../../../ports/guard.ts';
import type { BitcoinEffects } from '../effects.ts';
import { leasedCoins } from '../leased-coins.ts';

/** Lowest locktime that is a time, not a height (Bitcoin Core, script.h, `LOCKTIME_THRESHOLD`). */
const firstTime = 500_000_000;

/**
 * B08. The transaction can be in the next block, because a locked one would outlive the job.
 * Sequences without the highest bit are relative locks (BIP-68). A payment spends only confirmed
 * coins: the sender of an unconfirmed coin can replace it, and the payment could then neither land
 * nor be proven dead. Coins of the wallet beyond those of its lease may be reserved for another
 * swap. A CPFP child exists to spend unconfirmed coins, and a cancel must spend its
 * lease's. A payment spends no coin that may carry an inscription or rare satoshis: a small one, or
 * one that an inscribing transaction has made.
 */
export const bitcoinFinality: Rule<BitcoinEffects> = {
  id: 'B08',
  check({ version, locktime, inputs, waiting, tip }, request) {
    const { intent, chain, guardPolicy } = request;
    const leased = leasedCoins(request);
    const reserved = inputs.filter(({ isOurs, outpoint }) => isOurs && !leased.includes(outpoint));
    const { protectedCoin } = admittedOn(guardPolicy, chain.name);
    const isPayment = paidOrder(intent) !== undefined;
    const rare = inputs.filter(({ value, isInscribed }) => value <= protectedCoin || isInscribed);
    const precious = rare.map(({ outpoint }) => outpoint).join();
    return findingsOf(
      version !== 1 && version !== 2 && reject('the version is unknown', { version: `${version}` }),
      (locktime >= firstTime || locktime > tip) &&
        reject('it is locked until later', { locktime: `${locktime}`, tip: `${tip}` }),
      inputs.some(({ sequence }) => sequence < 0x8000_0000) &&
        reject('an input has a relative lock'),
      reserved.length > 0 &&
        reject('it spends coins of the wallet that another swap may have reserved', {
          coins: reserved.map(({ outpoint }) => outpoint).join(),
        }),
      isPayment &&
        waiting.length > 0 &&
        requote('it spends an unconfirmed coin', { waiting: waiting.join() }),
      isPayment &&
        rare.length > 0 &&
        hold(
          { kind: 'finding', rule: 'B08', what: `coins ${precious}` },
          'it spends coins that may carry an inscription or rare satoshis',
          { coins: precious },
        ),
    );
  },
};
