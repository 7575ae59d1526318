/**
 * The name that identifies a host: two ports of one machine are one witness.
 * @param host such as `rpc.example:8545`, as in `URL.host`
 */
export function hostnameOf(host: string): string {
  return new URL(`http://${host}`).hostname.replace(/\.$/, '');
}
