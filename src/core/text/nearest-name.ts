/**
 * The known name that was probably meant, or `undefined` if none is near. Ignores case and
 * separators, except to choose among equally near names.
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const bare = bareOf(given);
  const allowed = Math.max(1, Math.floor(bare.length / 3));
  let best: { name: string; rank: readonly [number, number] } | undefined;
  for (const name of known) {
    const far = editDistance(bare, bareOf(name));
    if (far > allowed || far > (best?.rank[0] ?? allowed)) continue;
    const rank = [far, editDistance(given, name)] as const;
    if (!best || rank[0] < best.rank[0] || rank[1] < best.rank[1]) best = { name, rank };
  }
  return best?.name;
}

function bareOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Number of letters to insert, delete, replace or swap with their neighbour (optimal string
 * alignment).
 */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, wanted] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === wanted ? 0 : 1);
      const isSwapped = letter === other[column - 1] && wanted === one[index - 1];
      const swapped = isSwapped ? (before[column - 1] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
