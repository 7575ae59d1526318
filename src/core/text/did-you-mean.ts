import { nearestName } from './nearest-name.ts';

/** Such as `; did you mean POLYGON?`, or nothing if no known name is near. */
export function didYouMean(given: string, known: readonly string[]): string {
  const meant = nearestName(given, known);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}
