/** The beginning of a swap's id, which commands accept instead of the id as long as it is unique. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}
