import type { z } from 'zod';
import type { approvalAnswer } from '../api/schemas/approvals.ts';
import { formatAmount } from '../core/amounts/amounts.ts';
import { labelled } from './labelled.ts';
import { shortActor } from './short-id.ts';
import { showTime } from './show-time.ts';

export type ApprovalView = z.infer<typeof approvalAnswer>['approval'];

/** What a person admits, in one line. */
export function itemText({ item }: ApprovalView): string {
  const { kind, chain, address, selector, lacks, token, provider, rule, what } = item;
  if (kind === 'finding') return `${what} (${rule})`;
  if (item.envelope) return paymentText(item.envelope);
  const calls = lacks?.selectors?.join(' ');
  const words = [kind.replaceAll('_', ' '), address, selector, calls, token, provider];
  return [...words.filter((word) => word !== undefined), ...(chain ? [`on ${chain}`] : [])].join(
    ' ',
  );
}

function paymentText({ from, to }: NonNullable<ApprovalView['item']['envelope']>): string {
  const most = formatAmount(BigInt(from.maximumBaseUnits), from.decimals);
  const least = formatAmount(BigInt(to.minimumBaseUnits), to.decimals);
  return `payment of up to ${most} ${from.symbol} on ${from.chain} for at least ${least} ${to.symbol} on ${to.chain} to ${to.receiver}`;
}

/** What an approval lets Ferryman do. */
export function effectText(approval: ApprovalView): string {
  const link = approval.item.kind === 'finding' ? 'in spite of' : 'for';
  return `Ferryman may sign ${link} ${itemText(approval)}`;
}

/** All of an approval as text for a person. */
export function showApproval(approval: ApprovalView, width: number): string {
  const { id, swap, item, rule, message, known, requesters, decided, admission } = approval;
  return labelled(
    [
      ['approval', id],
      ['state', stateText(approval)],
      ['item', itemText(approval), 'whole'],
      ['code', item.codeHash, 'whole'],
      ['behind', item.implementationHash, 'whole'],
      ['rule', `${rule}: ${message}`],
      ...lines('known', [...pairs(known.facts), ...pairs(known.contract ?? {})]),
      ...lines('changes', known.simulation),
      ['at block', known.simulation.length > 0 ? known.block : undefined],
      ['policy', known.policy, 'whole'],
      ['swap', `${swap.id} (${swap.wallet}, ${swap.fromChain} → ${swap.toChain})`],
      ['asked by', requesters.map(shortActor).join(', ')],
      ['opened', showTime(approval.createdAt)],
      ['decided', decided && `${showTime(decided.at)} by ${shortActor(decided.by)}`],
      ['reason', decided?.reason],
      ['revoked', admission?.revoked && revokedText(admission.revoked)],
    ],
    width,
  );
}

export function stateText({ state, admission, expiresAt }: ApprovalView): string {
  if (state === 'open') return `open until ${showTime(expiresAt)}`;
  if (!admission) return state;
  if (admission.revoked) return 'revoked';
  const until = admission.until === undefined ? '' : ` ${showTime(admission.until)}`;
  const ended = admission.inForce ? '' : ', over';
  return `approved ${admission.scope}${until}${ended}`;
}

function revokedText({ by, at, reason }: { by: string; at: string; reason: string }): string {
  return `${showTime(at)} by ${shortActor(by)}: ${reason}`;
}

type Line = readonly [string, string, 'whole'];

/** The name stands on the first line only. */
function lines(name: string, texts: readonly string[]): Line[] {
  return texts.map((text, index) => [index === 0 ? name : '', text, 'whole']);
}

function pairs(facts: Readonly<Record<string, string>>): string[] {
  return Object.entries(facts).map(([name, value]) => `${name}: ${value}`);
}
