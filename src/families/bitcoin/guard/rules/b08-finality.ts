import { findingsOf, type Rule, reject, requote } from '../../../../guard/rule.ts';
import type { BitcoinEffects } from '../effects.ts';

/**
 * From here on a locktime is a time and no height (Bitcoin Core, script.h, `LOCKTIME_THRESHOLD`).
 */
const firstTime = 500_000_000;

/**
 * B08. The transaction may be included in the next block: a signed transaction with a lock would
 * outlive the job. Sequences without their highest bit are relative locks (BIP-68). A payment
 * spends coins that are in a block: the sender of any other coin can take it back, and the payment
 * could neither land nor be proven dead. A CPFP child exists to spend what waits, and a cancel has
 * no choice.
 */
export const bitcoinFinality: Rule<BitcoinEffects> = {
  id: 'B08',
  check: ({ version, locktime, inputs, waiting, tip }, { intent }) =>
    findingsOf(
      version !== 1 &&
        version !== 2 &&
        reject('the version is not known', { version: `${version}` }),
      (locktime >= firstTime || locktime > tip) &&
        reject('it is locked until later', { locktime: `${locktime}`, tip: `${tip}` }),
      inputs.some(({ sequence }) => sequence < 0x8000_0000) &&
        reject('an input has a relative lock'),
      intent.kind === 'swap' &&
        waiting.length > 0 &&
        requote('it spends a coin that is in no block yet', { waiting: waiting.join() }),
    ),
};
