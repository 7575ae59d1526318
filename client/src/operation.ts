import { operations } from '../generated/operations.ts';

/** The name of a call: the `operationId` of the OpenAPI document. */
export type OperationId = keyof typeof operations;

/**
 * - `body`, `query`: it takes them.
 * - `key`: it needs an idempotency key.
 * - `pages`: its answer is one page of a list.
 * - `repeat`: the same request may be sent again if its answer was lost.
 */
type Trait = 'body' | 'query' | 'key' | 'pages' | 'repeat';

export interface Operation {
  method: string;
  /** With parameters in braces, as in `/v1/swaps/{id}`. */
  path: string;
  /** The names of the parameters in the path, in their order. */
  params: readonly string[];
  has(trait: Trait): boolean;
}

export function operationOf(id: OperationId): Operation {
  const [method = '', path = '', ...traits] = operations[id].split(' ');
  return {
    method,
    path,
    params: Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name),
    has: (trait) => traits.includes(trait),
  };
}
