import { malformed } from './malformed.ts';

/** The interface's `useServiceContract`; services put their own name into it. */
const contractMember = /^use[A-Z]\w*Contract$/;

/**
 * Requires the boolean that says whether the service's own contract is used, under the configured
 * name or, by default, any single matching one. No decision depends on it: the guard judges what
 * the transaction calls.
 * @throws `ROUTER_MALFORMED`
 */
export function requireContractMember(
  answer: Readonly<Record<string, unknown>>,
  configured?: string,
): void {
  const found = Object.keys(answer).filter((member) => contractMember.test(member));
  const member = configured ?? (found.length === 1 ? found[0] : undefined);
  if (member === undefined)
    throw malformed(`${found.length} members are named use…Contract; exactly one is expected`);
  if (typeof answer[member] !== 'boolean') throw malformed(`/${member}: expected a boolean`);
}
