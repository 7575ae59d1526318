import { lowerOf } from '../../core/amounts/lower-of.ts';
import type { FunctionLack } from '../../core/approvals/admission-item.ts';
import { assertNever } from '../../core/assert-never.ts';
import { type Chain, formatsOf } from '../../core/swap/chains.ts';
import { isCrossChain } from '../../core/swap/job.ts';
import { contractItem, providerOf } from '../contract-item.ts';
import type { CallEffects } from '../effects.ts';
import { admittedOn } from '../policy/guard-policy.ts';
import { hold, type RuleFinding, type RuleRequest, reject } from '../rule.ts';
import { sameAddress } from '../same-address.ts';
import { targetFaults } from '../target-faults.ts';
import { chainNumberOf } from './chain-number.ts';
import { type CallLeg, decodeCall } from './decode-call.ts';
import { type DescribedContract, deploymentKey } from './descriptor.ts';
import {
  legFindings,
  legFindingsBesideUnknown,
  promisesMinimum,
  untoldDestination,
} from './leg-findings.ts';

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
  if (!decoded.ok && decoded.kind === 'refused')
    return [reject(decoded.message, { target, ...decoded.facts })];
  const { legs } = decoded;
  const findings = decoded.ok
    ? legFindings(legs, request, target)
    : legFindingsBesideUnknown(legs, request, target);
  const lacking = [
    missingRole(legs, request, target),
    decoded.ok ? undefined : unknownCalls(decoded.selectors, contract, selector),
  ].filter((lacks) => lacks !== undefined);
  return [
    ...findings,
    ...lacking.flatMap((lacks) => undescribed(effects, request, { target, selector, lacks })),
  ];
}

function unknownCalls(
  selectors: readonly string[],
  { functions }: DescribedContract,
  selector: string,
): FunctionLack {
  return functions.has(selector) ? { what: 'calls', selectors } : { what: 'descriptor' };
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
): FunctionLack | undefined {
  const { intent, job } = request;
  if (intent.kind !== 'swap') return undefined;
  // A simulation shows what arrives on one chain, and nothing what arrives on another: only the
  // minimum binds what will arrive.
  if (!promisesMinimum(legs, request, target)) return { what: 'minimum' };
  const untold = isCrossChain(job) ? untoldDestination(legs, request, target) : undefined;
  if (untold !== undefined) return { what: untold };
  return legs.some(
    ({ destinationChain, conventions }) =>
      destinationChain !== undefined && chainNumberOf(job.to.chain, conventions) === undefined,
  )
    ? { what: 'number', of: job.to.chain }
    : undefined;
}

/** What the call pays in native coins. E06 bounds all coins that it sends, with declared fees. */
function paidValue({ value }: CallEffects, { intent, job }: RuleRequest): bigint {
  const fee = intent.kind === 'swap' ? intent.order.declaredFee : 0n;
  return lowerOf(value > fee ? value - fee : 0n, job.amount);
}

function undescribed(
  effects: CallEffects,
  request: RuleRequest,
  { target, selector, lacks }: { target: string; selector: string; lacks: FunctionLack },
): RuleFinding[] {
  const { chain, guardPolicy } = request;
  // No person should be asked to admit what no approval makes right: E02 refuses it.
  if (targetFaults(effects, request).length > 0) return [];
  const why = lackText(lacks);
  if (guardPolicy.profile === 'strict') return [reject(why, { target, selector })];
  const unknown = lacks.what === 'calls' ? lacks.selectors : [selector];
  const admitted = admittedOn(guardPolicy, chain.name).targets.some(
    (entry) =>
      sameAddress(chain.family, entry.address, target) &&
      unknown.every((one) => entry.undescribed?.includes(one)),
  );
  if (admitted) return [];
  const contract = contractItem(effects, request, {
    address: target,
    provider: providerOf(request),
  });
  return [hold({ kind: 'function', ...contract, selector, lacks }, why, { target, selector })];
}

/** One sentence about what is not known of a function. */
function lackText(lacks: FunctionLack): string {
  switch (lacks.what) {
    case 'descriptor':
      return 'no descriptor of the policy decodes the function';
    case 'calls':
      return `no descriptor of the policy decodes the call of ${lacks.selectors.join(', ')} inside it`;
    case 'minimum':
      return 'the descriptor does not tell the minimum of the function';
    case 'number':
      return `the descriptor does not tell the contract’s number of ${lacks.of}`;
    case 'token':
      return 'the descriptor does not tell in which token the call pays';
    case 'chain':
      return 'the descriptor does not tell on which chain the call pays';
    case 'receiver':
      return 'the policy does not say where the call names its receiver on the other chain';
    default:
      return assertNever(lacks, 'lack');
  }
}
