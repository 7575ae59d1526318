import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../session/session.ts';
import { BulkDialog } from '../bulk/bulk-dialog.tsx';
import type { Selection } from './selection.ts';
import { type BulkKind, hasFilter, type SwapFilter, type SwapsSearch } from './swap-filter.ts';

interface ToolbarProps {
  search: SwapsSearch;
  filter: SwapFilter;
  selection: Selection;
  /** The swaps that are listed. */
  ids: readonly string[];
}

/** Export, and bulk actions of the selected swaps, else of all that match the filter. */
export function ListToolbar({ search, filter, selection, ids }: ToolbarProps) {
  const navigate = useNavigate();
  const maySubmit = useMay('submit');
  const count = selection.ids.size;
  const of = count > 0 ? { id: [...selection.ids].toSorted().join(',') } : filter;
  const prepare = (bulk: BulkKind) =>
    void navigate({ to: '/swaps', search: { ...filter, bulk }, resetScroll: false });
  const close = () =>
    void navigate({ to: '/swaps', search: filter, resetScroll: false, replace: true });
  const target = count > 0 ? `${count} selected` : 'all that match';
  return (
    <div className="toolbar">
      {maySubmit ? (
        <fieldset>
          <legend className="visually-hidden">Bulk actions</legend>
          {count > 0 ? (
            <button type="button" onClick={() => selection.set([])}>
              Select none
            </button>
          ) : (
            <button type="button" disabled={ids.length === 0} onClick={() => selection.set(ids)}>
              Select listed
            </button>
          )}
          <button type="button" disabled={!hasFilter(of)} onClick={() => prepare('retry')}>
            Retry {target}…
          </button>
          <button type="button" disabled={!hasFilter(of)} onClick={() => prepare('cancel')}>
            Cancel {target}…
          </button>
          {hasFilter(of) ? null : <span className="hint">Set a filter or select swaps first.</span>}
        </fieldset>
      ) : null}
      <span className="toolbar-end">
        <a className="button" href={exportAddress(filter, 'csv')} download>
          Export CSV
        </a>
        <a className="button" href={exportAddress(filter, 'json')} download>
          Export JSON
        </a>
      </span>
      {search.bulk && maySubmit ? (
        <BulkDialog action={search.bulk} filter={of} onClose={close} />
      ) : null}
    </div>
  );
}

function exportAddress(filter: SwapFilter, format: 'csv' | 'json'): string {
  return `/v1/swaps/export?${new URLSearchParams({ ...filter, format })}`;
}
