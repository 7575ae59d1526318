import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { Swap } from 'ferryman-client';
import { Fragment, type RefObject, useCallback, useEffect, useRef } from 'react';
import { listColumns } from './list-columns.tsx';
import type { Selection } from './selection.ts';
import { SwapRow } from './swap-row.tsx';
import { useRowFocus } from './use-row-focus.ts';

const features = tableFeatures({});
const columns = listColumns as ColumnDef<typeof features, Swap>[];

/** Pixels; the style sheet gives each row this height. */
const rowHeight = 52;
/** Older swaps are read when the end is so many rows away. */
const ahead = 20;

interface ListProps {
  swaps: readonly Swap[];
  /** Absent: this person may do nothing with a selection. */
  selection: Selection | undefined;
  hasMore: boolean;
  /** Older swaps could not be read: they are not asked for by itself. */
  hasFailed: boolean;
  isReadingMore: boolean;
  readMore(): void;
  /** Is told the rows on the screen. */
  visible: RefObject<readonly string[]>;
  /** What scrolls. */
  scroller: RefObject<HTMLElement | null>;
}

/** A list of any length: only the rows on the screen are in the page. */
export function SwapList(props: ListProps) {
  const { swaps, selection, hasMore, hasFailed, isReadingMore, readMore, visible, scroller } =
    props;
  const body = useRef<HTMLTableSectionElement>(null);
  const focused = useRef(0);
  const table = useTable({ features, columns, data: swaps as Swap[], getRowId: ({ id }) => id });
  const { rows } = table.getRowModel();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // The row with the focus stays in the page.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) =>
        [...new Set([...defaultRangeExtractor(range), focused.current])]
          .filter((index) => index < range.count)
          .toSorted((one, other) => one - other),
      [],
    ),
  });
  const { active, setActive, onKeyDown } = useRowFocus({
    swaps,
    body,
    reveal: (index) => {
      focused.current = index;
      virtual.scrollToIndex(index);
    },
    toggle: (id) => selection?.toggle(id),
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const isAtEnd = hasMore && !isReadingMore && !hasFailed && last >= swaps.length - ahead;
  useEffect(() => {
    focused.current = active;
    visible.current = items.flatMap(({ index }) => swaps[index]?.id ?? []);
  });
  useEffect(() => {
    if (isAtEnd) readMore();
  }, [isAtEnd, readMore]);
  return (
    <table className="swap-list" aria-rowcount={hasMore ? -1 : swaps.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" className="col-swap">
            Swap, age
          </th>
          {table.getHeaderGroups()[0]?.headers.map((header) => (
            <th key={header.id} scope="col" className={`col-${header.column.id}`}>
              <table.FlexRender header={header} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={onKeyDown}>
        {items.map(({ index, start }, position) => {
          const row = rows[index];
          const gap = start - (items[position - 1]?.end ?? 0);
          return row ? (
            <Fragment key={row.id}>
              <Gap height={gap} />
              <SwapRow
                swap={row.original}
                index={index}
                isActive={index === active}
                onFocus={() => setActive(index)}
                selection={selection}
              >
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} className={`col-${cell.column.id}`}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </SwapRow>
            </Fragment>
          ) : null;
        })}
        <Gap height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
      </tbody>
    </table>
  );
}

/** Stands for the rows that are not in the page. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr className="gap">
      <td colSpan={columns.length + 1} style={{ height }} />
    </tr>
  );
}
