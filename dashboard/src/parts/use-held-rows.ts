import { useState } from 'react';

/**
 * A list, newest first, that does not move by itself: rows that came after the first reading wait
 * until a person asks for them.
 */
export function useHeldRows<Row>(
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
): { shown: readonly Row[]; fresh: number; showFresh(): void } {
  const [head, setHead] = useState<string>();
  const first = rows?.[0];
  const newest = first === undefined ? undefined : keyOf(first);
  if (head === undefined && newest !== undefined) setHead(newest);
  const index = rows?.findIndex((row) => keyOf(row) === head) ?? -1;
  const fresh = Math.max(index, 0);
  return {
    shown: rows?.slice(fresh) ?? [],
    fresh,
    showFresh: () => setHead(newest),
  };
}
