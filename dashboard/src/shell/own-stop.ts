import type { Stop } from 'ferryman-client';

/** What is stopped or could be. `sameAs`: of a provider, as the API delivers it. */
export type StopSubject = Pick<Stop, 'scope' | 'subject' | 'sameAs'>;

/** The stop of exactly this: of a provider by any of its names. */
export function ownStop<Found extends StopSubject>(
  stops: readonly Found[] | undefined,
  target: StopSubject,
): Found | undefined {
  return stops?.find((stop) => stop.scope === target.scope && nameOf(stop) === nameOf(target));
}

function nameOf({ scope, subject, sameAs }: StopSubject): string {
  return scope === 'provider' ? (sameAs ?? subject.toLowerCase()) : subject;
}
