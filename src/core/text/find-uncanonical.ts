import { jsonPointer } from './json-pointer.ts';

/** As deep as a JSON text may be, see `findJsonFault`. */
const maxDepth = 16;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * What of a parsed JSON value programs in several languages may write or read in different ways
 * (RFC 8785, section 3.1; RFC 7493): a number that is no integer of up to 53 bits, half a surrogate
 * pair, `__proto__` as a name, too many levels. `undefined`: nothing.
 */
export function findUncanonical(
  value: unknown,
  path: readonly (string | number)[] = [],
): { pointer: string; message: string } | undefined {
  const fault = (message: string) => ({ pointer: jsonPointer(path), message });
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    return fault('is not a whole number of up to 53 bits');
  if (typeof value === 'string' && loneSurrogate.test(value)) return fault('is not valid Unicode');
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length >= maxDepth) return fault(`is more than ${maxDepth} levels deep`);
  const members = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [name, member] of members) {
    if (name === '__proto__' || loneSurrogate.test(String(name)))
      return fault('has a member whose name is not allowed');
    const found = findUncanonical(member, [...path, name]);
    if (found) return found;
  }
  return undefined;
}
