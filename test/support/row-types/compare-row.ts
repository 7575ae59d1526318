import type { ResultColumn } from './describe-statements.ts';
import type { DeclaredColumn, Kind, RowType } from './row-type.ts';

/**
 * What both engines' clients make of a column, by the object identifier of its type: see
 * `SqlSession`.
 */
const scalars: ReadonlyMap<number, Kind> = new Map([
  [16, 'boolean'],
  [20, 'bigint'],
  [21, 'number'],
  [23, 'number'],
  [25, 'string'],
  [700, 'number'],
  [701, 'number'],
  [1184, 'number'],
  [1700, 'bigint'],
  [2950, 'string'],
]);

/**
 * Arrays by what their elements become. Those of int8 and numeric are missing: the engines' clients
 * read them differently.
 */
const arrays: ReadonlyMap<number, Kind> = new Map([
  [1000, 'boolean'],
  [1007, 'number'],
  [1009, 'string'],
  [2951, 'string'],
]);

/** json and jsonb: parsed, so that it can be anything but a `bigint`. */
const json: ReadonlySet<number> = new Set([114, 3802]);

/** A side of these may be missing, and its columns are null then. */
const outerJoin = /\b(left|right|full)\s+(outer\s+)?join\b/i;

export interface DescribedStatement {
  text: string;
  columns: readonly ResultColumn[];
}

/**
 * What is wrong with a row type for one text of its statement. `row` absent: the code can count the
 * rows, and read no column of them.
 */
export function compareRow(
  row: RowType | undefined,
  { text, columns }: DescribedStatement,
): string[] {
  if (!row) return [];
  const names = columns.map(({ name }) => name);
  const faults = names
    .filter((name, at) => names.indexOf(name) !== at)
    .map((name) => `${name} is returned twice`);
  for (const column of columns) {
    const declared = row.get(column.name);
    if (!declared) faults.push(`${column.name} is returned, and not declared`);
    else faults.push(...compareColumn(declared, column, outerJoin.test(text)));
  }
  for (const [name, { isOptional }] of row) {
    if (!isOptional && !names.includes(name)) faults.push(`${name} is declared, and not returned`);
  }
  return faults;
}

function compareColumn(
  declared: DeclaredColumn,
  { name, type, mayBeNull }: ResultColumn,
  isJoined: boolean,
): string[] {
  const faults = compareKinds(declared, name, type);
  if (mayBeNull === false && declared.isNullable && !isJoined) faults.push(`${name} is never null`);
  if (mayBeNull === true && !declared.isNullable) faults.push(`${name} may be null`);
  return faults;
}

function compareKinds(
  { kinds, elements, holdsBigint }: DeclaredColumn,
  name: string,
  type: number,
): string[] {
  if (json.has(type)) return holdsBigint ? [`${name} is JSON, which holds no bigint`] : [];
  const element = arrays.get(type);
  if (element) {
    return isOnly(kinds, 'array') && isOnly(elements, element)
      ? []
      : [`${name} is an array of ${element}, not ${shown(kinds)} of ${shown(elements)}`];
  }
  const kind = scalars.get(type);
  if (!kind) return [`${name} has the type ${type}, of which nothing is known here`];
  return isOnly(kinds, kind) ? [] : [`${name} is ${kind}, not ${shown(kinds)}`];
}

function isOnly(kinds: ReadonlySet<Kind>, kind: Kind): boolean {
  return kinds.size === 1 && kinds.has(kind);
}

function shown(kinds: ReadonlySet<Kind>): string {
  return [...kinds].join(' or ') || 'nothing';
}
