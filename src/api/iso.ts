/** ISO 8601 in UTC of milliseconds since the epoch. */
export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
