import { assertNever } from '../core/assert-never.ts';
import { contractFindings, hasNamedCode } from './contract-findings.ts';
import { contractItem } from './contract-item.ts';
import type { CallEffects } from './effects.ts';
import { findInspected } from './find-inspected.ts';
import { admittedOn } from './policy/guard-policy.ts';
import { findingsOf, hold, type RuleFinding, type RuleRequest, reject } from './rule.ts';
import { sameAddress } from './same-address.ts';

const approveSelector = '0x095ea7b3';

/** Twenty bytes of an address as 0x and lower-case hex. `undefined`: it is no address. */
type AccountOf = (address: string) => string | undefined;

/**
 * An allowance is set by exactly `approve(spender, value)` on the source token, built by Ferryman.
 * Its spender, like that of a swap, is a contract that the policy names, not a token and not the
 * wallet.
 */
export function ownAllowanceFindings(
  effects: CallEffects,
  request: RuleRequest,
  accountOf: AccountOf,
): RuleFinding[] {
  const { intent, job } = request;
  switch (intent.kind) {
    case 'approve':
    case 'revoke': {
      const value = intent.kind === 'approve' ? intent.value : 0n;
      return [
        ...findingsOf(
          effects.data !== approveData(accountOf(intent.spender), value) &&
            reject('the calldata does not set the allowance asked for', {
              data: effects.data.slice(0, 138),
            }),
          !sameAddress(effects.family, effects.target, intent.token) &&
            reject('the allowance is on another token', {
              target: effects.target,
              token: intent.token,
            }),
          intent.kind === 'approve' &&
            !sameAddress(effects.family, intent.token, job.from.token) &&
            reject('the allowance is not for the source token', {
              token: intent.token,
              source: job.from.token,
            }),
          effects.value !== 0n &&
            reject('setting an allowance sends native coins', { value: effects.value }),
        ),
        // A revoke is right for any spender.
        ...(intent.kind === 'approve'
          ? spenderFindings(effects, request, {
              address: intent.spender,
              provider: intent.provider,
            })
          : []),
      ];
    }
    case 'swap':
      return [
        ...standingFindings(effects, request, intent.order.spender),
        ...(intent.order.spender === undefined
          ? []
          : spenderFindings(effects, request, {
              address: intent.order.spender,
              provider: intent.order.provider,
            })),
      ];
    // A deposit is sent, so it has no spender.
    case 'deposit':
    case 'cancel':
    case 'boost':
    case 'refund':
    case 'claim':
      return [];
    default:
      return assertNever(intent, 'intent');
  }
}

/**
 * An allowance that stands from before, to a spender that the policy does not name, or names no
 * longer: it can take the money that the swap brings into reach (as at Socket, January 2024).
 */
function standingFindings(
  effects: CallEffects,
  request: RuleRequest,
  own: string | undefined,
): RuleFinding[] {
  const { chain, guardPolicy } = request;
  const { spenders } = admittedOn(guardPolicy, chain.name);
  const isAdmitted = (spender: string): boolean =>
    sameAddress(effects.family, spender, own) ||
    spenders.some(
      (named) =>
        sameAddress(effects.family, named.address, spender) &&
        hasNamedCode(named, findInspected(effects, spender)),
    );
  return effects.allowanceChanges
    .filter(({ before, after, spender }) => before > 0n && after === before && !isAdmitted(spender))
    .map(({ token, spender, before }) =>
      hold(
        {
          kind: 'spender',
          ...contractItem(effects, request, { address: spender, provider: undefined }),
        },
        'a spender that the policy does not name has an allowance: revoke it',
        { token, spender, allowance: before },
      ),
    );
}

/** `undefined` for a spender that is no address. */
function approveData(account: string | undefined, value: bigint): string | undefined {
  if (account === undefined) return undefined;
  return `${approveSelector}${account.slice(2).padStart(64, '0')}${value.toString(16).padStart(64, '0')}`;
}

function spenderFindings(
  effects: CallEffects,
  request: RuleRequest,
  spender: { address: string; provider: string | undefined },
): RuleFinding[] {
  const { address } = spender;
  const facts = findInspected(effects, address);
  const faults = findingsOf(
    !facts && reject('the simulation did not inspect the spender', { spender: address }),
    facts && !facts.hasCode && reject('the spender is no contract', { spender: address }),
    facts?.isToken && reject('the spender is a token', { spender: address }),
    sameAddress(effects.family, address, request.lease.account) &&
      reject('the spender is the wallet itself', { spender: address }),
  );
  return faults.length > 0
    ? faults
    : contractFindings(effects, request, { kind: 'spender', ...spender });
}
