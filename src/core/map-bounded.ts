/**
 * Maps all values, `atOnce` at the same time, and keeps their order. After a failure no further
 * value is taken, and the first failure is thrown.
 */
export async function mapBounded<Value, Result>(
  values: readonly Value[],
  map: (value: Value) => Promise<Result>,
  atOnce: number,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = values.entries();
  let failed = false;
  const work = async (): Promise<void> => {
    for (const [index, value] of entries) {
      if (failed) return;
      try {
        results[index] = await map(value);
      } catch (cause) {
        failed = true;
        throw cause;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, values.length) }, work));
  return results;
}
