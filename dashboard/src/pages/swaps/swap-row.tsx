import { Link } from '@tanstack/react-router';
import type { Swap } from 'ferryman-client';
import type { ReactNode } from 'react';
import { Time } from '../../parts/time.tsx';
import type { Selection } from './selection.ts';

interface RowProps {
  swap: Swap;
  index: number;
  /** Whether it is in the order of the Tab key. */
  isActive: boolean;
  onFocus(): void;
  selection: Selection | undefined;
  children: ReactNode;
}

export function SwapRow({ swap, index, isActive, onFocus, selection, children }: RowProps) {
  const { id, createdAt } = swap;
  const short = id.slice(0, 8);
  const tabIndex = isActive ? 0 : -1;
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      data-selected={selection?.ids.has(id) ? true : undefined}
      tabIndex={tabIndex}
      onFocus={onFocus}
    >
      <th scope="row" className="col-swap">
        <div className="row-head">
          {selection ? (
            <input
              type="checkbox"
              aria-label={`Select swap ${short}`}
              tabIndex={tabIndex}
              checked={selection.ids.has(id)}
              onChange={() => selection.toggle(id)}
            />
          ) : null}
          <div>
            <Link to="/swaps/$id" params={{ id }} className="line mono" tabIndex={tabIndex}>
              {short}
            </Link>
            <span className="line quiet">
              <Time at={createdAt} />
            </span>
          </div>
        </div>
      </th>
      {children}
    </tr>
  );
}
