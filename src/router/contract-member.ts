import { malformed } from './malformed.ts';

/** The interface's `useServiceContract`: on the wire the service's own name stands in it. */
const contractMember = /^use[A-Z]\w*Contract$/;

/**
 * The boolean that says whether the service's own contract is used has to be there, under the one
 * name that is configured, or else under any single one. Nothing goes by it: what is called is
 * judged from the transaction.
 * @throws `ROUTER_MALFORMED`
 */
export function requireContractMember(
  answer: Readonly<Record<string, unknown>>,
  configured?: string,
): void {
  const found = Object.keys(answer).filter((member) => contractMember.test(member));
  const member = configured ?? (found.length === 1 ? found[0] : undefined);
  if (member === undefined)
    throw malformed(`${found.length} members are named use…Contract, not one`);
  if (typeof answer[member] !== 'boolean') throw malformed(`/${member}: expected a boolean`);
}
