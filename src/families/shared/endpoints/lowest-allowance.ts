import { lowerOf } from '../../../core/amounts/lower-of.ts';
import type { Endpoint } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';
import { readOfEachHost } from './read-of-each-host.ts';

interface AllowanceAtBlock {
  value: bigint;
  block: bigint;
}

/**
 * Of what the chain's hosts answer, the lowest allowance counts, at the earliest block: Ferryman then
 * approves again, and two hosts have to show what that changes.
 */
export async function lowestAllowance<Known extends Endpoint>(
  endpoints: Endpoints<Known>,
  read: (endpoint: Known) => Promise<AllowanceAtBlock>,
): Promise<AllowanceAtBlock> {
  const answers = await readOfEachHost(endpoints, read);
  return {
    value: answers.map(({ value }) => value).reduce(lowerOf),
    block: answers.map(({ block }) => block).reduce(lowerOf),
  };
}
