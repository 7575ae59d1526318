import { isCrossChain } from '../../core/swap/job.ts';
import { isReceiver } from '../at-destination.ts';
import { authoritySelectors } from '../authority-selectors.ts';
import { callFindings } from '../descriptors/call-findings.ts';
import type { CallEffects } from '../effects.ts';
import { findingsOf, type Rule, type RuleFinding, type RuleRequest, reject } from '../rule.ts';
import { isWrapping } from '../wrapping.ts';

/**
 * E03. A swap, a refund or a claim calls a function that a descriptor of the policy decodes
 * (ERC-7730, with a roles file), in the ABI's strict encoding. The decoded call pays the job's
 * receiver at least the order's minimum, in the job's tokens, takes at most the amount, and is not
 * valid long after the order. Neither the call nor one inside it moves tokens or grants permissions,
 * whatever its target claims to be. What no descriptor decodes is held, and refused under `strict`.
 */
export const authority: Rule<CallEffects> = {
  id: 'E03',
  check: authorityFindings,
};

export function authorityFindings(effects: CallEffects, request: RuleRequest): RuleFinding[] {
  const { selector, target } = effects;
  const authorityCall = authoritySelectors.get(selector ?? '');
  const faults = findingsOf(
    selector === undefined && reject('the transaction calls no function', { target }),
    authorityCall !== undefined &&
      reject('the call moves tokens or grants permission', { target, call: authorityCall }),
  );
  if (faults.length > 0) return faults;
  return isWrapping(effects, request.chain) && request.intent.kind === 'swap'
    ? wrappingFindings(effects, request)
    : callFindings(effects, request);
}

/** Wrapping pays the wallet, one for one: `withdraw(uint256)` names the amount, the value is E06's. */
function wrappingFindings({ data, target }: CallEffects, { job }: RuleRequest): RuleFinding[] {
  const unwrapped = data.length > 10 ? BigInt(`0x${data.slice(10)}`) : 0n;
  return findingsOf(
    (isCrossChain(job) || !isReceiver(job, job.wallet.address)) &&
      reject('wrapping pays the wallet, which is not the receiver', {
        target,
        receiver: job.receiver,
      }),
    unwrapped > job.amount &&
      reject('the call unwraps more than the job gives', { unwrapped, amount: job.amount }),
  );
}
