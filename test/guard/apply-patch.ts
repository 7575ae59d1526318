export type Operation =
  | { op: 'add' | 'replace'; path: string; value: unknown }
  | { op: 'remove'; path: string };

/**
 * A copy of a document with RFC 6902 operations applied; only those that the vectors use, on
 * objects only.
 */
export function applyPatch<T>(document: T, operations: readonly Operation[]): T {
  const copy = structuredClone(document);
  for (const operation of operations) {
    const keys = operation.path.split('/').slice(1);
    const last = keys.pop();
    if (last === undefined) throw new Error('a patch of the whole document');
    const parent = keys.reduce<Record<string, unknown>>(
      (node, key) => {
        const child = node[key];
        if (typeof child !== 'object' || child === null)
          throw new Error(`there is nothing at ${operation.path}`);
        return child as Record<string, unknown>;
      },
      copy as Record<string, unknown>,
    );
    if (operation.op !== 'add' && !(last in parent))
      throw new Error(`there is nothing at ${operation.path}`);
    if (operation.op === 'remove') delete parent[last];
    else parent[last] = operation.value;
  }
  return copy;
}
