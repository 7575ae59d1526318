import { assertNever } from '../../core/assert-never.ts';
import { formatsOf, isNativeToken, type TokenAddress } from '../../core/swap/chains.ts';
import { isCrossChain } from '../../core/swap/job.ts';
import type { Order } from '../../core/swap/swap.ts';
import type { GuardRequest } from '../../ports/guard.ts';
import type { Effects } from '../effects.ts';
import { findInspected } from '../find-inspected.ts';
import { findingsOf, type Rule, type RuleFinding, reject, requote } from '../rule.ts';
import { sameAddress } from '../same-address.ts';

/**
 * G12. Closed world: simulated on the current state, the transaction takes at most what the job
 * gives, brings at least what the order promises, and changes nothing else. Anything that was not
 * measured is rejected, and so is everything about which two hosts of the chain contradict one
 * another.
 */
export const simulation: Rule = {
  id: 'G12',
  check(effects, request) {
    return [
      ...contradictionFindings(request),
      ...effectFindings(effects, request),
      ...effects.authorityChanges.map(unexpectedAuthority),
    ];
  },
};

/** Law 11: hosts that contradict one another about changes or code prove nothing. */
function contradictionFindings({ simulation: { witnesses } }: GuardRequest): RuleFinding[] {
  const { contradiction = [] } = witnesses ?? {};
  const answers = Object.fromEntries(contradiction.map(({ host, shows }) => [host, shows]));
  return findingsOf(
    contradiction.length > 0 &&
      reject('the chain’s hosts show different changes or different code', answers),
  );
}

function effectFindings(effects: Effects, request: GuardRequest): RuleFinding[] {
  const { intent, job, lease } = request;
  switch (intent.kind) {
    case 'swap':
      return [
        ...takenFindings(effects, request),
        ...broughtFindings(effects, request, intent.order),
        ...spentAllowanceFindings(effects, request, intent.order),
      ];
    case 'deposit':
      return [
        ...takenFindings(effects, request),
        ...depositFindings(effects, request, intent.order),
        ...allowanceFindings(effects),
      ];
    case 'approve':
      return approveFindings(effects, intent.token, intent.spender, intent.value);
    case 'revoke':
      return approveFindings(effects, intent.token, intent.spender, 0n);
    case 'cancel':
    case 'boost':
      return [
        ...effects.balanceChanges.filter(({ delta }) => delta !== 0n).map(unexpectedBalance),
        ...allowanceFindings(effects),
      ];
    case 'refund':
      return recoveryFindings(effects, {
        account: lease.account,
        token: job.from.token,
        least: intent.minBack,
      });
    case 'claim':
      return recoveryFindings(effects, {
        account: job.receiver,
        token: job.to.token,
        least: intent.minOut,
      });
    default:
      return assertNever(intent, 'intent');
  }
}

/** Only the sender loses money: at most the job's amount and the native coins sent. */
function takenFindings(effects: Effects, { chain, job, lease }: GuardRequest): RuleFinding[] {
  const native = isNativeToken(chain, job.from.token);
  const taken = changeOf(effects, lease.account, job.from.token);
  const unexpected = effects.balanceChanges.filter(({ account, token, delta }) => {
    if (delta >= 0n) return false;
    if (!sameAddress(effects.family, account, lease.account)) return true;
    if (isNativeToken(chain, token)) return -delta > effects.value;
    return !sameAddress(effects.family, token, job.from.token) || -delta > job.amount;
  });
  return findingsOf(
    taken === undefined && reject('the source token was not measured', { token: job.from.token }),
    taken !== undefined &&
      !native &&
      -taken > job.amount &&
      reject('the wallet pays more than the job gives', { taken, amount: job.amount }),
    !native &&
      changeOf(effects, lease.account, chain.nativeToken.address) === undefined &&
      reject('the native coin was not measured'),
    // On one chain `broughtFindings` checks this better.
    isCrossChain(job) &&
      taken === 0n &&
      requote('the wallet pays nothing', { token: job.from.token }),
    ...unexpected.map(unexpectedBalance),
  );
}

/**
 * The receiver's gain, which only a simulation on one chain shows. On TON later transactions of
 * other accounts bring it, so no simulation shows it.
 */
function broughtFindings(
  effects: Effects,
  { chain, job, lease }: GuardRequest,
  { minOut }: Order,
): RuleFinding[] {
  if (isCrossChain(job) || !formatsOf(effects.family).actsAtOnce) return [];
  const change = changeOf(effects, job.receiver, job.to.token);
  if (change === undefined)
    return [reject('the receiver’s balance was not measured', { receiver: job.receiver })];
  // A sender who receives native coins has paid the value from the same balance.
  const paidFromIt =
    isNativeToken(chain, job.to.token) && sameAddress(effects.family, job.receiver, lease.account);
  const brought = paidFromIt ? change + effects.value : change;
  return findingsOf(
    // If the market moves, the receiver gets less, but never nothing.
    brought <= 0n && reject('the receiver gets nothing', { brought, receiver: job.receiver }),
    brought > 0n &&
      brought < minOut &&
      requote('the receiver gets less than the minimum', {
        brought,
        minOut,
        receiver: job.receiver,
      }),
  );
}

