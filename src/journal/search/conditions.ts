import type { SwapCriteria } from '../../ports/stores/swap-store.ts';
import { shownOrder } from '../rows/swap-view-row.ts';
import { type SqlParameter, timestamp } from '../sql-client.ts';

/**
 * All conditions of a filter on `swaps s`, as one text for any of them: a criterion that is absent
 * is null. They are read for candidates only, so no index has to fit them.
 * @param own numbers the parameters of `conditionParameters`, from 1
 */
export function conditions(own: (number: number) => string): string {
  const given = (number: number, type: string, condition: (value: string) => string): string => {
    const value = `${own(number)}::${type}`;
    return `(${value} is null or ${condition(value)})`;
  };
  const isToken = (side: string) => (value: string) =>
    `lower(${value}) in (lower(s.job->'${side}'->>'token'), lower(s.job->'${side}'->>'symbol'))`;
  return [
    given(1, 'text[]', (value) => `s.state = any(${value})`),
    given(2, 'text[]', (value) => `s.funds_state = any(${value})`),
    given(3, 'text', (value) => `${value} in (s.from_chain, s.to_chain)`),
    given(4, 'text', (value) => `s.from_chain = ${value}`),
    given(5, 'text', (value) => `s.to_chain = ${value}`),
    given(6, 'text', isToken('from')),
    given(7, 'text', isToken('to')),
    given(8, 'text', (value) => `${value} in (s.wallet_name, split_part(s.wallet_name, '/', 1))`),
    given(
      9,
      'text[]',
      (value) =>
        `(select lower(o.provider) = any(${value}) from orders o where o.id = (${shownOrder('s')}))`,
    ),
    given(10, 'text', (value) => `s.reason_code = ${value}`),
    given(11, 'text', (value) => `s.job->>'flow' = ${value}`),
    given(12, 'timestamptz', (value) => `s.created_at >= ${value}`),
    // Answers show milliseconds: a swap is not after the time that is shown of it.
    given(13, 'timestamptz', (value) => `date_trunc('milliseconds', s.created_at) <= ${value}`),
    given(14, 'timestamptz', (value) => `s.updated_at >= ${value}`),
    given(15, 'timestamptz', (value) => `date_trunc('milliseconds', s.updated_at) <= ${value}`),
    given(16, 'text', (value) => `jsonb_exists(s.job->'metadata', ${value})`),
    given(17, 'text', (value) => `s.job->'metadata'->>${own(16)}::text = ${value}`),
    given(18, 'text', (value) => `lower(s.receiver) = lower(${value})`),
    given(19, 'uuid', (value) => `s.retry_of = ${value}`),
    given(20, 'uuid[]', (value) => `s.id = any(${value})`),
  ].join(' and ');
}

/** In the order of `conditions`. */
export function conditionParameters(criteria: SwapCriteria): SqlParameter[] {
  const time = (at: number | undefined): string | null => (at === undefined ? null : timestamp(at));
  return [
    criteria.states ? [...criteria.states] : null,
    criteria.fundsStates ? [...criteria.fundsStates] : null,
    criteria.chain ?? null,
    criteria.fromChain ?? null,
    criteria.toChain ?? null,
    criteria.fromToken ?? null,
    criteria.toToken ?? null,
    criteria.wallet ?? null,
    criteria.providers ? [...criteria.providers] : null,
    criteria.error ?? null,
    criteria.flow ?? null,
    time(criteria.createdAfter),
    time(criteria.createdBefore),
    time(criteria.updatedAfter),
    time(criteria.updatedBefore),
    criteria.metadata?.key ?? null,
    criteria.metadata?.value ?? null,
    criteria.receiver ?? null,
    criteria.retryOf ?? null,
    criteria.ids ? [...criteria.ids] : null,
  ];
}
