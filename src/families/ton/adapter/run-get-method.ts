import { type MethodAnswer, methodAnswer } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * Runs a contract's get method. The answer's `exit_code` is 0 if it succeeded.
 * @param address canonical form
 * @param stack the arguments in toncenter's form: pairs of a kind and a value
 */
export function runGetMethod(
  endpoint: Endpoint,
  address: string,
  method: string,
  stack: readonly (readonly [string, string])[] = [],
): Promise<MethodAnswer> {
  return endpoint.read('runGetMethod', { address, method, stack }, methodAnswer);
}
