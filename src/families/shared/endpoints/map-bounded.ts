import { mapBounded as mapWithin } from '../../../core/map-bounded.ts';

/** Concurrent requests to one endpoint. Each is an HTTP request of its own. */
const atOnce = 8;

/** Maps all values, a few at a time. Keeps their order. */
export function mapBounded<Value, Result>(
  values: readonly Value[],
  map: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  return mapWithin(values, map, atOnce);
}
