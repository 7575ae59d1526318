/** Concurrent requests to one endpoint. Each is an HTTP request of its own. */
const atOnce = 8;

/** Maps all values, a few at a time. Keeps their order. */
export async function mapBounded<Value, Result>(
  values: readonly Value[],
  map: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < values.length; start += atOnce) {
    results.push(...(await Promise.all(values.slice(start, start + atOnce).map(map))));
  }
  return results;
}
