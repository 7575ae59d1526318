import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { builtInViews, forgetView, saveView, useSavedViews, type View } from './saved-views.ts';
import { hasFilter, type SwapFilter, sameFilter } from './swap-filter.ts';

/** Named filters as links. Those that a person saved stay in this browser. */
export function ViewLinks({ filter }: { filter: SwapFilter }) {
  const saved = useSavedViews();
  const [isSaving, setSaving] = useState(false);
  const isKnown = [...builtInViews, ...saved].some((view) => sameFilter(view.filter, filter));
  return (
    <nav className="views" aria-label="Views">
      <ul>
        {builtInViews.map((view) => (
          <li key={view.name}>
            <ViewLink view={view} filter={filter} />
          </li>
        ))}
        {saved.map((view) => (
          <li key={view.name}>
            <ViewLink view={view} filter={filter} />
            <button
              type="button"
              className="plain"
              aria-label={`Forget the view ${view.name}`}
              title="Forget this view"
              onClick={() => forgetView(view.name)}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      {hasFilter(filter) && !isKnown ? (
        <button type="button" onClick={() => setSaving(true)}>
          Save view…
        </button>
      ) : null}
      {isSaving ? <SaveDialog filter={filter} onClose={() => setSaving(false)} /> : null}
    </nav>
  );
}

function ViewLink({ view, filter }: { view: View; filter: SwapFilter }) {
  const isShown = sameFilter(view.filter, filter);
  return (
    <Link to="/swaps" search={view.filter} className={isShown ? 'view shown' : 'view'}>
      {view.name}
      {isShown ? <span className="visually-hidden"> (shown)</span> : null}
    </Link>
  );
}

function SaveDialog({ filter, onClose }: { filter: SwapFilter; onClose(): void }) {
  return (
    <Dialog title="Save this view" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const name = String(new FormData(event.currentTarget).get('name')).trim();
          if (name !== '') saveView({ name, filter });
          onClose();
        }}
      >
        <label htmlFor="view-name">Name</label>
        <input id="view-name" name="name" required maxLength={40} autoComplete="off" />
        <p className="hint">This browser keeps it. A view of the same name is replaced.</p>
        <footer>
          <button type="button" onClick={onClose}>
            Close
          </button>
          <button type="submit" className="primary">
            Save
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
