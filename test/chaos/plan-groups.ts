import { seededRandom } from './random.ts';

/**
 * Jobs that want the same token for the same receiver, so that what one of them gets could be
 * another one's.
 */
export interface JobGroup {
  /** Index of its first job. The others follow at once, so that they are open together. */
  first: number;
  size: number;
  /** A person pays for its last job. */
  hasManual: boolean;
  /** That person comes when the time to pay is over. */
  isPaidLate: boolean;
  /**
   * What crosses goes by providers of one fee that pay out late, or tell of it late, so that one is
   * paid out long before another.
   */
  isSlow: boolean;
}

/** The jobs before it have receivers of their own, and show every kind. */
const firstGroupAt = 10;
/** With groups of two and three this puts about a quarter of a long run into groups. */
const led = 1 / 8;

/**
 * Every run that is long enough has a group of three, with one that a person pays for. The same
 * seed plans the same.
 */
export function planGroups(seed: number, jobs: number): JobGroup[] {
  const random = seededRandom(seed, 'groups');
  const groups: JobGroup[] = [];
  for (let index = firstGroupAt; index + 1 < jobs; ) {
    const isFirst = groups.length === 0;
    if (!isFirst && !random.chance(led)) {
      index += 1;
      continue;
    }
    const size = Math.min(jobs - index, isFirst ? 3 : random.between(2, 3));
    const hasManual = isFirst || random.chance(0.4);
    const isPaidLate = hasManual && random.chance(0.3);
    groups.push({ first: index, size, hasManual, isPaidLate, isSlow: random.chance(0.6) });
    index += size;
  }
  return groups;
}

export function groupOf(groups: readonly JobGroup[], index: number): JobGroup | undefined {
  return groups.find(({ first, size }) => index >= first && index < first + size);
}

export function isManualIn({ first, size, hasManual }: JobGroup, index: number): boolean {
  return hasManual && index === first + size - 1;
}
