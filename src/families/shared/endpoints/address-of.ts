/**
 * Appends a path to an endpoint's URL. Keeps the URL's own path and query: providers put keys
 * there.
 * @param path without a leading slash
 */
export function addressOf(base: URL, path: string): URL {
  const address = new URL(base);
  address.pathname = `${base.pathname.replace(/\/+$/, '')}/${path}`;
  return address;
}
