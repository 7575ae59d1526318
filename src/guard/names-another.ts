import { addressFormOf } from '../core/registry/check-address.ts';
import { type ChainName, formatsOf } from '../core/swap/chains.ts';
import type { Job } from '../core/swap/job.ts';
import { isReceiver } from './at-destination.ts';
import { sameAddress } from './same-address.ts';

/**
 * Whether a memo or a comment says that somebody else than the job's receiver gets what is bought.
 * In a memo of THORChain or Maya that is the third field, with an address for refunds behind a
 * slash, who has to be the job's own (dev.thorchain.org, memos, swap); the further fields name
 * others, who must not be taken for it. In a text of another form it is an address of the
 * destination's family, in whatever form its chain has, where the receiver's is not beside it. A
 * text without any says as much as no text does: by it alone only whoever ordered knows what it
 * stands for.
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

/** What comes back goes where the job says, or to whoever paid. */
function getsRefunds({ from, wallet, refundAddress }: Job, text: string): boolean {
  return [wallet.address, refundAddress].some((own) => sameAddress(from.family, text, own));
}

/**
 * An address may stand by itself, or beside other words with a sign between them that is a letter
 * of some alphabets.
 */
function partsOf(word: string): string[] {
  return [word, ...word.split(/[:/=+]+/), ...(/-?\d+:[0-9a-f]{64}/i.exec(word) ?? [])];
}

/** What is shorter and has no checksum may be the name of an account, as any word may. */
const longestName = 30;

/**
 * In any form that the chain has, of which some are no other chain's of its family (Harmony's
 * `one1…`).
 */
function isAccountOn(chain: ChainName, text: string): boolean {
  const form = addressFormOf(chain);
  if (form?.codec(text) === undefined) return false;
  return form.checksum === 'always' || text.length > longestName;
}
