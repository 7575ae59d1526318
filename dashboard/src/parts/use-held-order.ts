import { useRef } from 'react';

/**
 * Rows in the order in which they were first seen, new ones last: a row never moves while a person
 * points at it. Another `view` begins with an order of its own.
 */
export function useHeldOrder<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  view: string,
): readonly Row[] {
  const held = useRef<{ view: string; places: Map<string, number> }>({ view, places: new Map() });
  if (held.current.view !== view) held.current = { view, places: new Map() };
  const { places } = held.current;
  for (const row of rows) if (!places.has(keyOf(row))) places.set(keyOf(row), places.size);
  return rows.toSorted(
    (one, other) => (places.get(keyOf(one)) ?? 0) - (places.get(keyOf(other)) ?? 0),
  );
}
