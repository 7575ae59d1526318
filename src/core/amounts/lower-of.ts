/** `Math.min` takes no `bigint`. */
export function lowerOf(one: bigint, other: bigint): bigint {
  const isFirst = one < other;
  return isFirst ? one : other;
}
