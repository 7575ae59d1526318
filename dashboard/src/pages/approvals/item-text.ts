import type { Approval } from 'ferryman-client';

/** What a person admits, in one line. */
export function itemText({ item }: Pick<Approval, 'item'>): string {
  const { kind, chain, address, selector, lacks, token, provider, rule, what } = item;
  const calls = lacks?.selectors?.join(' ');
  const parts = [kind.replaceAll('_', ' '), address, selector, calls, token, provider, rule, what];
  const text = parts.filter((part) => part !== undefined).join(' ');
  return chain === undefined ? text : `${text} on ${chain}`;
}

/** Such as "approved for every swap". */
export function standingText({ state, admission }: Approval): string {
  if (!admission) return state;
  if (admission.revoked) return 'revoked';
  const extent = { once: 'for its swap', until: 'until a date', permanent: 'for every swap' };
  const text = `approved ${extent[admission.scope]}`;
  return admission.inForce ? text : `${text}; its time is over`;
}
