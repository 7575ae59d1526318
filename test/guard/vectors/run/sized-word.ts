/** A `<…>` that stands for something that is only large. `undefined`: it is another one. */
export function sizedWord(text: string): unknown {
  const [, digits, what] = /^<(\d+) (characters|values|levels)>$/.exec(text) ?? [];
  const count = Number(digits);
  if (what === 'characters') return 'x'.repeat(count);
  if (what === 'values') return Array.from({ length: count }, () => 0);
  if (what === 'levels')
    return Array.from({ length: count }).reduce<unknown>((inner) => [inner], 0);
  return undefined;
}
