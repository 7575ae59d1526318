import type { ReactNode } from 'react';
import { column } from './data-table.tsx';

/** The last column of a table: what a person can do with a row. */
export function actsColumn<Row extends object>(cell: (row: Row) => ReactNode) {
  return column<Row>('acts', <span className="visually-hidden">Acts</span>, cell, 'end');
}
