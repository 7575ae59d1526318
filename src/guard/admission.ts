import { isNativeToken } from '../core/swap/chains.ts';
import type { InspectedAddress } from '../ports/chain-adapter.ts';
import { valueInUsd } from './caps/value-in-usd.ts';
import { codeOf, contractItem } from './contract-item.ts';
import type { Effects } from './effects.ts';
import { findInspected } from './find-inspected.ts';
import { type AdmittedContract, type AdmittedRotation, admittedOn } from './policy/guard-policy.ts';
import { usd } from './price-of.ts';
import { findingsOf, hold, type RuleFinding, type RuleRequest, reject } from './rule.ts';
import { sameAddress } from './same-address.ts';

/** With or without bytes. */
type PaymentRequest = Pick<RuleRequest, 'chain' | 'job' | 'guardPolicy' | 'prices' | 'repeats'>;

interface ContractUse {
  kind: 'target' | 'spender';
  address: string;
  /** The provider whose order names it. Absent: Ferryman's own step. */
  provider: string | undefined;
  /** The called function. Absent for a spender. */
  selector?: string | undefined;
}

/**
 * Law 10 for contracts: the policy names the contract, for the provider, with the code that runs
 * there and the function that is called. One that is not named is held; one whose code differs
 * from the named code is refused, since somebody has replaced what was audited.
 */
export function contractFindings(
  effects: Pick<Effects, 'family' | 'inspected'>,
  request: RuleRequest,
  use: ContractUse,
): RuleFinding[] {
  const { chain, guardPolicy } = request;
  const { kind, address, provider, selector } = use;
  const facts = findInspected(effects, address);
  const on = admittedOn(guardPolicy, chain.name);
  const list = kind === 'target' ? on.targets : on.spenders;
  const named = list.filter((entry) => sameAddress(effects.family, entry.address, address));
  const usable = named.filter(
    ({ providers, selectors }) =>
      (providers === undefined || provider === undefined || providers.includes(provider)) &&
      (selectors === undefined || selector === undefined || selectors.includes(selector)),
  );
  const shown = { [kind]: address, ...codeOf(facts) };
  if (usable.length === 0)
    return [
      hold(
        {
          kind,
          ...contractItem(effects, request, use),
          ...(selector === undefined ? {} : { selector }),
        },
        named.length === 0
          ? `the policy does not name the ${kind}`
          : `the policy names the ${kind} for other providers or functions`,
        { ...shown, provider, selector },
      ),
    ];
  const matching = usable.filter((entry) => hasNamedCode(entry, facts));
  return findingsOf(
    matching.length === 0 &&
      reject(`the code of the ${kind} is not the code that the policy names`, shown),
    guardPolicy.profile === 'strict' &&
      matching.length > 0 &&
      !matching.some(({ codeHash }) => codeHash !== undefined) &&
      reject(`the strict policy does not name the code of the ${kind}`, shown),
    guardPolicy.profile === 'strict' &&
      selector !== undefined &&
      matching.length > 0 &&
      !matching.some(({ selectors }) => selectors !== undefined) &&
      reject(`the strict policy does not name the functions of the ${kind}`, shown),
  );
}

/**
 * Law 10 for deposit addresses and rotating vaults, which are always new: the policy names the
 * provider and the token instead.
 */
export function rotatingFindings(
  request: PaymentRequest,
  { provider, address }: { provider: string; address: string | undefined },
): RuleFinding[] {
  const { chain, job } = request;
  const { token } = job.from;
  return findingsOf(
    !rotationOf(request, provider) &&
      hold(
        { kind: 'rotating_address', chain: chain.name, token, provider },
        'the policy does not name the provider for payments to changing addresses in this token',
        { provider, token, address },
      ),
  );
}

/**
 * D05 for all payments to changing addresses: nothing on chain bounds what they bring, so each one
 * is at most what the policy says for the provider and the token, in units of the token, in US
 * dollars, or both.
 */
