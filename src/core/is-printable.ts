/** Whether a text has only what can be seen and plain spaces: nothing that a terminal, a database or another reader takes for something else. */
export function isPrintable(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u.test(text);
}
