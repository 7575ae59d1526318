/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** From `least` up to and including `most`. */
  between(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
  chance(share: number): boolean;
}

/**
 * `stream` keeps apart what is drawn for different things, so that more of one does not change the
 * other.
 */
export function seededRandom(seed: number, stream: string): Random {
  let state = hash(`${seed}:${stream}`);
  /** mulberry32 (Tommy Ettinger, public domain). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1));
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[between(0, list.length - 1)];
    if (picked === undefined) throw new TypeError('nothing to pick from');
    return picked;
  };
  return {
    between,
    pick,
    chance: (share) => next() < share,
    shuffled<T>(list: readonly T[]): T[] {
      const left = [...list];
      const drawn: T[] = [];
      while (left.length > 0) drawn.push(...left.splice(between(0, left.length - 1), 1));
      return drawn;
    },
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text)
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}
