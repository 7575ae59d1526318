import type { AdmissionItem } from '../../core/approvals/admission-item.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { Job } from '../../core/swap/job.ts';
import { isReceiver } from '../at-destination.ts';
import { isListed } from '../is-listed.ts';
import { admittedOn } from '../policy/guard-policy.ts';
import {
  findingsOf,
  hold,
  type OrderRuleRequest,
  type Rule,
  type RuleFinding,
  type RuleRequest,
} from '../rule.ts';
import { sameAddress } from '../same-address.ts';

/**
 * G10. The policy names the provider, the job's receiver and its refund address. The wallet that
 * pays needs no entry. An approve is judged by the same lists: it prepares a payment.
 */
export const recipients: Rule = {
  id: 'G10',
  check(_effects, request) {
    switch (request.intent.kind) {
      case 'swap':
      case 'deposit':
        return [
          ...providerFindings(request, request.intent.order.provider),
          ...accountFindings(request),
        ];
      case 'approve': {
        const { provider } = request.intent;
        return [
          ...(provider === undefined ? [] : providerFindings(request, provider)),
          ...accountFindings(request),
        ];
      }
      default:
        return [];
    }
  },
};

/** The same for an order that a person pays. */
export function orderRecipientFindings(request: OrderRuleRequest): RuleFinding[] {
  return [...providerFindings(request, request.order.provider), ...accountFindings(request)];
}

function providerFindings(
  { guardPolicy: { providers } }: Pick<RuleRequest, 'guardPolicy'>,
  provider: string,
): RuleFinding[] {
  return findingsOf(
    providers !== 'any' &&
      !providers.includes(provider) &&
      hold({ kind: 'provider', provider }, 'the policy does not name the provider', { provider }),
  );
}

function accountFindings({
  job,
  guardPolicy,
}: Pick<RuleRequest, 'job' | 'guardPolicy'>): RuleFinding[] {
  const { wallet, from, to, receiver, refundAddress } = job;
  const receivers = admittedOn(guardPolicy, to.chain).receivers;
  const refunds = admittedOn(guardPolicy, from.chain).refundAddresses;
  return findingsOf(
    !isReceiver(job, wallet.address) &&
      !isListedReceiver(receivers, job) &&
      hold(itemOf('receiver', to.chain, receiver), 'the policy does not name the receiver', {
        receiver,
        chain: to.chain,
      }),
    !sameAddress(from.family, refundAddress, wallet.address) &&
      !isListed(from.family, refunds, refundAddress) &&
      hold(
        itemOf('refund_address', from.chain, refundAddress),
        'the policy does not name the refund address',
        { refundAddress, chain: from.chain },
      ),
  );
}

function isListedReceiver(list: readonly string[] | 'any', job: Job): boolean {
  return list === 'any' || list.some((listed) => isReceiver(job, listed));
}

function itemOf(
  kind: 'receiver' | 'refund_address',
  chain: ChainName,
  address: string,
): AdmissionItem {
  return { kind, chain, address };
}
