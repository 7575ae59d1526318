import { createClient, type FerrymanClient } from 'ferryman-client';

/**
 * The client of the page's own service. A session's cookie says who asks; the token proves that an
 * act comes from this page. Problems are shown, and not hidden behind retries.
 */
export function createSessionClient(csrfToken?: string): FerrymanClient {
  return createClient({
    url: location.origin,
    retries: 0,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      if (csrfToken !== undefined) headers.set('x-ferryman-csrf', csrfToken);
      return fetch(input, { ...init, headers, credentials: 'same-origin' });
    },
  });
}

/** Exchanges an API key for a session. The page forgets the key. */
export async function signIn(apiKey: string): Promise<void> {
  await createClient({ url: location.origin, apiKey, retries: 0 }).session.create();
}
