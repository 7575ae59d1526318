/**
 * The name by which hosts are told apart: two ports of one machine are one witness.
 * @param host such as `rpc.example:8545`, as `URL.host` has it
 */
export function hostnameOf(host: string): string {
  return new URL(`http://${host}`).hostname.replace(/\.$/, '');
}
