/** Facts as JSON has them: amounts as integer strings, also inside of members. */
export function amountsAsText(facts: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(textOf);
  return typeof value === 'object' && value !== null ? amountsAsText(value) : value;
}