/**
 * Exactly the amount leaves the wallet and reaches the deposit address: a token that charges a
 * transfer fee would leave the order short.
 */
function depositFindings(
  effects: Effects,
  { chain, job, lease }: GuardRequest,
  { deposit }: Order,
): RuleFinding[] {
  const taken = changeOf(effects, lease.account, job.from.token);
  const brought = deposit && changeOf(effects, deposit.address, job.from.token);
  // A contract may forward native coins at once, as exchanges' contracts do. D05 checks from the
  // bytes that they reach it.
  const forwards =
    isNativeToken(chain, job.from.token) &&
    findInspected(effects, deposit?.address)?.hasCode === true;
  return findingsOf(
    taken !== undefined &&
      -taken < job.amount &&
      reject('the wallet pays less than the deposit', { taken, amount: job.amount }),
    (brought === undefined || (brought !== job.amount && !forwards)) &&
      reject('the deposit address does not receive exactly the amount', {
        brought,
        amount: job.amount,
      }),
  );
}

/**
 * The fetched money reaches its owner, and nothing else changes: a loan in the wallet's name would
 * bring money too.
 */
function recoveryFindings(
  effects: Effects,
  { account, token, least }: { account: string; token: TokenAddress; least: bigint },
): RuleFinding[] {
  const brought = changeOf(effects, account, token);
  const others = effects.balanceChanges.filter(
    (change) =>
      change.delta !== 0n &&
      !(
        sameAddress(effects.family, change.account, account) &&
        sameAddress(effects.family, change.token, token)
      ),
  );
  return [
    ...findingsOf(
      brought === undefined && reject('the fetched amount was not measured', { account, token }),
      brought !== undefined &&
        brought < least &&
        reject('it fetches less than it should', { brought, least, account, token }),
    ),
    ...others.map(unexpectedBalance),
    ...allowanceFindings(effects),
  ];
}

/**
 * The allowance of the order's spender may fall by what it took. No other allowance changes, and
 * none rises.
 */
function spentAllowanceFindings(
  effects: Effects,
  { chain, job }: GuardRequest,
  { spender }: Order,
): RuleFinding[] {
  const isUsed = (change: AllowanceChange): boolean =>
    sameAddress(effects.family, change.token, job.from.token) &&
    sameAddress(effects.family, change.spender, spender);
  const wasMeasured =
    spender === undefined ||
    isNativeToken(chain, job.from.token) ||
    effects.allowanceChanges.some(isUsed);
  return [
    ...findingsOf(!wasMeasured && reject('the spender’s allowance was not measured', { spender })),
    ...allowanceFindings(
      effects,
      (change) =>
        isUsed(change) &&
        change.after < change.before &&
        change.before - change.after <= job.amount,
    ),
  ];
}

/** The allowance becomes exactly the requested value, and nothing else changes. */
function approveFindings(
  effects: Effects,
  token: TokenAddress,
  spender: string,
  value: bigint,
): RuleFinding[] {
  const isRequested = (change: AllowanceChange): boolean =>
    sameAddress(effects.family, change.token, token) &&
    sameAddress(effects.family, change.spender, spender);
  const asked = effects.allowanceChanges.filter(isRequested);
  return [
    ...findingsOf(
      asked.length === 0 && reject('the allowance was not measured', { token, spender }),
      ...asked.map(
        ({ after }) =>
          after !== value &&
          reject('the allowance is set to another value', { after, value, spender }),
      ),
    ),
    ...allowanceFindings(effects, isRequested),
    ...effects.balanceChanges.filter(({ delta }) => delta !== 0n).map(unexpectedBalance),
  ];
}

type BalanceChange = Effects['balanceChanges'][number];
type AllowanceChange = Effects['allowanceChanges'][number];

function allowanceFindings(
  effects: Effects,
  isExpected: (change: AllowanceChange) => boolean = () => false,
): RuleFinding[] {
  return effects.allowanceChanges
    .filter((change) => change.before !== change.after && !isExpected(change))
    .map(({ token, spender, before, after }) =>
      reject('an allowance changes', { token, spender, before, after }),
    );
}

function unexpectedBalance({ account, token, delta }: BalanceChange): RuleFinding {
  return reject('a balance changes that should not change, or changes by too much', {
    account,
    token,
    delta,
  });
}

/** No transaction of ours gives another account control over what the wallet owns. */
function unexpectedAuthority({
  account,
  what,
  before,
  after,
}: Effects['authorityChanges'][number]): RuleFinding {
  return reject('the authority over an account changes', { account, what, before, after });
}

/** The sum of all changes of one balance. `undefined`: none was measured. */
function changeOf(effects: Effects, account: string, token: TokenAddress): bigint | undefined {
  const changes = effects.balanceChanges.filter(
    (change) =>
      sameAddress(effects.family, change.account, account) &&
      sameAddress(effects.family, change.token, token),
  );
  return changes.length === 0 ? undefined : changes.reduce((sum, { delta }) => sum + delta, 0n);
}
