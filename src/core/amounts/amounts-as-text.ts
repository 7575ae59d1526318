/** Facts as JSON has them: amounts as integer strings, also inside of members. */
export function amountsAsText(facts: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]: [string, unknown]) => [name, textOf(value)]),
  );
}

function textOf(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isPlain ? amountsAsText(value) : value;
}
