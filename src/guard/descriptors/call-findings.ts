import { type Chain, formatsOf } from '../../core/swap/chains.ts';
import { isCrossChain } from '../../core/swap/job.ts';
import type { CallEffects } from '../effects.ts';
import { admittedOn } from '../policy/guard-policy.ts';
import { hold, type RuleFinding, type RuleRequest, reject } from '../rule.ts';
import { sameAddress } from '../same-address.ts';
import { targetFaults } from '../target-faults.ts';
import { chainNumberOf } from './chain-number.ts';
import { type CallLeg, decodeCall } from './decode-call.ts';
import { type DescribedContract, deploymentKey } from './descriptor.ts';
import { legFindings, promisesMinimum, untoldDestination } from './leg-findings.ts';

/**
 * Decodes whom a call pays, in what and how much, by the policy's descriptors, and compares it with
 * the job. A call that no descriptor decodes is held, and refused under `strict`.
 */
export function callFindings(effects: CallEffects, request: RuleRequest): RuleFinding[] {
  const { chain, lease, guardPolicy } = request;
  const { target, selector, data } = effects;
  if (target === undefined || selector === undefined) return [];
  const [from, to] = [lease.account, target].map(
    (address) => formatsOf(chain.family).accountBytes(address)[0],
  );
  if (from === undefined || to === undefined)
    return [reject('the wallet or the target is no address', { target })];
  const contract = guardPolicy.descriptors.get(deploymentKey(chainIdOf(chain), to)) ?? none;
  const decoded = decodeCall(contract, data, {
    from,
    to,
    value: paidValue(effects, request),
  });
  if (decoded.ok) {
    const { legs } = decoded;
    const why = missingRole(legs, request, target);
    return [
      ...legFindings(legs, request, target),
      ...(why === undefined ? [] : undescribed(effects, request, { target, selector, why })),
    ];
  }
  switch (decoded.kind) {
    case 'refused':
      return [reject(decoded.message, { target, ...decoded.facts })];
    case 'undescribed': {
      const why =
        decoded.selector === selector
          ? 'no descriptor of the policy decodes the function'
          : `no descriptor of the policy decodes the call of ${decoded.selector} inside it`;
      return undescribed(effects, request, { target, selector, why });
    }
  }
}

const none: DescribedContract = { functions: new Map() };

/** As ERC-7730 binds to chains: the EIP-155 id. TRON's is in the reference of its CAIP-2 id. */
function chainIdOf(chain: Chain): number {
  return Number(formatsOf(chain.family).caip2Of(chain).split(':')[1]);
}

/** A descriptor that cannot tell what this job needs decodes too little. */
function missingRole(
  legs: readonly CallLeg[],
  request: RuleRequest,
  target: string,
): string | undefined {
  const { intent, job } = request;
  if (intent.kind !== 'swap') return undefined;
  // The simulation shows what arrives on one chain, and only the minimum binds what will arrive.
  if (!isCrossChain(job) && !promisesMinimum(legs, request, target))
    return 'the descriptor does not tell the minimum of the function';
  const untold = isCrossChain(job) ? untoldDestination(legs, request, target) : undefined;
  if (untold !== undefined) return untold;
  return legs.some(
    ({ destinationChain, conventions }) =>
      destinationChain !== undefined && chainNumberOf(job.to.chain, conventions) === undefined,
  )
    ? `the descriptor does not tell the contract’s number of ${job.to.chain}`
    : undefined;
}

/** What the call pays in native coins. E06 bounds all coins that it sends, with declared fees. */
function paidValue({ value }: CallEffects, { intent, job }: RuleRequest): bigint {
  const fee = intent.kind === 'swap' ? intent.order.declaredFee : 0n;
  const paid = value > fee ? value - fee : 0n;
  return paid < job.amount ? paid : job.amount;
}

function undescribed(
  effects: CallEffects,
  request: RuleRequest,
  { target, selector, why }: { target: string; selector: string; why: string },
): RuleFinding[] {
  const { chain, guardPolicy } = request;
  // Nobody should be asked to admit what no approval makes right: E02 refuses it.
  if (targetFaults(effects, request).length > 0) return [];
  if (guardPolicy.profile === 'strict') return [reject(why, { target, selector })];
  const admitted = admittedOn(guardPolicy, chain.name).targets.some(
    (entry) =>
      sameAddress(chain.family, entry.address, target) && entry.undescribed?.includes(selector),
  );
  if (admitted) return [];
  const address = formatsOf(chain.family).addressForm.codec(target) ?? target;
  const item = { kind: 'function', chain: chain.name, address, selector } as const;
  return [hold(item, why, { target, selector })];
}
