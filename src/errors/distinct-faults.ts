import type { Fault } from './ferryman-error.ts';

/** Each fault once: a parser may find the same one by several rules. */
export function distinctFaults(faults: readonly Fault[]): Fault[] {
  return [
    ...new Map(
      faults.map((fault) => [JSON.stringify([fault.pointer, fault.message]), fault]),
    ).values(),
  ];
}