export function rotatingAmountFindings(
  request: PaymentRequest,
  { provider }: { provider: string },
): RuleFinding[] {
  const { chain, job } = request;
  const { amount, from } = job;
  // A person who admits a provider that the policy does not name admits no amount.
  const entry: Partial<AdmittedRotation> = rotationOf(request, provider) ?? {};
  const { firstAmount, firstUsdE18 } = entry;
  const most = { kind: 'finding', rule: 'D05', what: `${amount} to ${provider}` } as const;
  // Whoever has seen a small payment come through admits larger ones for good.
  const first = {
    kind: 'finding',
    rule: 'D05',
    what: `more than first payments to ${provider} in ${from.token} on ${chain.name}`,
  } as const;
  const shown = { provider, amount };
  return [
    ...excessesOf(entry, request).map(({ message, facts }) =>
      hold(most, message, { ...shown, ...facts }),
    ),
    ...above(firstAmount, firstUsdE18, request).map(({ facts }) =>
      hold(first, 'the payment is larger than first ones to the provider may be', {
        ...shown,
        ...facts,
      }),
    ),
  ];
}

/** Why a payment is above the maximum of its changing addresses. */
function excessesOf(
  { maximumAmount, maximumUsdE18 }: Pick<AdmittedRotation, 'maximumAmount' | 'maximumUsdE18'>,
  request: PaymentRequest,
): { message: string; facts: Record<string, string | bigint> }[] {
  if (maximumAmount === undefined && maximumUsdE18 === undefined)
    return [
      {
        message: 'the policy sets no maximum for payments to changing addresses of the provider',
        facts: {},
      },
    ];
  return above(maximumAmount, maximumUsdE18, request);
}

function above(
  most: bigint | undefined,
  mostUsdE18: bigint | undefined,
  request: PaymentRequest,
): { message: string; facts: Record<string, string | bigint> }[] {
  const { amount } = request.job;
  const message = 'the payment to a changing address is above the policy’s maximum';
  return [
    ...(most !== undefined && amount > most ? [{ message, facts: { most } }] : []),
    // What replaces a payment under its lease takes nothing more.
    ...(mostUsdE18 === undefined || request.repeats ? [] : excessInUsd(mostUsdE18, request)),
  ];
}

function excessInUsd(mostE18: bigint, request: PaymentRequest) {
  const valueE18 = valueInUsd(request.job, request);
  const most = usd(mostE18);
  if (valueE18 === undefined) {
    const message = 'there is no price to compare a payment to a changing address with its maximum';
    return [{ message, facts: { most } }];
  }
  const message = 'the payment to a changing address is worth more than the policy’s maximum';
  return valueE18 > mostE18 ? [{ message, facts: { value: usd(valueE18), most } }] : [];
}

/** What the policy says of a provider's changing addresses for the job's token. */
export function rotationOf(
  { chain, job, guardPolicy }: PaymentRequest,
  provider: string | undefined,
): AdmittedRotation | undefined {
  const { token } = job.from;
  return admittedOn(guardPolicy, chain.name).rotatingAddresses.find(
    (entry) =>
      entry.provider === provider &&
      (entry.token === 'native'
        ? isNativeToken(chain, token)
        : sameAddress(chain.family, entry.token, token)),
  );
}

export function addressesOf(entries: readonly { address: string }[]): string[] {
  return entries.map(({ address }) => address);
}

/** Whether a text is on a list of the policy. */
export function isListed(
  family: Effects['family'],
  list: readonly string[] | 'any',
  address: string,
): boolean {
  return list === 'any' || list.some((listed) => sameAddress(family, listed, address));
}

/** Who names the code of a proxy has to name what it delegates to: its own code does nothing. */
export function hasNamedCode(
  { codeHash, implementationHash }: AdmittedContract,
  facts: InspectedAddress | undefined,
): boolean {
  const namesCode = codeHash !== undefined || implementationHash !== undefined;
  return (
    (codeHash === undefined || codeHash === facts?.codeHash) &&
    (!namesCode || implementationHash === facts?.implementationHash)
  );
}
