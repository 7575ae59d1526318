import { useMemo, useState } from 'react';

/** As many swaps as one filter can name. */
const maxSelected = 200;

export interface Selection {
  ids: ReadonlySet<string>;
  toggle(id: string): void;
  set(ids: readonly string[]): void;
}

/** Which swaps are selected. Another list begins with none. */
export function useSelection(of: string): Selection {
  const [{ list, ids }, setSelected] = useState<{ list: string; ids: ReadonlySet<string> }>({
    list: of,
    ids: new Set(),
  });
  return useMemo(() => {
    const current = list === of ? ids : new Set<string>();
    const set = (next: Iterable<string>) =>
      setSelected({ list: of, ids: new Set([...next].slice(0, maxSelected)) });
    return {
      ids: current,
      set,
      toggle: (id) =>
        set(current.has(id) ? [...current].filter((one) => one !== id) : [...current, id]),
    };
  }, [list, ids, of]);
}
