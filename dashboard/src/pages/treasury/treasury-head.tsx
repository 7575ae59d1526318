import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

const pages = [
  ['/treasury/rules', 'Rules'],
  ['/treasury/plan', 'Plan'],
  ['/treasury/balances', 'Balances'],
  ['/treasury/limits', 'Limits'],
  ['/treasury/books', 'Books'],
] as const;

/** The head of each page of the treasury, with the way to the others. */
export function TreasuryHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header>
      <nav className="choice" aria-label="Treasury">
        {pages.map(([to, name]) => (
          <Link key={to} to={to} activeOptions={{ includeSearch: false }}>
            {name}
          </Link>
        ))}
      </nav>
      <h1>{title}</h1>
      <p className="quiet">{children}</p>
    </header>
  );
}
