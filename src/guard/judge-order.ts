import type { Judgement, OrderRequest } from '../ports/guard.ts';
import { addressFindings, amountFindings, memoFindings } from './deposit-findings.ts';
import { conclude, findingsSafely } from './judge.ts';
import type { GuardPolicy } from './policy/guard-policy.ts';
import { rotatingAmountFindings, rotatingFindings } from './rotating-addresses.ts';
import {
  findingsOf,
  type OrderRule,
  type OrderRuleRequest,
  type RuleFinding,
  reject,
} from './rule.ts';
import { floor } from './rules/g07-minimum-output.ts';
import { tokenIdentity } from './rules/g08-tokens.ts';
import { orderRecipientFindings } from './rules/g10-recipients.ts';
import { routerSignals } from './rules/g14-router-signals.ts';
import { approvals } from './rules/g15-approvals.ts';

/** What every order of every family is judged by, with and without bytes. */
export const orderRules: readonly OrderRule[] = [floor, tokenIdentity, routerSignals, approvals];

interface NamedCheck {
  id: string;
  check: (request: OrderRuleRequest) => readonly RuleFinding[];
}

const ofEachOrder: readonly NamedCheck[] = orderRules.map(({ id, checkOrder }) => ({
  id,
  check: checkOrder,
}));

/** What a person who pays is protected from, as far as it is known before the order is opened. */
const beforeOrder: readonly NamedCheck[] = [
  { id: 'G10', check: orderRecipientFindings },
  {
    id: 'D01',
    check: (request) => rotatingFindings(request, { ...request.order, address: undefined }),
  },
  { id: 'D05', check: (request) => rotatingAmountFindings(request, request.order) },
];

/** D01 to D03, as far as they apply without bytes. */
const ofTarget: readonly NamedCheck[] = [
  {
    id: 'D01',
    check: ({ order: { deposit }, job, chain }) => [
      ...findingsOf(
        job.flow !== 'deposit-by-hand' &&
          reject('the job is no manual deposit', { flow: job.flow }),
        !deposit && reject('the order wants no deposit'),
      ),
      ...(deposit ? addressFindings(deposit, job, chain) : []),
    ],
  },
  {
    id: 'D02',
    check: ({ order: { deposit }, job }) => (deposit ? amountFindings(deposit, job) : []),
  },
  {
    id: 'D03',
    check: (request) => (request.order.deposit ? memoFindings(request.order.deposit, request) : []),
  },
];

/** Judges an order before it is requested, or before a transaction is requested for it. */
export function judgeOrder(request: OrderRequest, guardPolicy: GuardPolicy): Judgement {
  // Of what Ferryman pays itself, the bytes are judged too.
  const isByHand = request.job.flow === 'deposit-by-hand';
  return judgeBy(isByHand ? [...ofEachOrder, ...beforeOrder] : ofEachOrder, request, guardPolicy);
}

/** Judges the order and the deposit target that a person is shown. */
export function judgeDepositTarget(request: OrderRequest, guardPolicy: GuardPolicy): Judgement {
  return judgeBy([...ofEachOrder, ...beforeOrder, ...ofTarget], request, guardPolicy);
}

function judgeBy(
  checks: readonly NamedCheck[],
  request: OrderRequest,
  guardPolicy: GuardPolicy,
): Judgement {
  const findings = checks.flatMap(({ id, check }) =>
    findingsSafely(id, () => check({ ...request, guardPolicy })),
  );
  return conclude([...new Set(checks.map(({ id }) => id))], findings, request.admitted);
}
