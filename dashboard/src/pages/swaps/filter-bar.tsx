import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { fundsStates, swapStates } from '../../parts/swap-states.ts';
import { useSession } from '../../session/session.ts';
import { FilterField } from './filter-field.tsx';
import { FilterPicks } from './filter-picks.tsx';
import { type FilterName, isRefused, readSwapFilter, type SwapFilter } from './swap-filter.ts';

const compact = ['q', 'chain', 'provider', 'wallet', 'error'] as const;
const more = [
  'fromChain',
  'toChain',
  'fromToken',
  'toToken',
  'flow',
  'receiver',
  'metadata',
  'retryOf',
  'newerThan',
  'olderThan',
  'unchangedFor',
  'createdAfter',
  'createdBefore',
  'updatedAfter',
  'updatedBefore',
] as const satisfies readonly FilterName[];

/** The filter as fields. It lives in the address alone, so that it can be sent to others. */
export function FilterBar({ filter }: { filter: SwapFilter }) {
  const navigate = useNavigate();
  const id = useId();
  const { masks } = useSession();
  const [draft, setDraft] = useState(filter);
  useEffect(() => setDraft(filter), [filter]);
  const [isOpen, setOpen] = useState(more.some((name) => filter[name] !== undefined));
  const show = (search: SwapFilter) => void navigate({ to: '/swaps', search });
  const pick = (name: FilterName, value: string) => {
    const next = readSwapFilter({ ...draft, [name]: value });
    setDraft(next);
    show(next);
  };
  const field = (name: FilterName) => (
    <FilterField
      key={name}
      name={name}
      value={draft[name] ?? ''}
      onChange={(value) => setDraft({ ...draft, [name]: value })}
    />
  );
  return (
    <form
      className="filter-bar"
      aria-label="Filter"
      onSubmit={(event) => {
        event.preventDefault();
        show(readSwapFilter(draft));
      }}
    >
      <div className="filters">
        <FilterPicks name="state" options={swapStates} value={draft.state} onPick={pick} />
        <FilterPicks
          name="fundsState"
          options={fundsStates}
          value={draft.fundsState}
          onPick={pick}
        />
        {compact.filter((name) => !isRefused(name, masks)).map(field)}
        <button type="submit" className="primary">
          Filter
        </button>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Fewer filters' : 'More filters'}
        </button>
      </div>
      <div id={id} className="filters more" hidden={!isOpen}>
        {more.filter((name) => !isRefused(name, masks)).map(field)}
      </div>
    </form>
  );
}
