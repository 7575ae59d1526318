import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { Problem } from '../../parts/problem.tsx';
import { useMay } from '../../session/session.ts';
import { FilterBar } from './filter-bar.tsx';
import { FilterChips } from './filter-chips.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { useSelection } from './selection.ts';
import { hasFilter, readSwapFilter } from './swap-filter.ts';
import { SwapList } from './swap-list.tsx';
import { useRowUpdates } from './use-row-updates.ts';
import { useSwapList } from './use-swap-list.ts';
import { ViewLinks } from './view-links.tsx';

const route = getRouteApi('/swaps');

export function Page() {
  const search = route.useSearch();
  const address = JSON.stringify(readSwapFilter({ ...search }));
  const filter = useMemo(() => readSwapFilter(JSON.parse(address)), [address]);
  const selection = useSelection(address);
  const maySubmit = useMay('submit');
  const list = useSwapList(filter);
  const { swaps, change, put } = list;
  const visible = useRef<readonly string[]>([]);
  const scroller = useRef<HTMLElement>(null);
  useRowUpdates({ swaps, visible, change, put });
  const ids = useMemo(() => swaps.map(({ id }) => id), [swaps]);
  return (
    <>
      <h1>Swaps</h1>
      <ViewLinks filter={filter} />
      <FilterBar filter={filter} />
      <FilterChips filter={filter} />
      <ListToolbar search={search} filter={filter} selection={selection} ids={ids} />
      {list.error ? <Problem error={list.error} /> : null}
      <div className="new-swaps" aria-live="polite">
        {list.newCount > 0 ? (
          <button
            type="button"
            onClick={() => {
              list.showNew();
              scroller.current?.scrollTo({ top: 0 });
              scroller.current?.focus();
            }}
          >
            ↑ {list.newCount}
            {list.hasMoreNew ? '+' : ''} new
          </button>
        ) : (
          <span className="quiet">
            {swaps.length} listed{list.hasMore ? ', more below' : ''}
          </span>
        )}
      </div>
      {list.isRead && swaps.length === 0 && !list.hasMore ? (
        <p className="empty">
          {hasFilter(filter) ? 'No swap matches.' : 'There are no swaps yet.'}
        </p>
      ) : null}
      {swaps.length > 0 || list.hasMore ? (
        <section
          ref={scroller}
          className="list-scroller"
          aria-label="Swaps, newest first"
          aria-busy={list.isOld}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
          tabIndex={0}
        >
          <SwapList
            // Another list begins at its top.
            key={address}
            swaps={swaps}
            selection={maySubmit ? selection : undefined}
            hasMore={list.hasMore}
            hasFailed={list.hasFailed}
            isReadingMore={list.isReadingMore}
            readMore={list.readMore}
            visible={visible}
            scroller={scroller}
          />
          {list.hasFailed ? (
            <button type="button" onClick={() => list.readMore()}>
              Read older swaps again
            </button>
          ) : null}
        </section>
      ) : list.isRead || list.error ? null : (
        <p className="quiet">Reading the list…</p>
      )}
    </>
  );
}
