import { useEffect, useRef } from 'react';
import { filterTitles } from './filter-titles.ts';
import { listOf } from './swap-filter.ts';

type Name = 'state' | 'fundsState';

interface PicksProps {
  name: Name;
  options: readonly string[];
  value: string | undefined;
  /** The picked ones, separated by commas. */
  onPick(name: Name, value: string): void;
}

/** Picks several of a list. It closes on Escape and when the focus or the pointer goes elsewhere. */
export function FilterPicks({ name, options, value, onPick }: PicksProps) {
  const picked = listOf(value);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = ({ target }: Event) => {
      const isInside = target instanceof Node && details.current?.contains(target);
      if (details.current && !isInside) details.current.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, []);
  const [first] = picked;
  const shown = picked.length > 1 ? `${picked.length} of ${options.length}` : (first ?? 'any');
  return (
    <div className="picks-field">
      <span aria-hidden="true">{filterTitles[name]}</span>
      <details
        ref={details}
        className="picks"
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !details.current) return;
          details.current.open = false;
          details.current.querySelector('summary')?.focus();
        }}
      >
        <summary aria-label={`${filterTitles[name]}: ${shown.replaceAll('_', ' ')}`}>
          {shown.replaceAll('_', ' ')}
        </summary>
        <fieldset>
          <legend className="visually-hidden">{filterTitles[name]}</legend>
          {options.map((option) => (
            <label key={option}>
              <input
                type="checkbox"
                checked={picked.includes(option)}
                onChange={({ target: { checked } }) =>
                  onPick(
                    name,
                    options
                      .filter((one) => (one === option ? checked : picked.includes(one)))
                      .join(','),
                  )
                }
              />{' '}
              {option.replaceAll('_', ' ')}
            </label>
          ))}
        </fieldset>
      </details>
    </div>
  );
}
