import { useNavigate } from '@tanstack/react-router';
import type { Swap } from 'ferryman-client';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

interface Rows {
  swaps: readonly Swap[];
  body: React.RefObject<HTMLTableSectionElement | null>;
  /** Scrolls until the row is there. */
  reveal(index: number): void;
  toggle(id: string): void;
}

/** Rows a page key goes. */
const page = 10;

/** One row is in the order of the Tab key; the arrow keys choose which. Enter opens its swap. */
export function useRowFocus({ swaps, body, reveal, toggle }: Rows) {
  const navigate = useNavigate();
  const [active, setActive] = useState(0);
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-index="${active}"]`);
    if (!row) return;
    isWanted.current = false;
    row.focus({ preventScroll: true });
  });
  const go = (index: number) => {
    const next = Math.max(0, Math.min(swaps.length - 1, index));
    isWanted.current = true;
    setActive(next);
    reveal(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = targetOf(event.key, active, swaps.length);
    const isRow = event.target instanceof HTMLTableRowElement;
    const id = isRow ? swaps[active]?.id : undefined;
    if (target !== undefined) go(target);
    else if (id !== undefined && event.key === 'Enter')
      void navigate({ to: '/swaps/$id', params: { id } });
    else if (id !== undefined && event.key === ' ') toggle(id);
    else return;
    event.preventDefault();
  };
  return { active: Math.min(active, Math.max(0, swaps.length - 1)), setActive, onKeyDown };
}

/** The row that a key goes to. */
function targetOf(key: string, active: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return active + 1;
    case 'ArrowUp':
      return active - 1;
    case 'PageDown':
      return active + page;
    case 'PageUp':
      return active - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
