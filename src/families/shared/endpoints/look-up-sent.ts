import type { Endpoint } from './endpoint.ts';

/** What hosts show of a transaction that was sent. */
type Found = { kind: 'found' } | { kind: 'absent' } | { kind: 'unknown'; message: string };

/**
 * Asks hosts for a transaction. One that has it is enough. It is absent if two say so; if one host
 * is configured, that one.
 * @param hosts the endpoints of each hostname, in the order to ask them
 * @param has throws if the endpoint does not answer
 */
export async function foundOnHosts<Known extends Endpoint>(
  hosts: readonly (readonly Known[])[],
  has: (endpoint: Known) => Promise<boolean>,
): Promise<Found> {
  const needed = Math.min(2, hosts.length);
  const answers = await Promise.all(hosts.map((host) => askHost(host, has)));
  if (answers.includes(true)) return { kind: 'found' };
  const absences = answers.filter((answer) => answer === false).length;
  if (absences >= needed && absences > 0) return { kind: 'absent' };
  const message = `${absences} of ${needed} hosts looked for the transaction`;
  return { kind: 'unknown', message };
}

/** Endpoints of one hostname may be several nodes: each is asked until one has it. */
async function askHost<Known extends Endpoint>(
  host: readonly Known[],
  has: (endpoint: Known) => Promise<boolean>,
): Promise<boolean | undefined> {
  let answer: boolean | undefined;
  for (const endpoint of host) {
    try {
      await endpoint.verify();
      answer = await has(endpoint);
    } catch {
      // No answer. A send does not throw, and the outcome says how many hosts have answered.
      continue;
    }
    if (answer) return true;
  }
  return answer;
}
