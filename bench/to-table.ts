import type { Result } from './run-figures.ts';

/** A readable table: one line per number, under the name of its figure. */
export function toTable(result: Result): string {
  const lines = Object.entries(result).flatMap(([figure, value]) => {
    if (Array.isArray(value)) return [figure, ...value.map((row) => `  ${inline(row)}`)];
    return [figure, ...rows(value, '')];
  });
  return `${lines.join('\n')}\n`;
}

function rows(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`  ${path.padEnd(32)} ${inline(value)}`];
  return Object.entries(value).flatMap(([name, inner]) =>
    rows(inner, path === '' ? name : `${path}.${name}`),
  );
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return value.map(inline).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name} ${typeof inner === 'object' ? `(${inline(inner)})` : inner}`)
    .join('  ');
}
