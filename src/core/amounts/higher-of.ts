/** `Math.max` takes no `bigint`. */
export function higherOf(one: bigint, other: bigint): bigint {
  const isFirst = one > other;
  return isFirst ? one : other;
}
