import { jsonPointer } from './json-pointer.ts';

interface TextPosition {
  /** Both counted from 1, as in editors. */
  line: number;
  column: number;
}

/** Why two parsers may read a well-formed JSON text differently. */
export type JsonAmbiguity =
  | 'duplicate-member'
  | 'forbidden-member'
  | 'too-deep'
  | 'too-long'
  | 'too-many';

/** What is wrong with a JSON text. */
export type JsonFault =
  | ({ kind: 'syntax' } & TextPosition)
  | ({ kind: JsonAmbiguity; pointer: string; message: string } & TextPosition);

/** Deeper than any text that Ferryman reads. */
const maxDepth = 16;

const messages: Readonly<Record<JsonAmbiguity, string>> = {
  'duplicate-member': 'occurs twice',
  'forbidden-member': 'has a name that is not allowed',
  'too-deep': `is more than ${maxDepth} levels deep`,
  'too-long': 'is too long a text',
  'too-many': 'is one value too many',
};

/** Assigning it changes an object's prototype, and schemas silently drop it. */
const defaultForbidden: ReadonlySet<string> = new Set(['__proto__']);

/** RFC 8259, section 7: any character but quotation mark, backslash and controls, or an escape. */
const string = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const otherScalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const blank = /[ \t\n\r]*/y;
const [openObject, closeObject, openList, closeList] = [/\{/y, /\}/y, /\[/y, /\]/y];
const [colon, comma] = [/:/y, /,/y];

/**
 * The position where a text stops being JSON (RFC 8259), or has a duplicate member, a forbidden
 * name, more than 16 levels, or more or longer values than allowed. `undefined`: it has one
 * meaning. `JSON.parse` silently keeps the last duplicate, and its error texts differ between
 * engines.
 */
export function findJsonFault(
  text: string,
  {
    forbidden = defaultForbidden,
    maxNodes = Number.POSITIVE_INFINITY,
    maxStringLength = Number.POSITIVE_INFINITY,
  }: { forbidden?: ReadonlySet<string>; maxNodes?: number; maxStringLength?: number } = {},
): JsonFault | undefined {
  let at = 0;
  let nodes = 0;
  let refused: JsonFault | undefined;
  const path: (string | number)[] = [];

  const positionAt = (offset: number): TextPosition => {
    const before = text.slice(0, offset).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  };
  const refuse = (offset: number, kind: JsonAmbiguity): false => {
    refused = { kind, pointer: jsonPointer(path), message: messages[kind], ...positionAt(offset) };
    return false;
  };
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const takeWord = (pattern: RegExp): boolean => take(blank) && take(pattern);
  const within = (name: string | number, read: () => boolean): boolean => {
    path.push(name);
    const isRead = read();
    path.pop();
    return isRead;
  };
  const listOf = (item: () => boolean, end: RegExp): boolean => {
    if (path.length >= maxDepth) return refuse(at, 'too-deep');
    if (takeWord(end)) return true;
    do if (!item()) return false;
    while (takeWord(comma));
    return take(end);
  };
  const memberOf = (names: Set<string>): boolean => {
    take(blank);
    const start = at;
    if (!take(string)) return false;
    const name = JSON.parse(text.slice(start, at)) as string;
    return within(name, () => {
      if (names.has(name)) return refuse(start, 'duplicate-member');
      if (forbidden.has(name)) return refuse(start, 'forbidden-member');
      names.add(name);
      return takeWord(colon) && value();
    });
  };
  const object = (): boolean => {
    const names = new Set<string>();
    return listOf(() => memberOf(names), closeObject);
  };
  const list = (): boolean => {
    let index = 0;
    return listOf(() => within(index++, value), closeList);
  };
  const value = (): boolean => {
    if (++nodes > maxNodes) return refuse(at, 'too-many');
    if (takeWord(openObject)) return object();
    if (take(openList)) return list();
    const start = at;
    if (!take(string)) return take(otherScalar);
    return at - start <= maxStringLength + 2 || refuse(start, 'too-long');
  };

  if (value() && take(blank) && at === text.length) return undefined;
  return refused ?? { kind: 'syntax', ...positionAt(at) };
}
