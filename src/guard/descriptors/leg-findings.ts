import { isNativeToken } from '../../core/swap/chains.ts';
import { isCrossChain, type Job } from '../../core/swap/job.ts';
import type { Order } from '../../core/swap/swap.ts';
import { stepAbove } from '../coarse.ts';
import { findingsOf, hold, type RuleFinding, type RuleRequest, reject } from '../rule.ts';
import { type AccountValue, isNativeValue, names, partyOf } from './account-value.ts';
import { chainNumberOf } from './chain-number.ts';
import type { CallLeg } from './decode-call.ts';
import { type CallContext, isPayee, type Payee, payeeOf } from './leg-payee.ts';
import { isBought, isOnChain, isWrappedThere } from './leg-token.ts';

/** Compares what the calls do with what the job asked for. */
export function legFindings(
  legs: readonly CallLeg[],
  request: RuleRequest,
  target: string,
): RuleFinding[] {
  const { intent } = request;
  switch (intent.kind) {
    case 'swap':
      return swapFindings(legs, { request, target, order: intent.order });
    case 'refund':
      return recoveryFindings(legs, { request, target, owner: 'wallet', least: intent.minBack });
    case 'claim':
      return recoveryFindings(legs, { request, target, owner: 'receiver', least: intent.minOut });
    default:
      return [];
  }
}

/**
 * The same beside calls that nothing decodes. One of those may be what pays the receiver, so that
 * none does so here is no finding: the unknown calls are held for.
 */
export function legFindingsBesideUnknown(
  legs: readonly CallLeg[],
  request: RuleRequest,
  target: string,
): RuleFinding[] {
  const { intent } = request;
  if (intent.kind !== 'swap') return legFindings(legs, request, target);
  return swapFindings(legs, { request, target, order: intent.order, unknownFollows: true });
}

/** Whether a call that pays the receiver names a minimum. True if none pays the receiver. */
export function promisesMinimum(
  legs: readonly CallLeg[],
  request: RuleRequest,
  target: string,
): boolean {
  const toReceiver = legs.filter((leg) => payeeOf(leg, { request, target }) === 'receiver');
  return toReceiver.length === 0 || toReceiver.some((leg) => promises(leg, request.job));
}

/**
 * What a call leaves open that pays the receiver on another chain: where, or in which token. A swap
 * that stays on this chain would pay the receiver too. `undefined`: nothing.
 */
export function untoldDestination(
  legs: readonly CallLeg[],
  request: RuleRequest,
  target: string,
): 'token' | 'chain' | undefined {
  for (const leg of legs) {
    if (payeeOf(leg, { request, target }) !== 'receiver') continue;
    if (leg.outputToken === undefined) return 'token';
    if (leg.destinationChain === undefined && !(leg.chainByToken && isUnique(leg, request)))
      return 'chain';
  }
  return undefined;
}

/** Whether the token may be on the other chain only: native coins are on each. */
function isUnique({ outputToken, conventions }: CallLeg, { chain, job }: RuleRequest): boolean {
  return (
    outputToken !== undefined &&
    !isNativeValue(outputToken, conventions) &&
    !names(outputToken, partyOf(chain.family, job.from.token))
  );
}

/** On one chain a minimum needs the token that it is in. */
function promises({ minimum, outputToken }: CallLeg, job: Pick<Job, 'from' | 'to'>): boolean {
  return minimum !== undefined && (outputToken !== undefined || isCrossChain(job));
}

function swapFindings(
  legs: readonly CallLeg[],
  {
    request,
    target,
    order,
    unknownFollows = false,
  }: CallContext & { order: Order; unknownFollows?: boolean },
): RuleFinding[] {
  const { job } = request;
  const context = { request, target };
  const paid = legs.map((leg) => ({ leg, payee: payeeOf(leg, context) }));
  const last = paid.findLastIndex(({ payee }) => payee === 'receiver');
  const toReceiver = paid.flatMap(({ leg, payee }) => (payee === 'receiver' ? [leg] : []));
  const promised = toReceiver.filter((leg) => promises(leg, job));
  const minimum = promised.reduce((sum, leg) => sum + (leg.minimum ?? 0n), 0n);
  return [
    ...paid.flatMap(({ leg, payee }, index) =>
      payeeFindings(leg, { ...context, payee, isBeforeLast: unknownFollows || index < last }),
    ),
    ...findingsOf(
      last === -1 &&
        !unknownFollows &&
        reject('the call does not pay the receiver', { receiver: job.receiver, target }),
      promised.length > 0 &&
        minimum < order.minOut &&
        reject('the call’s own minimum is below the order’s', {
          minimum,
          minOut: order.minOut,
          target,
        }),
    ),
    ...toReceiver.flatMap((leg) => outputFindings(leg, request)),
    ...inputFindings(paid, request),
    ...legs.flatMap((leg) => deadlineFindings(leg, request, order)),
  ];
}

