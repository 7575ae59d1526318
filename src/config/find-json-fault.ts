interface TextPosition {
  /** Both from 1, as editors count. */
  line: number;
  column: number;
}

/** RFC 8259, section 7: any character but quotation mark, backslash and controls, or an escape. */
const string = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const otherScalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const blank = /[ \t\n\r]*/y;

/** Where a text stops being JSON (RFC 8259): at its end, if it is only cut short. `undefined`: it is JSON. What engines say of it differs. */
export function findJsonFault(text: string): TextPosition | undefined {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const takeWord = (pattern: RegExp): boolean => take(blank) && take(pattern);
  const list = (item: () => boolean, end: RegExp): boolean => {
    if (takeWord(end)) return true;
    do if (!item()) return false;
    while (takeWord(/,/y));
    return take(end);
  };
  const member = (): boolean => takeWord(string) && takeWord(/:/y) && value();
  const value = (): boolean => {
    if (takeWord(/\{/y)) return list(member, /\}/y);
    if (take(/\[/y)) return list(value, /\]/y);
    return take(string) || take(otherScalar);
  };
  if (value() && take(blank) && at === text.length) return undefined;
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
