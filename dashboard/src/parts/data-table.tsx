import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table';
import type { ReactNode } from 'react';

const features = tableFeatures({});

type Columns<Row extends object> = readonly ColumnDef<typeof features, Row>[];

/** Defines a column: what stands in its head, and what in the cell of a row. */
export function column<Row extends object>(
  id: string,
  header: ReactNode,
  cell: (row: Row) => ReactNode,
  align: 'start' | 'end' = 'start',
): ColumnDef<typeof features, Row> {
  return {
    id,
    header: () => header,
    cell: ({ row }) => cell(row.original),
    meta: { align },
  } as ColumnDef<typeof features, Row>;
}

interface TableProps<Row extends object> {
  /** Read to those who do not see the table. */
  label: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  rowKey(row: Row): string;
  /** Shown instead of no rows. */
  empty: ReactNode;
}

/** A table that scrolls by itself where the page is narrow. */
export function DataTable<Row extends object>({
  label,
  columns,
  rows,
  rowKey,
  empty,
}: TableProps<Row>) {
  const table = useTable({
    features,
    columns: columns as ColumnDef<typeof features, Row>[],
    data: rows as Row[],
    getRowId: rowKey,
  });
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <section className="scrolls" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id} scope="col" className={alignOf(header.column.columnDef)}>
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id} className={alignOf(cell.column.columnDef)}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function alignOf({ meta }: { meta?: unknown }): string | undefined {
  return (meta as { align?: string } | undefined)?.align === 'end' ? 'end' : undefined;
}
