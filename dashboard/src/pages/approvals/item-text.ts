import { type Approval, fromBaseUnits } from 'ferryman-client';

/** What a person admits, in one line. */
export function itemText({ item }: Pick<Approval, 'item'>): string {
  const { kind, chain, address, selector, lacks, token, provider, rule, what } = item;
  if (kind === 'finding') return `${what} (${rule})`;
  if (item.envelope) return paymentText(item.envelope);
  const calls = lacks?.selectors?.join(' ');
  const parts = [kind.replaceAll('_', ' '), address, selector, calls, token, provider];
  const text = parts.filter((part) => part !== undefined).join(' ');
  return chain === undefined ? text : `${text} on ${chain}`;
}

function paymentText({ from, to }: NonNullable<Approval['item']['envelope']>): string {
  const most = fromBaseUnits(from.maximumBaseUnits, from.decimals);
  const least = fromBaseUnits(to.minimumBaseUnits, to.decimals);
  return `payment of up to ${most} ${from.symbol} on ${from.chain} for at least ${least} ${to.symbol} on ${to.chain}`;
}

/** What an approval lets Ferryman do. */
export function effectText(approval: Pick<Approval, 'item'>): string {
  const link = approval.item.kind === 'finding' ? 'in spite of' : 'for';
  return `Ferryman may sign ${link} ${itemText(approval)}`;
}

/** Such as "approved for every swap". */
export function standingText({ state, admission }: Approval): string {
  if (!admission) return state;
  if (admission.revoked) return 'revoked';
  const extent = { once: 'for its swap', until: 'until a date', permanent: 'for every swap' };
  const text = `approved ${extent[admission.scope]}`;
  return admission.inForce ? text : `${text}; its time is over`;
}
