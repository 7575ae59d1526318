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
 * gives, brings at least what the order promises, and changes nothing else. What was not measured
 * counts as changed.
 */
export const simulation: Rule = {
  id: 'G12',
  check(effects, request) {
    return [
      ...effectFindings(effects, request),
      ...effects.authorityChanges.map(unexpectedAuthority),
    ];
  },
};

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
        ...allowancesBut(effects),
      ];
    case 'approve':
      return approveFindings(effects, intent.token, intent.spender, intent.value);
    case 'revoke':
      return approveFindings(effects, intent.token, intent.spender, 0n);
    case 'cancel':
    case 'boost':
      return [
        ...effects.balanceChanges.filter(({ delta }) => delta !== 0n).map(unexpectedBalance),
        ...allowancesBut(effects),
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

/** No account loses anything but the sender its amount and the coins sent along. */
function takenFindings(effects: Effects, { chain, job, lease }: GuardRequest): RuleFinding[] {
  const native = isNativeToken(chain, job.from.token);
  const taken = changeOf(effects, lease.account, job.from.token);
  const objected = effects.balanceChanges.filter(({ account, token, delta }) => {
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
      reject('more is taken than the job gives', { taken, amount: job.amount }),
    !native &&
      changeOf(effects, lease.account, chain.nativeToken.address) === undefined &&
      reject('the native coin was not measured'),
    // On one chain what is brought says the same, and better.
    isCrossChain(job) &&
      taken === 0n &&
      requote('the transaction pays nothing in', { token: job.from.token }),
    ...objected.map(unexpectedBalance),
  );
}

/**
 * On one chain the receiver has it in the same transaction; across chains nothing here can show it,
 * and on TON, where what comes of a message are transactions of others later on, nothing can at
 * all.
 */
function broughtFindings(
  effects: Effects,
  { chain, job, lease }: GuardRequest,
  { minOut }: Order,
): RuleFinding[] {
  if (isCrossChain(job) || !formatsOf(effects.family).actsAtOnce) return [];
  const change = changeOf(effects, job.receiver, job.to.token);
  if (change === undefined)
    return [reject('what the receiver gets was not measured', { receiver: job.receiver })];
  // A sender who receives native coins has paid the value out of the same balance.
  const paidFromIt =
    isNativeToken(chain, job.to.token) && sameAddress(effects.family, job.receiver, lease.account);
  const brought = paidFromIt ? change + effects.value : change;
  return findingsOf(
    // A market that moved brings less; nothing at all is no move of a market.
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
 * Exactly the amount leaves the wallet, and exactly it gets to where it is wanted: a token that
 * keeps a part of it would leave the order short.
 */
function depositFindings(
  effects: Effects,
  { chain, job, lease }: GuardRequest,
  { deposit }: Order,
): RuleFinding[] {
  const taken = changeOf(effects, lease.account, job.from.token);
  const brought = deposit && changeOf(effects, deposit.address, job.from.token);
  // A contract may pass coins on as they come, as exchanges have theirs do; that they come to it
  // the bytes say (D05).
  const passesOn =
    isNativeToken(chain, job.from.token) &&
    findInspected(effects, deposit?.address)?.hasCode === true;
  return findingsOf(
    taken !== undefined &&
      -taken < job.amount &&
      reject('less is taken than the deposit', { taken, amount: job.amount }),
    (brought === undefined || (brought !== job.amount && !passesOn)) &&
      reject('not exactly the amount gets to the deposit address', { brought, amount: job.amount }),
  );
}

/**
 * What is fetched comes to whom it belongs, and nothing else changes at all: a loan in the wallet's
 * name would bring it too.
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
      brought === undefined && reject('what it brings was not measured', { account, token }),
      brought !== undefined &&
        brought < least &&
        reject('it does not bring what should be fetched', { brought, least, account, token }),
    ),
    ...others.map(unexpectedBalance),
    ...allowancesBut(effects),
  ];
}

/** The used spender's allowance may go down by what it took; no other moves, and none goes up. */
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
    ...allowancesBut(
      effects,
      (change) =>
        isUsed(change) &&
        change.after < change.before &&
        change.before - change.after <= job.amount,
    ),
  ];
}

/** The allowance becomes exactly what it should, and nothing else happens. */
function approveFindings(
  effects: Effects,
  token: TokenAddress,
  spender: string,
  value: bigint,
): RuleFinding[] {
  const isAsked = (change: AllowanceChange): boolean =>
    sameAddress(effects.family, change.token, token) &&
    sameAddress(effects.family, change.spender, spender);
  const asked = effects.allowanceChanges.filter(isAsked);
  return [
    ...findingsOf(
      asked.length === 0 && reject('the allowance was not measured', { token, spender }),
      ...asked.map(
        ({ after }) =>
          after !== value && reject('the allowance becomes another', { after, value, spender }),
      ),
    ),
    ...allowancesBut(effects, isAsked),
    ...effects.balanceChanges.filter(({ delta }) => delta !== 0n).map(unexpectedBalance),
  ];
}

type BalanceChange = Effects['balanceChanges'][number];
type AllowanceChange = Effects['allowanceChanges'][number];

function allowancesBut(
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
  return reject('a balance changes that should not, or by more than it should', {
    account,
    token,
    delta,
  });
}

/** No transaction of ours gives anybody else a say over what is the wallet's. */
function unexpectedAuthority({
  account,
  what,
  before,
  after,
}: Effects['authorityChanges'][number]): RuleFinding {
  return reject('the authority over an account changes', { account, what, before, after });
}

/** All changes of one balance together; nothing where none was measured. */
function changeOf(effects: Effects, account: string, token: TokenAddress): bigint | undefined {
  const changes = effects.balanceChanges.filter(
    (change) =>
      sameAddress(effects.family, change.account, account) &&
      sameAddress(effects.family, change.token, token),
  );
  return changes.length === 0 ? undefined : changes.reduce((sum, { delta }) => sum + delta, 0n);
}
