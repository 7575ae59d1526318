import { Link } from '@tanstack/react-router';
import { exactTime } from '../../parts/time.tsx';
import { filterTitles } from './filter-titles.ts';
import { type FilterName, hasFilter, listOf, type SwapFilter, withValue } from './swap-filter.ts';

interface Chip {
  name: FilterName;
  text: string;
  /** The filter without it. */
  without: SwapFilter;
}

/** Each active condition, with a link to the list without it. */
export function FilterChips({ filter }: { filter: SwapFilter }) {
  if (!hasFilter(filter)) return null;
  return (
    <ul className="chips" aria-label="Active filters">
      {chipsOf(filter).map(({ name, text, without }) => (
        <li key={`${name} ${text}`}>
          <Link to="/swaps" search={without} title="Remove this filter">
            <span className="visually-hidden">Remove filter </span>
            {filterTitles[name]}: <b>{text}</b> <span aria-hidden="true">✕</span>
          </Link>
        </li>
      ))}
      <li>
        <Link to="/swaps" search={{}} className="chips-clear">
          Clear all
        </Link>
      </li>
    </ul>
  );
}

function chipsOf(filter: SwapFilter): Chip[] {
  return (Object.entries(filter) as [FilterName, string][]).flatMap(([name, value]): Chip[] => {
    if (name === 'id') {
      const count = listOf(value).length;
      const text = count === 1 ? value.slice(0, 8) : `${count} ids`;
      return [{ name, text, without: withValue(filter, name, '') }];
    }
    const members = name === 'state' || name === 'fundsState' ? listOf(value) : [value];
    return members.map((member) => {
      const rest = members.filter((one) => one !== member).join(',');
      return { name, text: textOf(name, member), without: withValue(filter, name, rest) };
    });
  });
}

function textOf(name: FilterName, value: string): string {
  if (name === 'state' || name === 'fundsState') return value.replaceAll('_', ' ');
  const time = /(After|Before)$/.test(name) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? value : exactTime(new Date(time).toISOString());
}

/** A filter in words, for tables and dialogs. */
export function filterText(filter: SwapFilter): string {
  return chipsOf(filter)
    .map(({ name, text }) => `${filterTitles[name]}: ${text}`)
    .join(' · ');
}
