import type { CallExpression } from 'typescript/unstable/ast';
import { type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync';

/** What a value is at run time, as far as a type says it. */
export type Kind = 'string' | 'number' | 'bigint' | 'boolean' | 'array' | 'object' | 'unknown';

export interface DeclaredColumn {
  kinds: ReadonlySet<Kind>;
  /** Of an array's elements. */
  elements: ReadonlySet<Kind>;
  isNullable: boolean;
  /** Not every text of the statement has it. */
  isOptional: boolean;
  /** A `bigint` is somewhere within: JSON has none. */
  holdsBigint: boolean;
}

/** The properties of a row by their names. */
export type RowType = ReadonlyMap<string, DeclaredColumn>;

/** Absent: the call names no row, so that nobody can read a column. */
export function rowTypeOf(checker: Checker, call: CallExpression): RowType | undefined {
  const promised = typeArgument(checker, checker.getTypeAtLocation(call));
  const row = typeArgument(checker, promised);
  if (!row || row.flags & TypeFlags.NonPrimitive) return undefined;
  return new Map(
    checker.getPropertiesOfType(row).map((property) => {
      const type = checker.getTypeOfSymbol(property);
      if (!type) throw new TypeError(`the type of ${property.name} is not known`);
      return [
        property.name,
        columnOf(checker, type, (property.flags & SymbolFlags.Optional) !== 0),
      ];
    }),
  );
}

function typeArgument(checker: Checker, type: Type | undefined): Type | undefined {
  return type?.isTypeReference() ? checker.getTypeArguments(type)[0] : undefined;
}

function columnOf(checker: Checker, type: Type, isOptional: boolean): DeclaredColumn {
  const parts = partsOf(type);
  const kinds = new Set<Kind>();
  const elements = new Set<Kind>();
  for (const part of parts) {
    const kind = kindOf(checker, part);
    if (kind) kinds.add(kind);
    const element = kind === 'array' ? typeArgument(checker, part) : undefined;
    for (const one of element ? partsOf(element) : []) {
      const kindOfElement = kindOf(checker, one);
      if (kindOfElement) elements.add(kindOfElement);
    }
  }
  return {
    kinds,
    elements,
    isNullable: parts.some(({ flags }) => flags & TypeFlags.Null),
    isOptional: isOptional || parts.some(({ flags }) => flags & TypeFlags.Undefined),
    holdsBigint: holdsBigint(checker, type, new Set()),
  };
}

/** The members of a union, or the type itself. */
function partsOf(type: Type): readonly Type[] {
  if (type.flags & TypeFlags.BooleanLike || !type.isUnionType()) return [type];
  return type.getTypes().flatMap(partsOf);
}

/** Nothing of `null` and `undefined`. */
function kindOf(checker: Checker, type: Type): Kind | undefined {
  const { flags } = type;
  if (flags & (TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Never)) return undefined;
  if (flags & (TypeFlags.StringLike | TypeFlags.TemplateLiteral)) return 'string';
  if (flags & TypeFlags.NumberLike) return 'number';
  if (flags & TypeFlags.BigIntLike) return 'bigint';
  if (flags & TypeFlags.BooleanLike) return 'boolean';
  if (type.isIntersectionType()) return kindOfIntersection(checker, type.getTypes());
  if (!(flags & TypeFlags.Object)) return 'unknown';
  return checker.isArrayLikeType(type) ? 'array' : 'object';
}

/** A branded primitive is that primitive. */
function kindOfIntersection(checker: Checker, members: readonly Type[]): Kind {
  const kinds = members.map((member) => kindOf(checker, member));
  return kinds.find((kind) => kind !== undefined && kind !== 'object') ?? 'object';
}

function holdsBigint(checker: Checker, type: Type, seen: Set<number>): boolean {
  if (seen.has(type.id)) return false;
  seen.add(type.id);
  return partsOf(type).some((part) => {
    const kind = kindOf(checker, part);
    if (kind === 'bigint') return true;
    if (kind === 'array')
      return checker.getTypeArguments(part as never).some((one) => holdsBigint(checker, one, seen));
    if (kind !== 'object') return false;
    return checker.getPropertiesOfType(part).some((property) => {
      const own = checker.getTypeOfSymbol(property);
      return own !== undefined && holdsBigint(checker, own, seen);
    });
  });
}
