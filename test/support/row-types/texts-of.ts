import type { Expression, Identifier, Node, ParameterDeclaration } from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isBindingElement,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isParameterDeclaration,
  isParenthesizedExpression,
  isSourceFile,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { folderOf } from './find-calls.ts';
import type { OpenChecker } from './open-checker.ts';

/**
 * An expression that gives the text of a statement, or several, by what a file declares outside of
 * its functions.
 */
export interface TextSource {
  /** From the root of the project. */
  file: string;
  expression: string;
}

/**
 * Expressions for a variable of a function, by the file (from `src/journal`) and its name: one for
 * each text that can follow from it. They are evaluated in that file.
 */
export type Samples = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/**
 * What can be the text that `argument` gives, or the names that decide it and are not known before
 * it runs.
 */
export function textsOf(
  open: OpenChecker,
  argument: Expression,
  samples: Samples,
): TextSource[] | { unknown: string[] } {
  const file = folderOf(argument.getSourceFile().fileName);
  const known = samples[file.slice('src/journal/'.length)] ?? {};
  if (isParenthesizedExpression(argument)) return textsOf(open, argument.expression, samples);
  // Whatever the condition is, it is one of these.
  if (isConditionalExpression(argument)) {
    return joined(
      [argument.whenTrue, argument.whenFalse].map((branch) => textsOf(open, branch, samples)),
    );
  }
  if (
    isElementAccessExpression(argument) &&
    localsOf(open, argument.argumentExpression).length > 0
  ) {
    return [{ file, expression: `Object.values(${textOf(argument.expression)})` }];
  }
  const parameter = isIdentifier(argument) ? declarationOf(open, argument) : undefined;
  if (parameter && isParameterDeclaration(parameter))
    return textsOfCallers(open, parameter, samples);

  let expressions = [textOf(argument)];
  const unknown: string[] = [];
  for (const { name, declaration } of localsOf(open, argument)) {
    const values = known[name] ?? initialValues(open, declaration, samples);
    if (!values) unknown.push(name);
    else
      expressions = expressions.flatMap((text) =>
        values.map((value) => `((${name}) => (${text}))(${value})`),
      );
  }
  return unknown.length > 0 ? { unknown } : expressions.map((expression) => ({ file, expression }));
}

function joined(
  all: readonly (TextSource[] | { unknown: string[] })[],
): TextSource[] | { unknown: string[] } {
  const unknown = all.flatMap((one) => ('unknown' in one ? one.unknown : []));
  return unknown.length > 0 ? { unknown } : all.flatMap((one) => ('unknown' in one ? [] : one));
}

/** The variable is a constant of its function. */
function initialValues(
  open: OpenChecker,
  declaration: Node,
  samples: Samples,
): readonly string[] | undefined {
  if (!isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
  const sources = textsOf(open, declaration.initializer, samples);
  return 'unknown' in sources ? undefined : sources.map(({ expression }) => expression);
}

/** A function is handed the text: it is what its callers hand it. */
function textsOfCallers(
  open: OpenChecker,
  parameter: ParameterDeclaration,
  samples: Samples,
): TextSource[] | { unknown: string[] } {
  const owner = parameter.parent;
  if (!isFunctionDeclaration(owner) || !owner.name) return { unknown: [textOf(parameter)] };
  const index = owner.parameters.indexOf(parameter);
  const name = owner.name.text;
  const target = open.checker.getSymbolAtLocation(owner.name);
  const handed: Expression[] = [];
  for (const path of open.project.program.getSourceFileNames()) {
    if (!folderOf(path).startsWith('src/journal/')) continue;
    const source = open.project.program.getSourceFile(path);
    const visit = (node: Node): void => {
      if (
        isCallExpression(node) &&
        isIdentifier(node.expression) &&
        node.expression.text === name
      ) {
        const [declared] = symbolOf(open, node.expression)?.declarations ?? [];
        const given = node.arguments[index];
        if (given && declared?.resolve() === target?.declarations[0]?.resolve()) handed.push(given);
      }
      node.forEachChild(visit);
    };
    if (source?.text.includes(name)) visit(source);
  }
  return handed.length > 0
    ? joined(handed.map((one) => textsOf(open, one, samples)))
    : { unknown: [`${name}, which nobody calls`] };
}

/** The variables of functions that an expression uses and does not declare itself. */
function localsOf(open: OpenChecker, expression: Node): { name: string; declaration: Node }[] {
  const locals = new Map<string, Node>();
  const visit = (node: Node): void => {
    const declaration = isIdentifier(node) ? declarationOf(open, node) : undefined;
    if (
      isIdentifier(node) &&
      declaration &&
      isLocal(declaration) &&
      !isWithin(declaration, expression)
    ) {
      locals.set(node.text, declaration);
    }
    node.forEachChild(visit);
  };
  visit(expression);
  return [...locals].map(([name, declaration]) => ({ name, declaration }));
}

function isLocal(declaration: Node): boolean {
  if (
    !isVariableDeclaration(declaration) &&
    !isBindingElement(declaration) &&
    !isParameterDeclaration(declaration)
  ) {
    return false;
  }
  for (let node: Node = declaration.parent; !isSourceFile(node); node = node.parent) {
    const isFunction =
      isFunctionDeclaration(node) ||
      isArrowFunction(node) ||
      isFunctionExpression(node) ||
      isMethodDeclaration(node);
    if (isFunction) return true;
  }
  return false;
}

function isWithin(node: Node, outer: Node): boolean {
  for (let at: Node | undefined = node; at; at = at.parent) if (at === outer) return true;
  return false;
}

function declarationOf(open: OpenChecker, identifier: Identifier): Node | undefined {
  return open.checker.getSymbolAtLocation(identifier)?.declarations[0]?.resolve();
}

function symbolOf({ checker }: OpenChecker, identifier: Identifier) {
  const symbol = checker.getSymbolAtLocation(identifier);
  return symbol && checker.getAliasedSymbol(symbol);
}

function textOf(node: Node): string {
  return node.getSourceFile().text.slice(node.pos, node.end).trim();
}
