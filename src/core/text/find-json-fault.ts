import { jsonPointer } from './json-pointer.ts';

interface TextPosition {
  /** Both from 1, as editors count. */
  line: number;
  column: number;
}

/** Why two readers may understand a JSON text differently, although it is well formed. */
export type JsonAmbiguity = 'duplicate-member' | 'forbidden-member' | 'too-deep';

/** What is wrong with a JSON text. */
export type JsonFault =
  | ({ kind: 'syntax' } & TextPosition)
  | ({ kind: JsonAmbiguity; pointer: string; message: string } & TextPosition);

/** Deeper than any text that Ferryman reads. */
const maxDepth = 16;

const messages: Readonly<Record<JsonAmbiguity, string>> = {
  'duplicate-member': 'is there twice',
  'forbidden-member': 'has a name that is not allowed',
  'too-deep': `is more than ${maxDepth} levels deep`,
};

/** Assigning it changes an object's prototype, and schemas leave it out without a word. */
const defaultForbidden: ReadonlySet<string> = new Set(['__proto__']);

/** RFC 8259, section 7: any character but quotation mark, backslash and controls, or an escape. */
const string = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const otherScalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const blank = /[ \t\n\r]*/y;
const [openObject, closeObject, openList, closeList] = [/\{/y, /\}/y, /\[/y, /\]/y];
const [colon, comma] = [/:/y, /,/y];

/**
 * Where a text stops being JSON (RFC 8259), at its end if it is only cut short; or where it has a
 * member twice, a member with a forbidden name, or more than 16 levels. `undefined`: it has one
 * meaning. `JSON.parse` keeps the last of two members and says nothing, and what engines say of a
 * fault differs.
 */
export function findJsonFault(
  text: string,
  { forbidden = defaultForbidden }: { forbidden?: ReadonlySet<string> } = {},
): JsonFault | undefined {
  let at = 0;
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
    if (takeWord(openObject)) return object();
    if (take(openList)) return list();
    return take(string) || take(otherScalar);
  };

  if (value() && take(blank) && at === text.length) return undefined;
  return refused ?? { kind: 'syntax', ...positionAt(at) };
}
