import { checkAddress } from '../../core/registry/check-address.ts';
import { type Chain, type Family, formatsOf } from '../../core/swap/chains.ts';
import { paidOrder } from '../../ports/guard.ts';
import { findingsOf, type Rule, reject } from '../rule.ts';

/**
 * G05. The addresses of the request that the order repeats are addresses: they have their chain's
 * form, network and checksum (EIP-55, Base58Check, BIP-173, TEP-2). Comparing texts would let a
 * changed case or a look-alike letter pass.
 */
export const addresses: Rule = {
  id: 'G05',
  check(_effects, { intent, job, chain }) {
    const echo = paidOrder(intent)?.echo;
    if (!echo) return [];
    const { receiver, fromAddress } = echo;
    const { to, from, flow } = job;
    // A deposit may come from any account, so services may leave its sender empty.
    const hasSender = fromAddress !== '' || flow === 'wallet';
    const isPaid =
      to.reportedOnly === true
        ? checkAddress(to.chain, receiver).ok
        : isAddress(to.family, receiver, to.chain === chain.name ? chain : undefined);
    return findingsOf(
      !isPaid && reject('the order’s receiver is no address', { receiver }),
      hasSender &&
        !isAddress(from.family, fromAddress, chain) &&
        reject('the order’s sender is no address', { fromAddress }),
    );
  },
};

/** @param on its chain; absent: not known, so that test networks' addresses pass too */
function isAddress(family: Family, text: string, on: Chain | undefined): boolean {
  const { addressForm, looksLikeAddress, payeeFault, ignoresCase } = formatsOf(family);
  if (addressForm.codec(text) !== undefined) return true;
  // Test networks have forms of their own. Where case is a checksum, there is no other form.
  return !ignoresCase && looksLikeAddress(text) && (!on || payeeFault(text, on) === undefined);
}
