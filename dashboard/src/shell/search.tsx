import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useIsMasked } from '../session/session.ts';

/** Searches swaps from every page. The key `/` brings the focus here. */
export function Search() {
  // A search by what is masked would reveal it: a key with masks finds swaps by their ids alone.
  const byId = useIsMasked();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as HTMLElement).tagName);
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  return (
    <search className="search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const text = field.current?.value.trim() ?? '';
          const search = text === '' ? {} : byId ? { id: text } : { q: text };
          void navigate({ to: '/swaps', search });
        }}
      >
        <input
          ref={field}
          type="search"
          aria-label="Search swaps"
          placeholder={
            byId ? 'Search: id of a swap ( / )' : 'Search: id, hash, address, error ( / )'
          }
        />
      </form>
    </search>
  );
}
