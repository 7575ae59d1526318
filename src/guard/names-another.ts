import { addressFormOf } from '../core/registry/check-address.ts';
import { type ChainName, formatsOf } from '../core/swap/chains.ts';
import type { Job } from '../core/swap/job.ts';
import { isReceiver } from './at-destination.ts';
import { sameAddress } from './same-address.ts';

/**
 * Whether a memo or comment names another receiver than the job's. In a THORChain or Maya memo
 * (dev.thorchain.org, memos, swap) that is the third field, and a refund address behind a slash
 * must be the job's; later fields name other parties. Any other text names another if it has an
 * address of the destination's family, in any form of its chain, and not the receiver's too. A text
 * without an address names nobody.
 */
export function namesAnother(text: string, job: Job): boolean {
  const { to } = job;
  const [action = '', , destination] = text.split(':');
  const isOurs = (one: string): boolean => isReceiver(job, one);
  if (['=', 's', 'swap'].includes(action.toLowerCase())) {
    const [paid = '', ...refunded] = destination?.split('/') ?? [];
    return !isOurs(paid) || !refunded.every((one) => one === '' || getsRefunds(job, one));
  }
  const named = text
    .split(/[^0-9A-Za-z:+/=_-]+/)
    .flatMap(partsOf)
    .filter(
      (one) =>
        (to.family !== 'other' && formatsOf(to.family).looksLikeAddress(one)) ||
        isAccountOn(to.chain, one),
    );
  return named.length > 0 && !named.some(isOurs);
}

/** Refunds go to the job's refund address, or back to the payer. */
function getsRefunds({ from, wallet, refundAddress }: Job, text: string): boolean {
  return [wallet.address, refundAddress].some((own) => sameAddress(from.family, text, own));
}

/** An address may stand alone, or joined to other words by a sign that some alphabets contain. */
function partsOf(word: string): string[] {
  return [word, ...word.split(/[:/=+]+/), ...(/-?\d+:[0-9a-f]{64}/i.exec(word) ?? [])];
}

/** A shorter text without a checksum could be any word, so it does not count as an account name. */
const longestName = 30;

/** In any form of the chain, including those that are unique to it (Harmony's `one1…`). */
function isAccountOn(chain: ChainName, text: string): boolean {
  const form = addressFormOf(chain);
  if (form?.codec(text) === undefined) return false;
  return form.checksum === 'always' || text.length > longestName;
}
