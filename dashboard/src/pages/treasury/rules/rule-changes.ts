import { isObject } from './rule-body.ts';

/** A member that differs between two versions. Absent on one side: it is not in that version. */
export interface RuleChange {
  /** A JSON pointer, such as `/from/token`. */
  pointer: string;
  before?: string;
  now?: string;
}

/** What differs between two JSON values, member by member, in the order of the new one. */
export function changesBetween(before: unknown, now: unknown, pointer = ''): RuleChange[] {
  if (JSON.stringify(before) === JSON.stringify(now)) return [];
  const [old, young] = [membersOf(before), membersOf(now)];
  if (!old || !young || Array.isArray(before) !== Array.isArray(now))
    return [{ pointer, ...textOf('before', before), ...textOf('now', now) }];
  return [...new Set([...Object.keys(young), ...Object.keys(old)])].flatMap((name) =>
    changesBetween(old[name], young[name], `${pointer}/${escaped(name)}`),
  );
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (Array.isArray(value)) return { ...value };
  return isObject(value) ? value : undefined;
}

function textOf<Name extends 'before' | 'now'>(name: Name, value: unknown): Partial<RuleChange> {
  if (value === undefined) return {};
  return { [name]: typeof value === 'string' ? value : JSON.stringify(value) };
}

/** RFC 6901. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
