import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useLive } from '../live/live-events.tsx';
import { useIsLimited, useIsMasked, useMay, useSession } from '../session/session.ts';
import { StopDialog } from './stop-dialog.tsx';
import { useTheme } from './theme.ts';

/** Which networks, search, whether the page is live, and the stop of everything. */
export function Top() {
  const session = useSession();
  const [theme, setTheme] = useTheme();
  return (
    <header className="top">
      <Link to="/" className="brand">
        Ferryman
      </Link>
      <Networks />
      <Masks />
      <Search />
      <div className="top-end">
        <LiveSwitch />
        <StopEverything />
        <button
          type="button"
          className="on-wide"
          onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
        >
          {theme === 'dark' ? 'Light' : 'Dark'}
        </button>
        <Link
          to="/settings"
          className="who quiet on-wide"
          title={`API key ${session.keyId}: ${session.scopes.join(', ')}`}
        >
          {session.name ?? session.keyId}
        </Link>
        <button type="button" className="sign-out" onClick={() => session.signOut()}>
          Sign out
        </button>
      </div>
    </header>
  );
}

/** Real networks are in red: an act there costs real money. */
function Networks() {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['chains'],
    queryFn: ({ signal }) => client.chains.list({ signal }),
  });
  if (!data) return null;
  const real = data.chains.filter(({ testnet }) => !testnet).map(({ name }) => name);
  const names = data.chains.map(({ name }) => name).join(', ');
  return real.length > 0 ? (
    <span className="network-real" title={real.join(', ')}>
      real<span className="on-wide"> networks</span>
    </span>
  ) : (
    <span className="network-test" title={names}>
      test<span className="on-wide"> networks</span>
    </span>
  );
}

/** Says on every page that some of it is hidden. */
function Masks() {
  const { masks } = useSession();
  if (masks.length === 0) return null;
  return (
    <span className="masked" title={`Your API key does not see ${masks.join(' or ')}.`}>
      masked
    </span>
  );
}

function Search() {
  // A search by what is hidden would tell it.
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
          const q = field.current?.value.trim() ?? '';
          void navigate({ to: '/swaps', search: q === '' ? {} : byId ? { id: q } : { q } });
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

function LiveSwitch() {
  const { state, setPaused } = useLive();
  const text = { live: '● Live', paused: '‖ Paused', broken: '○ No connection' }[state];
  return (
    <button
      type="button"
      className="live"
      aria-pressed={state === 'paused'}
      onClick={() => setPaused(state !== 'paused')}
    >
      {text}
    </button>
  );
}

function StopEverything() {
  const maySubmit = useMay('submit');
  const mayApprove = useMay('approve');
  const isLimited = useIsLimited();
  const { client } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['stops'],
    queryFn: ({ signal }) => client.stops.list({ signal }),
  });
  const isStopped = data?.stops.some(({ scope }) => scope === 'all') ?? false;
  if (!data || isLimited || !(isStopped ? mayApprove : maySubmit)) return null;
  return (
    <>
      <button
        type="button"
        className={isStopped ? 'primary' : 'danger'}
        onClick={() => setOpen(true)}
      >
        {isStopped ? 'Resume everything' : 'Stop everything'}
      </button>
      {isOpen ? (
        <StopDialog
          target={{ scope: 'all', subject: '' }}
          isStopped={isStopped}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
