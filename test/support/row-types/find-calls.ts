import { relative, sep } from 'node:path';
import type { CallExpression, Node } from 'typescript/unstable/ast';
import { isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast/is';
import { type OpenChecker, root } from './open-checker.ts';
import { type RowType, rowTypeOf } from './row-type.ts';

/** A place in the journal where a statement is sent. */
export interface QueryCall {
  /** From `src/journal`. */
  file: string;
  call: CallExpression;
  /** What the code says of its rows. Absent: nobody reads them. */
  row?: RowType;
}

/** All calls of `query` below `src/journal`, but for the files that only hand statements on. */
export function findCalls(
  { project, checker }: OpenChecker,
  handedOn: ReadonlySet<string>,
): QueryCall[] {
  const files = project.program
    .getSourceFileNames()
    .filter((file) => folderOf(file).startsWith('src/journal/'));
  return files.flatMap((path) => {
    const file = folderOf(path).slice('src/journal/'.length);
    const source = project.program.getSourceFile(path);
    if (!source || handedOn.has(file)) return [];
    return callsIn(source).map((call): QueryCall => {
      const row = rowTypeOf(checker, call);
      return { file, call, ...(row ? { row } : {}) };
    });
  });
}

export function folderOf(path: string): string {
  return relative(root, path).split(sep).join('/');
}

function callsIn(source: Node): CallExpression[] {
  const calls: CallExpression[] = [];
  const visit = (node: Node): void => {
    if (
      isCallExpression(node) &&
      isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'query'
    ) {
      calls.push(node);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return calls;
}
