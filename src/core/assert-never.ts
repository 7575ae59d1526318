/**
 * Closes an exhaustive switch: a new member of the union fails to compile here, and an unexpected
 * value throws at run time.
 */
export function assertNever(value: never, of: string): never {
  throw new TypeError(`unexpected ${of}: ${JSON.stringify(value)}`);
}
