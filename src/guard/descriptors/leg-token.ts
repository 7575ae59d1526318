import { chainRegistry, formatsOf, isNativeToken } from '../../core/swap/chains.ts';
import { isCrossChain, type Job } from '../../core/swap/job.ts';
import { isBoughtToken } from '../at-destination.ts';
import type { RuleRequest } from '../rule.ts';
import { sameAddress } from '../same-address.ts';
import { type AccountValue, isNativeValue, names, partyOf } from './account-value.ts';
import type { CallLeg } from './decode-call.ts';

interface TokenContext {
  request: RuleRequest;
  conventions: CallLeg['conventions'];
}

/** Whether a value is the token that the job buys. */
export function isBought(token: AccountValue, context: TokenContext): boolean {
  const { job } = context.request;
  const { to } = job;
  if (!isCrossChain(job)) return isOnChain(token, to.token, context);
  if (token.kind === 'text') return isBoughtToken(job, token.value);
  if (to.reportedOnly) return isNativeValue(token, context.conventions);
  // The native coin and its wrapped form differ here: no simulation shows which one arrives.
  return sameAddress(to.family, to.token, formatsOf(to.family).nativeToken)
    ? isNativeValue(token, context.conventions)
    : names(token, partyOf(to.family, to.token));
}

/** Whether a value is the wrapped form of the coin that the job buys on another chain. */
export function isWrappedThere(token: AccountValue, job: Job): boolean {
  const { to } = job;
  const wrapped = chainRegistry[to.chain]?.wrappedNative;
  return (
    isCrossChain(job) &&
    !to.reportedOnly &&
    wrapped !== undefined &&
    sameAddress(to.family, to.token, formatsOf(to.family).nativeToken) &&
    names(token, partyOf(to.family, wrapped))
  );
}

/**
 * Whether a value is a token of the source chain. The native coin and its wrapped form count as
 * one: contracts wrap and unwrap, and the simulation shows which of them moves.
 */
export function isOnChain(token: AccountValue, address: string, context: TokenContext): boolean {
  const { chain } = context.request;
  const wrapped =
    chain.wrappedNative === undefined ? undefined : partyOf(chain.family, chain.wrappedNative);
  const isCoin = isNativeToken(chain, address) || wrapped?.isText(address) === true;
  return isCoin
    ? isNativeValue(token, context.conventions) || (wrapped !== undefined && names(token, wrapped))
    : names(token, partyOf(chain.family, address));
}
