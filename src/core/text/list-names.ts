/** A message lists at most so many. */
const maxNames = 10;

/** Such as `alice, bob and 3 more`. */
export function listNames(names: readonly string[]): string {
  const rest = names.length - maxNames;
  const shown = names.slice(0, maxNames).join(', ');
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