/** Money goes to the receiver, or stays in the contract until a later call pays the receiver. */
function payeeFindings(
  { name, receiver, amountIn, destinationChain, conventions }: CallLeg,
  { request, payee, isBeforeLast }: CallContext & { payee: Payee; isBeforeLast: boolean },
): RuleFinding[] {
  const { to } = request.job;
  const crosses = destinationChain !== undefined && isCrossChain(request.job);
  const mayPay =
    payee === 'receiver' ||
    (payee === 'contract' && isBeforeLast && !crosses) ||
    // What is left over returns to the payer.
    (payee === 'wallet' && amountIn === undefined && !crosses);
  const number = chainNumberOf(to.chain, conventions);
  return findingsOf(
    !mayPay &&
      reject('the call pays another account than the receiver', {
        function: name,
        paid: receiver?.value,
        receiver: request.job.receiver,
      }),
    // A number that the descriptor does not tell holds the call.
    destinationChain !== undefined &&
      number !== undefined &&
      destinationChain !== number &&
      reject('the call pays on another chain', {
        function: name,
        paid: destinationChain,
        destination: number,
      }),
  );
}

function outputFindings(
  { name, outputToken, conventions }: CallLeg,
  request: RuleRequest,
): RuleFinding[] {
  if (outputToken === undefined || isBought(outputToken, { request, conventions })) return [];
  const facts = { function: name, token: outputToken.value, bought: request.job.to.token };
  if (!isWrappedThere(outputToken, request.job))
    return [reject('the call buys another token', facts)];
  // Some bridges name the wrapped coin and pay the coin: aliases say which ones.
  const item = { kind: 'finding', rule: 'E03', what: `${name} names the wrapped coin` } as const;
  return [hold(item, 'the call buys the wrapped form of the coin', facts)];
}

/** Each call takes the job's token, or what an earlier call left in the contract. */
function inputFindings(
  paid: readonly { leg: CallLeg; payee: Payee }[],
  request: RuleRequest,
): RuleFinding[] {
  const { chain, job } = request;
  const inside: AccountValue[] = [];
  const findings: RuleFinding[] = [];
  let taken = 0n;
  for (const { leg, payee } of paid) {
    const { name, inputToken, outputToken, amountIn, conventions } = leg;
    const isInside = inputToken !== undefined && inside.some((one) => isEqual(one, inputToken));
    if (!isInside) {
      taken += amountIn ?? 0n;
      if (inputToken && !isOnChain(inputToken, job.from.token, { request, conventions }))
        findings.push(
          reject(anotherToken(request), {
            function: name,
            token: inputToken.value,
            source: job.from.token,
          }),
        );
    }
    if (payee === 'contract' && outputToken) inside.push(outputToken);
  }
  return [
    ...findings,
    ...findingsOf(
      taken > job.amount &&
        reject('the call takes more than the job gives', {
          taken,
          amount: job.amount,
          chain: chain.name,
        }),
    ),
  ];
}

function anotherToken({ chain, job }: RuleRequest): string {
  const isUnknown = isNativeToken(chain, job.from.token) && chain.wrappedNative === undefined;
  return isUnknown
    ? 'the call takes another token (calls name the wrapped form of a coin: chains.<CHAIN>.wrappedNative says which one that is)'
    : 'the call takes another token';
}

/** A call that stays valid long after the order may be executed at a price of another day. */
function deadlineFindings(
  { name, deadline }: CallLeg,
  { job, guardPolicy }: RuleRequest,
  { goodUntil = job.deadline }: Order,
): RuleFinding[] {
  const latest =
    BigInt(Math.ceil(goodUntil / 1_000)) + BigInt(guardPolicy.limits.callDeadlineMarginSeconds);
  return findingsOf(
    deadline !== undefined &&
      deadline > latest &&
      hold(
        {
          kind: 'finding',
          rule: 'E03',
          what: `the call of ${name} stays valid for up to ${hoursOf(deadline - latest)} h too long`,
        },
        'the call stays valid for longer than the policy allows after the order',
        { function: name, deadline, latest },
      ),
  );
}

/** Whole hours, in coarse steps: a new order with the same lifetime is the same finding. */
function hoursOf(seconds: bigint): bigint {
  return stepAbove((seconds + 3_599n) / 3_600n, 'rough');
}

/** The money goes to its owner, by the arguments or by what the contract has stored. */
function recoveryFindings(
  legs: readonly CallLeg[],
  { request, target, owner, least }: CallContext & { owner: Payee; least: bigint },
): RuleFinding[] {
  return legs.flatMap((leg) =>
    findingsOf(
      leg.receiver !== undefined &&
        !isPayee(leg.receiver, owner, { leg, request, target }) &&
        reject('the call pays another account than the owner', {
          function: leg.name,
          paid: leg.receiver.value,
        }),
      leg.minimum !== undefined &&
        leg.minimum < least &&
        reject('the call’s own minimum is below what it should fetch', {
          function: leg.name,
          minimum: leg.minimum,
          least,
        }),
    ),
  );
}

function isEqual(a: AccountValue, b: AccountValue): boolean {
  return a.kind === b.kind && a.value === b.value;
}
