import type { Deposit } from '../../core/deposits/deposit.ts';
import { isNativeToken } from '../../core/swap/chains.ts';
import type { Order } from '../../core/swap/swap.ts';
import type { GuardRequest } from '../../ports/guard.ts';
import { addressFindings, amountFindings, memoFindings } from '../deposit-findings.ts';
import type { Effects } from '../effects.ts';
import { findInspected } from '../find-inspected.ts';
import type { ReadPlainPayment } from '../plain-payment.ts';
import { rotatingAmountFindings, rotatingFindings } from '../rotating-addresses.ts';
import { aboutFee, findingsOf, type Rule, type RuleFinding, reject, requote } from '../rule.ts';
import { sameAddress } from '../same-address.ts';

/** Milliseconds from the request of the order to the last moment at which it may be signed. */
const maxAge = 600_000;
/** Milliseconds by which the journal's clock and this one may differ. */
const maxSkew = 60_000;

/**
 * D01. The job pays by deposit, to a provider that the policy names for this token. The deposit
 * address can be owned: it is no token and no burn address. It is neither the wallet nor the
 * receiver, who would be paid with what is to be sold.
 */
const depositAddress = <Seen extends Effects>(judgePayee: JudgePayee<Seen>): Rule<Seen> => ({
  id: 'D01',
  check: (effects, request) =>
    ofDeposit(request, (deposit, { provider }) => {
      const { job, chain, lease } = request;
      const { address } = deposit;
      const facts = findInspected(effects, address);
      return [
        ...addressFindings(deposit, job, chain),
        ...findingsOf(
          job.flow !== 'deposit' && reject('the job does not pay by deposit', { flow: job.flow }),
          sameAddress(effects.family, address, lease.account) &&
            reject('the deposit address is one of the job’s own accounts', { address }),
          facts?.isToken && reject('the deposit address is a token', { address }),
          !facts && reject('the simulation did not inspect the deposit address', { address }),
        ),
        ...judgePayee(effects, facts),
        ...rotatingFindings(request, { provider, address }),
      ];
    }),
});

/**
 * The family's findings about the paid account: whether it exists or has code may decide whether
 * money comes back.
 */
type JudgePayee<Seen extends Effects> = (
  effects: Seen,
  facts: { hasCode: boolean } | undefined,
) => readonly RuleFinding[];

/** D02. The order wants exactly the job's amount. */
const depositAmount: Rule = {
  id: 'D02',
  check: (_effects, request) =>
    ofDeposit(request, (deposit) => amountFindings(deposit, request.job)),
};

/**
 * D03. The bytes carry exactly the order's memo, or none if the order has none. The memo is
 * printable text. Where providers pool deposit addresses (TON), an order has one, unless the policy
 * says that the provider's orders have addresses of their own.
 */
const depositMemo = <Seen extends Effects>(
  readPlainPayment: ReadPlainPayment<Seen>,
): Rule<Seen> => ({
  id: 'D03',
  check: (effects, request) =>
    ofDeposit(request, (deposit, order) => {
      const { memo, address } = deposit;
      const read = readPlainPayment(effects, request, address);
      const said = read.ok ? read.payment.memo : undefined;
      return [
        ...memoFindings(deposit, { ...request, order }),
        // D05 reports bytes that are no plain payment.
        ...findingsOf(
          read.ok &&
            said !== memo &&
            reject('the bytes do not carry the order’s memo', { said, memo }),
        ),
      ];
    }),
});

/**
 * D04. The order was requested, has a number at its provider, and is signed within ten minutes of
 * the request, whatever the policy allows, since it is unknown how long the provider waits for the
 * money. The journal ensures that no other order has the same number, and that nothing is signed
 * later than the order permits.
 */
const depositAge: Rule = {
  id: 'D04',
  check: (_effects, request) =>
    ofDeposit(request, ({ exchangeId }, { requestedAt, signBy }) => {
      const latest = (requestedAt ?? 0) + maxAge + maxSkew;
      return findingsOf(
        exchangeId === '' && reject('the order has no number at its provider'),
        requestedAt === undefined && reject('the order was never requested'),
        (signBy === undefined || signBy > latest) &&
          requote('the order may be signed for too long', {
            signBy: `${signBy}`,
            latest: `${latest}`,
          }),
      );
    }),
};

/**
 * D05. The bytes are one plain payment of exactly the order's amount, in the source token, to the
 * deposit address. It is at most what the policy says for the provider and the token, because
 * nothing on chain bounds what comes back. Costs beside the network fee (rent of a token account,
 * coins sent along with jettons) stay within what the job allows for fees.
 */
const depositPayment = <Seen extends Effects>(
  readPlainPayment: ReadPlainPayment<Seen>,
): Rule<Seen> => ({
  id: 'D05',
  check: (effects, request) =>
    ofDeposit(request, (deposit, order) => {
      const read = readPlainPayment(effects, request, deposit.address);
      if (!read.ok) return [reject(`the bytes are no plain payment: ${read.fault}`)];
      const { token, to, amount } = read.payment;
      const { job, feeSpent, chain } = request;
      const { family, value, maximumFee } = effects;
      const beside = value - (isNativeToken(chain, job.from.token) ? amount : 0n);
      const findings = findingsOf(
        !sameAddress(family, token, job.from.token) &&
          !(isNativeToken(chain, token) && isNativeToken(chain, job.from.token)) &&
          reject('the bytes pay in another token', { token, source: job.from.token }),
        !sameAddress(family, to, deposit.address) &&
          reject('the bytes pay another address', { to, address: deposit.address }),
        amount !== deposit.amount &&
          reject('the bytes pay another amount', { amount, ordered: deposit.amount }),
        beside < 0n && reject('the bytes send fewer coins than they pay', { value, amount }),
        beside > chain.maxDeclaredFee &&
          reject('the coins sent beside the payment are above the chain’s cap', {
            beside,
            most: chain.maxDeclaredFee,
          }),
        job.maxFee !== undefined &&
          beside > 0n &&
          feeSpent + maximumFee + beside > job.maxFee &&
          aboutFee(
            requote('the fees and the coins sent along may be above the job’s maximum', {
              feeSpent,
              maximumFee,
              beside,
            }),
          ),
      );
      return [...findings, ...rotatingAmountFindings(request, order)];
    }),
});

/** D01 to D05 for a family. @param readPlainPayment reads what its bytes pay */
export function depositRules<Seen extends Effects>(
  readPlainPayment: ReadPlainPayment<Seen>,
  judgePayee: JudgePayee<Seen> = () => [],
): readonly Rule<Seen>[] {
  return [
    depositAddress(judgePayee),
    depositAmount,
    depositMemo(readPlainPayment),
    depositAge,
    depositPayment(readPlainPayment),
  ];
}

function ofDeposit(
  { intent }: Pick<GuardRequest, 'intent'>,
  check: (deposit: Deposit, order: Order) => readonly RuleFinding[],
): readonly RuleFinding[] {
  if (intent.kind !== 'deposit') return [];
  const { deposit } = intent.order;
  return deposit ? check(deposit, intent.order) : [reject('the order wants no deposit')];
}
