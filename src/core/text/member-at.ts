/** The member of a JSON value at a pointer (RFC 6901). `undefined`: there is none. */
export function memberAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (node, name) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, name)
          ? (node as Record<string, unknown>)[name]
          : undefined,
      value,
    );
}
