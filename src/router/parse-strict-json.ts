import { findJsonFault } from '../core/find-json-fault.ts';

/** A JSON text that is well formed and yet not accepted, because two readers could understand it differently. */
class AmbiguousJsonError extends Error {
  override readonly name = 'AmbiguousJsonError';
}

const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * `JSON.parse` for answers on which money depends: no member twice in one object (`JSON.parse` keeps the last, a guard in
 * front may read the first), no member that reaches a prototype, a bounded depth.
 * @throws `SyntaxError` or `AmbiguousJsonError`
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const fault = findJsonFault(text, { forbidden });
  if (fault && fault.kind !== 'syntax') throw new AmbiguousJsonError(`${fault.pointer} ${fault.message}`);
  return value;
}
