import { randomUUID } from 'node:crypto';
import type { Provider, Route } from '../providers/provider.ts';
import { RouteError } from './router-error.ts';

interface StoredQuote {
  readonly provider: Provider;
  readonly route: Route;
}

/** The quotes that have not expired. */
export interface QuoteBook {
  /** @returns the quote's id, a UUID */
  store(quote: StoredQuote): string;
  /** @throws {RouteError} 1004 if the quote is unknown or has expired */
  find(id: string | undefined): StoredQuote;
  /** Whether the quote exists and its provider takes deposits. */
  isByDeposit(id: string | undefined): boolean;
}

export function createQuoteBook(lifetimeMs: number): QuoteBook {
  const quotes = new Map<string, StoredQuote & { readonly expiresAt: number }>();

  /** All quotes live equally long, so the oldest ones come first. */
  const dropExpired = (now: number): void => {
    for (const [id, { expiresAt }] of quotes) {
      if (expiresAt > now) return;
      quotes.delete(id);
    }
  };

  return {
    store(quote) {
      const now = Date.now();
      dropExpired(now);
      const id = randomUUID();
      quotes.set(id, { ...quote, expiresAt: now + lifetimeMs });
      return id;
    },
    find(id) {
      dropExpired(Date.now());
      const quote = id === undefined ? undefined : quotes.get(id);
      if (quote === undefined)
        throw new RouteError({ code: 1004, reason: 'The quote id is missing or has expired' });
      return quote;
    },
    isByDeposit: (id) => id !== undefined && quotes.get(id)?.provider.takes === 'deposits',
  };
}
