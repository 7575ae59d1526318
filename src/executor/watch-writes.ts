import type { Journal } from '../ports/journal.ts';

/** Methods that change nothing of what a snapshot holds. */
const keepSnapshots: ReadonlySet<PropertyKey> = new Set<keyof Journal>([
  'snapshot',
  'attribute',
  'competitors',
  'lostRefunds',
  'lostUsers',
  'lostWithin',
  'findAttempt',
  'isOwnTransaction',
]);

/** A journal that remembers whether anything else was called on it: then what was read before may be out of date. */
export function watchWrites(journal: Journal): { journal: Journal; mayHaveWritten(): boolean } {
  let mayHaveWritten = false;
  const watched = new Proxy(journal, {
    get(target, name) {
      if (!keepSnapshots.has(name)) mayHaveWritten = true;
      return Reflect.get(target, name) as unknown;
    },
  });
  return { journal: watched, mayHaveWritten: () => mayHaveWritten };
}
