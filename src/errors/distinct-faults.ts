import type { Fault } from './ferryman-error.ts';

/** Removes duplicates: several rules of a parser may find the same fault. */
export function distinctFaults(faults: readonly Fault[]): Fault[] {
  return [
    ...new Map(
      faults.map((fault) => [JSON.stringify([fault.pointer, fault.message]), fault]),
    ).values(),
  ];
}
