/**
 * The address of a path under the address of an endpoint. Providers put keys in the path or the
 * query of their addresses: both stay.
 * @param path without a slash before it
 */
export function addressOf(base: URL, path: string): URL {
  const address = new URL(base);
  address.pathname = `${base.pathname.replace(/\/+$/, '')}/${path}`;
  return address;
}
