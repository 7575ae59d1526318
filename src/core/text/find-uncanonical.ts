import { jsonPointer } from './json-pointer.ts';

/** The limit of `findJsonFault`. */
const maxDepth = 16;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * The first part of a parsed JSON value that languages may serialize or parse differently (RFC
 * 8785, section 3.1; RFC 7493): a number that is no integer of up to 53 bits, a lone surrogate, the
 * name `__proto__`, too many levels. `undefined`: none.
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
