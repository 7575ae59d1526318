import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useChains } from '../../parts/use-chains.ts';
import { useWallets } from '../../parts/use-wallets.ts';
import { useSession } from '../../session/session.ts';
import { filterHints, filterTitles } from './filter-titles.ts';
import type { FilterName } from './swap-filter.ts';

interface FieldProps {
  name: FilterName;
  value: string;
  onChange(value: string): void;
}

/** The field of one member of the filter. Times are in UTC, as everywhere on the page. */
export function FilterField({ name, value, onChange }: FieldProps) {
  const id = useId();
  const names = useNames(name);
  const change = ({ target }: { target: { value: string } }) => onChange(target.value);
  if (name === 'flow')
    return (
      <label>
        {filterTitles.flow}
        <select value={value} onChange={change}>
          <option value="">any</option>
          <option value="wallet">wallet</option>
          <option value="deposit">deposit</option>
          <option value="deposit-by-hand">deposit by hand</option>
        </select>
      </label>
    );
  if (/(After|Before)$/.test(name))
    return (
      <label className="wide">
        {filterTitles[name]} (UTC)
        <input
          type="datetime-local"
          value={fieldTime(value)}
          onChange={({ target }) => onChange(target.value === '' ? '' : `${target.value}:00Z`)}
        />
      </label>
    );
  return (
    <label>
      {filterTitles[name]}
      <input
        value={value}
        placeholder={filterHints[name]}
        list={names ? id : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={change}
      />
      {names ? (
        <datalist id={id}>
          {names.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      ) : null}
    </label>
  );
}

function fieldTime(value: string): string {
  const at = Date.parse(value);
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 16);
}

/** What the field may name, if there is a list of it. */
function useNames(field: FilterName): readonly string[] | undefined {
  const { client } = useSession();
  const isChain = /chain$/i.test(field);
  const chains = useChains({ enabled: isChain });
  const wallets = useWallets({ enabled: field === 'wallet', staleTime: 'static' });
  const providers = useQuery({
    queryKey: ['names', 'providers'],
    queryFn: ({ signal }) => client.providers.list({}, { signal }),
    enabled: field === 'provider',
    meta: { followsEvents: false },
  });
  if (isChain) return chains.data?.chains.map(({ name }) => name);
  if (field === 'provider') return providers.data?.providers.map(({ name }) => name);
  if (field === 'wallet') return [...new Set(wallets.data?.wallets.map(({ name }) => name))];
  return undefined;
}
