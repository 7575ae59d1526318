import { type MethodAnswer, methodAnswer } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * What a contract answers to a question that changes nothing; its exit code tells whether it has.
 * @param address canonical form
 * @param stack the arguments, as toncenter takes them: pairs of a kind and a value
 */
export function runGetMethod(
  endpoint: Endpoint,
  address: string,
  method: string,
  stack: readonly (readonly [string, string])[] = [],
): Promise<MethodAnswer> {
  return endpoint.read('runGetMethod', { address, method, stack }, methodAnswer);
}
