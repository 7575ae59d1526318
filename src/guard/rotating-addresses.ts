import { namesToken } from '../core/swap/names-token.ts';
import { valueInUsd } from './caps/value-in-usd.ts';
import { type AdmittedRotation, admittedOn } from './policy/guard-policy.ts';
import { usd } from './price-of.ts';
import { findingsOf, hold, type RuleFinding, type RuleRequest } from './rule.ts';

/** With or without bytes. */
type PaymentRequest = Pick<RuleRequest, 'chain' | 'job' | 'guardPolicy' | 'prices' | 'repeats'>;

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
  // A person who has seen a small payment come through admits larger ones for good.
  const first = {
    kind: 'finding',
    rule: 'D05',
    what: `more than first payments to ${provider} in ${from.token} on ${chain.name}`,
  } as const;
  const shown = { provider, amount };
  return [
    ...excessesOverMaximum(entry, request).map(({ message, facts }) =>
      hold(most, message, { ...shown, ...facts }),
    ),
    ...excessesOver(firstAmount, firstUsdE18, request).map(({ facts }) =>
      hold(first, 'the payment is larger than first ones to the provider may be', {
        ...shown,
        ...facts,
      }),
    ),
  ];
}

/** Why a payment is above the maximum of its changing addresses. */
function excessesOverMaximum(
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
  return excessesOver(maximumAmount, maximumUsdE18, request);
}

function excessesOver(
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
  return admittedOn(guardPolicy, chain.name).rotatingAddresses.find(
    (entry) => entry.provider === provider && namesToken(entry.token, job.from),
  );
}
