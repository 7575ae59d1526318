import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { Endpoint } from './endpoint.ts';
import { askOne } from './endpoints.ts';

/**
 * Asks endpoints in turn until one answers. Throws the first endpoint's fault if all fail, and
 * `none()` if there is no endpoint.
 */
export async function askEach<Known extends Endpoint, T>(
  endpoints: Iterable<Known>,
  ask: (endpoint: Known) => Promise<T>,
  none = () => new FerrymanError('INTERNAL', 'a host has no endpoint'),
): Promise<T> {
  let firstFault: FerrymanError | undefined;
  for (const endpoint of endpoints) {
    const result = await askOne(endpoint, ask);
    if (result.ok) return result.value;
    firstFault ??= result.fault;
  }
  throw firstFault ?? none();
}
