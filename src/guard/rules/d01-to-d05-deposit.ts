import type { Deposit } from '../../core/deposits/deposit.ts';
import { isNativeToken } from '../../core/swap/chains.ts';
import type { Order } from '../../core/swap/swap.ts';
import type { GuardRequest } from '../../ports/guard.ts';
import { amountFindings, memoFindings, placeFindings } from '../deposit-findings.ts';
import type { Effects } from '../effects.ts';
import { findInspected } from '../find-inspected.ts';
import type { ReadPlainPayment } from '../plain-payment.ts';
import { aboutFee, findingsOf, type Rule, type RuleFinding, reject, requote } from '../rule.ts';
import { sameAddress } from '../same-address.ts';

/** Milliseconds from the question for the order to the last moment at which it is signed. */
const maxAge = 600_000;
/** Milliseconds by which the journal's clock and ours may differ. */
const maxSkew = 60_000;

/**
 * D01. The job may be paid by deposit. The deposit target is an address that somebody can own: no
 * token, no burner, not the wallet's own, and not the receiver's, who would be paid what is to be
 * sold.
 */
const depositAddress = <Seen extends Effects>(judgeStanding: JudgeStanding<Seen>): Rule<Seen> => ({
  id: 'D01',
  check: (effects, request) =>
    ofDeposit(request, (deposit) => {
      const { job, chain, lease } = request;
      const { address } = deposit;
      const facts = findInspected(effects, address);
      return [
        ...placeFindings(deposit, job, chain),
        ...findingsOf(
          job.flow !== 'deposit' &&
            reject('the job is not one that is paid by deposit', { flow: job.flow }),
          sameAddress(effects.family, address, lease.account) &&
            reject('the deposit address is our own', { address }),
          facts?.isToken && reject('the deposit address is a token', { address }),
          !facts && reject('nobody looked at what the deposit address is', { address }),
        ),
        ...judgeStanding(effects, facts),
      ];
    }),
});

/**
 * What the family knows of whom the bytes pay: where an account is there or not, and can do
 * something or not, makes a difference to whether money comes back.
 */
type JudgeStanding<Seen extends Effects> = (
  effects: Seen,
  facts: { hasCode: boolean } | undefined,
) => readonly RuleFinding[];

/**
 * D02. The order wants what the job gives, to the last unit. Less is no order for the job, and more
 * is not given.
 */
const depositAmount: Rule = {
  id: 'D02',
  check: (_effects, request) =>
    ofDeposit(request, (deposit) => amountFindings(deposit, request.job)),
};

/**
 * D03. The bytes carry the order's memo, to the letter, and none where the order has none. It is
 * printable text.
 */
const depositMemo = <Seen extends Effects>(
  readPlainPayment: ReadPlainPayment<Seen>,
): Rule<Seen> => ({
  id: 'D03',
  check: (effects, request) =>
    ofDeposit(request, (deposit) => {
      const { memo, address } = deposit;
      const read = readPlainPayment(effects, request, address);
      const said = read.ok ? read.payment.memo : undefined;
      return [
        ...memoFindings(deposit, request.job, request.chain),
        // What is no payment D05 says.
        ...findingsOf(
          read.ok &&
            said !== memo &&
            reject('the bytes do not carry the order’s memo', { said, memo }),
        ),
      ];
    }),
});

/**
 * D04. The order was asked for, has a number, and is signed within ten minutes of that, however
 * long the policy gives it: nobody knows how long its provider waits for the money. The journal
 * ensures that no other order has its number, and that nothing is signed later than the order
 * permits.
 */
const depositAge: Rule = {
  id: 'D04',
  check: (_effects, request) =>
    ofDeposit(request, ({ exchangeId }, { requestedAt, signBy }) => {
      const latest = (requestedAt ?? 0) + maxAge + maxSkew;
      return findingsOf(
        exchangeId === '' && reject('the order has no number at its provider'),
        requestedAt === undefined && reject('nobody asked for the order'),
        (signBy === undefined || signBy > latest) &&
          requote('the order may be signed for too long', {
            signBy: `${signBy}`,
            latest: `${latest}`,
          }),
      );
    }),
};

/**
 * D05. The bytes are one plain payment of exactly that amount, in the source token, to that
 * address, and nothing else. What it costs beside its fee (rent of a token account, coins that go
 * along with jettons) stays within what the job allows for fees.
 */
const depositPayment = <Seen extends Effects>(
  readPlainPayment: ReadPlainPayment<Seen>,
): Rule<Seen> => ({
  id: 'D05',
  check: (effects, request) =>
    ofDeposit(request, (deposit) => {
      const read = readPlainPayment(effects, request, deposit.address);
      if (!read.ok) return [reject(`the bytes are no plain payment: ${read.fault}`)];
      const { token, to, amount } = read.payment;
      const { job, feeSpent, chain } = request;
      const { family, value, maximumFee } = effects;
      const beside = value - (isNativeToken(chain, job.from.token) ? amount : 0n);
      return findingsOf(
        !sameAddress(family, token, job.from.token) &&
          !(isNativeToken(chain, token) && isNativeToken(chain, job.from.token)) &&
          reject('the bytes pay in another token', { token, source: job.from.token }),
        !sameAddress(family, to, deposit.address) &&
          reject('the bytes pay somebody else', { to, address: deposit.address }),
        amount !== deposit.amount &&
          reject('the bytes pay another amount', { amount, ordered: deposit.amount }),
        beside < 0n && reject('the bytes send less coins than they pay', { value, amount }),
        beside > chain.maxDeclaredFee &&
          reject('what is sent beside the payment is above the chain’s cap', {
            beside,
            most: chain.maxDeclaredFee,
          }),
        job.maxFee !== undefined &&
          beside > 0n &&
          feeSpent + maximumFee + beside > job.maxFee &&
          aboutFee(
            requote('the fees and what goes along may be above the job’s', {
              feeSpent,
              maximumFee,
              beside,
            }),
          ),
      );
    }),
});

/** D01 to D05, of a family. @param readPlainPayment what its bytes pay */
export function depositRules<Seen extends Effects>(
  readPlainPayment: ReadPlainPayment<Seen>,
  judgeStanding: JudgeStanding<Seen> = () => [],
): readonly Rule<Seen>[] {
  return [
    depositAddress(judgeStanding),
    depositAmount,
    depositMemo(readPlainPayment),
    depositAge,
    depositPayment(readPlainPayment),
  ];
}

function ofDeposit(
  { intent }: GuardRequest,
  check: (deposit: Deposit, order: Order) => readonly RuleFinding[],
): readonly RuleFinding[] {
  if (intent.kind !== 'deposit') return [];
  const { deposit } = intent.order;
  return deposit ? check(deposit, intent.order) : [reject('the order wants no deposit')];
}
