/** RFC 6902. */
export interface Operation {
  op: string;
  path: string;
  from?: string;
  value?: unknown;
}

type Container = Record<string, unknown> | unknown[];

/** A copy of a document with the operations applied. Throws if one cannot be applied. */
export function applyPatch<T>(document: T, operations: readonly Operation[]): T {
  let copy: unknown = structuredClone(document);
  for (const operation of operations) copy = applyOne(copy, operation);
  return copy as T;
}

function applyOne(document: unknown, { op, path, from, value }: Operation): unknown {
  switch (op) {
    case 'add':
      return put(document, path, structuredClone(value), 'insert');
    case 'replace':
      return put(document, path, structuredClone(value), 'replace');
    case 'remove':
      return take(document, path);
    case 'copy':
      return put(document, path, structuredClone(read(document, from ?? '')), 'insert');
    case 'move':
      return put(take(document, from ?? ''), path, read(document, from ?? ''), 'insert');
    case 'test':
      if (JSON.stringify(read(document, path)) !== JSON.stringify(value))
        throw new Error(`the test of ${path} fails`);
      return document;
    default:
      throw new Error(`the operation ${op} is unknown`);
  }
}

function read(document: unknown, path: string): unknown {
  return keysOf(path).reduce<unknown>((node, key) => {
    const container = containerAt(node, path);
    if (!(key in container)) throw new Error(`there is nothing at ${path}`);
    return (container as Record<string, unknown>)[key];
  }, document);
}

function put(document: unknown, path: string, value: unknown, how: 'insert' | 'replace'): unknown {
  const keys = keysOf(path);
  const last = keys.pop();
  if (last === undefined) return value;
  const parent = containerAt(
    read(document, `/${keys.map(escaped).join('/')}`.replace(/^\/$/, '')),
    path,
  );
  if (Array.isArray(parent)) {
    const index = last === '-' ? parent.length : Number(last);
    if (!Number.isInteger(index) || index > parent.length)
      throw new Error(`there is no place at ${path}`);
    parent.splice(index, how === 'insert' ? 0 : 1, value);
    return document;
  }
  if (how === 'replace' && !Object.hasOwn(parent, last))
    throw new Error(`there is nothing at ${path}`);
  // Also for `__proto__`, which an assignment would not make a member.
  Object.defineProperty(parent, last, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return document;
}

function take(document: unknown, path: string): unknown {
  const copy = structuredClone(document);
  const keys = keysOf(path);
  const last = keys.pop() ?? '';
  const parent = containerAt(
    read(copy, keys.length === 0 ? '' : `/${keys.map(escaped).join('/')}`),
    path,
  );
  if (!(last in parent)) throw new Error(`there is nothing at ${path}`);
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
  return copy;
}

function containerAt(node: unknown, path: string): Container {
  if (typeof node === 'object' && node !== null) return node as Container;
  throw new Error(`there is nothing at ${path}`);
}

function keysOf(path: string): string[] {
  if (path === '') return [];
  if (!path.startsWith('/')) throw new Error(`${path} is no JSON pointer`);
  return path
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
