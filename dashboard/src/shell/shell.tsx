import { useIsFetching } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { LiveEvents } from '../live/live-events.tsx';
import { Notices } from './notices.tsx';
import { Top } from './top.tsx';

const pages = [
  ['/', 'Overview'],
  ['/swaps', 'Swaps'],
  ['/approvals', 'Approvals'],
  ['/treasury', 'Treasury'],
  ['/bulk', 'Bulk actions'],
  ['/lanes', 'Lanes'],
  ['/errors', 'Errors'],
  ['/networks', 'Providers and chains'],
  ['/wallets', 'Wallets'],
  ['/webhooks', 'Webhooks'],
  ['/audit', 'Audit log'],
  ['/settings', 'Settings'],
] as const;

/** What surrounds every page. */
export function Shell() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const isReading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0;
  // On a narrow page the titles stand in a row that scrolls.
  useEffect(() => {
    const title = nav.current?.querySelector<HTMLElement>(`[href="/${pathname.split('/')[1]}"]`);
    if (title) nav.current?.scrollTo({ left: title.offsetLeft - 48 });
  }, [pathname]);
  return (
    <LiveEvents>
      <div className="shell">
        <a className="skip" href="#content">
          Skip to the page
        </a>
        <Top />
        <Notices />
        <nav ref={nav} className="pages" aria-label="Pages">
          {pages.map(([to, title]) => (
            <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
              {title}
            </Link>
          ))}
        </nav>
        <main id="content" className="content" aria-busy={isReading}>
          <Outlet />
        </main>
      </div>
    </LiveEvents>
  );
}
