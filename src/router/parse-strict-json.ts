/** A JSON text that is well formed and yet not accepted, because two readers could understand it differently. */
class AmbiguousJsonError extends Error {
  override readonly name = 'AmbiguousJsonError';
}

const maxDepth = 16;
const forbiddenMembers: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * `JSON.parse` for answers on which money depends: no member twice in one object (`JSON.parse` keeps the last, a guard in
 * front may read the first), no member that reaches a prototype, at most 16 levels.
 * @throws `SyntaxError` or `AmbiguousJsonError`
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const openObjects: Set<string>[] = [];
  // The grammar is known to hold here, so strings, brackets and the colon after a member's name are all there is to see.
  for (const match of text.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{[]|[}\]]/g)) {
    const [token, string, colon] = match;
    if (token === '{' || token === '[') {
      openObjects.push(new Set());
      if (openObjects.length > maxDepth) throw new AmbiguousJsonError(`more than ${maxDepth} levels deep`);
    } else if (token === '}' || token === ']') {
      openObjects.pop();
    } else if (string !== undefined && colon !== undefined) {
      const member = JSON.parse(string) as string;
      const members = openObjects.at(-1);
      if (forbiddenMembers.has(member)) throw new AmbiguousJsonError(`a member is named ${member}`);
      if (members?.has(member)) throw new AmbiguousJsonError(`the member ${member} is there twice`);
      members?.add(member);
    }
  }
  return value;
}
