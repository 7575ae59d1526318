import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

/** A fault, and where in the text it is. */
export interface TextFault {
  message: string;
  /** From 1. */
  line: number;
  /** The line itself. */
  excerpt: string;
  /** What to select: offsets in the text. */
  from: number;
  to: number;
}

type JsonText =
  | { kind: 'value'; value: unknown }
  | { kind: 'faults'; faults: readonly TextFault[] };

const strict = { disallowComments: true, allowTrailingComma: false } as const;

/** Reads a text as JSON. A name that stands twice in one object is a fault: it would be lost. */
export function readJsonText(text: string): JsonText {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, strict);
  const faults = [
    ...errors.map(({ error, offset, length }) =>
      faultAt(text, wordsOf(printParseErrorCode(error)), offset, length),
    ),
    ...(root ? repeatedNames(root) : []).map(({ offset, length }) =>
      faultAt(text, 'this name stands twice', offset, length),
    ),
  ];
  if (faults.length > 0 || !root) return { kind: 'faults', faults };
  return { kind: 'value', value: JSON.parse(text) };
}

/**
 * The fault of a member, by its JSON pointer. Of one that is missing, the place is where it should
 * be: in the innermost value that is there.
 */
export function placeFault(text: string, pointer: string, detail: string): TextFault {
  const root = parseTree(text, [], strict);
  const path = pointer.split('/').slice(1).map(unescaped);
  const message = pointer === '' ? detail : `${pointer} ${detail}`;
  for (let length = path.length; root && length >= 0; length -= 1) {
    const node = findNodeAtLocation(root, segmentsOf(root, path.slice(0, length)));
    if (!node) continue;
    // Of a member that is there, its name too. Of an object that lacks one, where it begins.
    const whole = node.parent?.type === 'property' ? node.parent : node;
    const isThere = length === path.length;
    return faultAt(text, message, whole.offset, isThere ? whole.length : 1);
  }
  return faultAt(text, message, 0, 0);
}

/** Positions in lists are numbers. */
function segmentsOf(root: Node, path: readonly string[]): (string | number)[] {
  let node: Node | undefined = root;
  return path.map((name) => {
    const segment = node?.type === 'array' ? Number(name) : name;
    node = node && findNodeAtLocation(node, [segment]);
    return segment;
  });
}

function faultAt(text: string, message: string, from: number, length: number): TextFault {
  const before = text.slice(0, from).split('\n');
  const line = before.length;
  const excerpt = (text.split('\n')[line - 1] ?? '').trim();
  return { message, line, excerpt, from, to: from + length };
}

function repeatedNames(node: Node): Node[] {
  const names = new Set<unknown>();
  const repeated: Node[] = [];
  for (const child of node.children ?? []) {
    repeated.push(...repeatedNames(child));
    const [name] = child.type === 'property' ? (child.children ?? []) : [];
    if (!name) continue;
    if (names.has(name.value)) repeated.push(name);
    names.add(name.value);
  }
  return repeated;
}

/** Such as "comma expected" for `CommaExpected`. */
function wordsOf(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

/** RFC 6901. */
function unescaped(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}
