import { Link } from '@tanstack/react-router';
import { useSession } from '../session/session.ts';
import { ApprovalsWaiting } from './approvals-waiting.tsx';
import { LiveSwitch } from './live-switch.tsx';
import { Networks } from './networks.tsx';
import { Search } from './search.tsx';
import { StopEverything } from './stop-everything.tsx';
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
        <ApprovalsWaiting />
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
